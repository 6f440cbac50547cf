"""What a browser sends when somebody opens a page and presses its button without touching a field."""

from html.parser import HTMLParser
from typing import NamedTuple

from django.http import HttpResponse

PRESSED = {"submit", "button", "image", "reset", "file"}


class PageForm(NamedTuple):
    """A form of a page: where it is sent and how ("get" or "post"), and the values of its fields untouched."""

    method: str
    address: str
    values: dict[str, list[str]]


class _Form(HTMLParser):
    """Collects the forms of a page, with where each is sent and how, and its values."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.forms: list[list[tuple[str, str]]] = []
        self.sent: list[tuple[str, str]] = []
        self._name = self._text = ""
        self._options: list[tuple[str, bool]] | None = None
        self._option: tuple[str | None, bool] | None = None
        self._multiple = self._in_textarea = False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Adds a field; values of lists and text areas are read when their elements end."""
        own = dict(attrs)
        if tag == "form":
            self.forms.append([])
            by_script = own.get("hx-post")
            method = "post" if by_script else own.get("method") or "get"
            self.sent.append((method.lower(), by_script or own.get("action") or own.get("hx-get") or ""))
        if not self.forms or "disabled" in own:
            return
        name = own.get("name") or ""
        if tag == "input" and name:
            kind = own.get("type") or "text"
            if kind in PRESSED or (kind in ("checkbox", "radio") and "checked" not in own):
                return
            self.forms[-1].append((name, own.get("value") or ("on" if kind == "checkbox" else "")))
        elif tag == "textarea":
            self._name, self._text, self._in_textarea = name, "", True
        elif tag == "select":
            self._name, self._options, self._multiple = name, [], "multiple" in own
        elif tag == "option" and self._options is not None:
            self._text, self._option = "", (own.get("value"), "selected" in own)

    def handle_data(self, data: str) -> None:
        """Adds text of a text area or an option."""
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        """Reads a text area, an option or a list."""
        if tag == "textarea" and self._in_textarea:
            # A browser drops the line break after the tag and sends lines as CRLF.
            text = self._text.removeprefix("\n").replace("\r\n", "\n").replace("\n", "\r\n")
            self.forms[-1].append((self._name, text))
            self._in_textarea = False
        elif tag == "option" and self._option is not None and self._options is not None:
            value, selected = self._option
            self._options.append((self._text.strip() if value is None else value, selected))
            self._option = None
        elif tag == "select" and self._options is not None:
            chosen = [value for value, selected in self._options if selected]
            if not chosen and not self._multiple:
                chosen = [value for value, _ in self._options[:1]]
            self.forms[-1] += [(self._name, value) for value in (chosen if self._multiple else chosen[-1:])]
            self._options = None


def forms_on(html: str) -> list[PageForm]:
    """All forms of a page."""
    found = _Form(html)
    return [
        PageForm(method, address, _values(form))
        for (method, address), form in zip(found.sent, found.forms, strict=True)
    ]


def shown_values(response: HttpResponse, field: str) -> dict[str, list[str]]:
    """What the form of a page that holds this field sends untouched, as data for a test client's `post`."""
    for form in _Form(response.content.decode()).forms:
        if field in dict(form):
            return _values(form)
    raise AssertionError(f"no form with a field {field}")


def _values(form: list[tuple[str, str]]) -> dict[str, list[str]]:
    values: dict[str, list[str]] = {}
    for name, value in form:
        values.setdefault(name, []).append(value)
    return values
