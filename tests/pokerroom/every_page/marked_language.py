"""A language in which every word is marked: whatever is not marked on a page was never given to the translators."""

import re
from html.parser import HTMLParser
from unicodedata import normalize

LANGUAGE = "eo"
"""The code of a language that the room does not have, so no other test reads what was kept of it."""
MARK = "\u0323"
"""A dot below, behind each letter of a sentence of the catalogue."""
UNTOUCHED = re.compile(r"(<[^>]*>|&\w+;|%(?:\(\w+\))?[-#0 +]*\d*(?:\.\d+)?[a-z%]|\{[^{}]*\})")
WORD = re.compile(r"[^\W\d_]{3,}")
SPOKEN = {"aria-label", "aria-description", "title", "placeholder", "alt", "data-announcement", "data-title"}
SILENT = {"script", "style", "template", "svg", "code"}


def marked(text: str) -> str:
    """The sentence with a mark behind each letter, but not in its blanks and tags."""
    parts = UNTOUCHED.split(text)
    return "".join(part if at % 2 else re.sub(r"([^\W\d_])", rf"\1{MARK}", part) for at, part in enumerate(parts))


class _Text(HTMLParser):
    """Collects what people read and hear of a page."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._silent = 0
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Takes attributes that are shown or read out, and the words of buttons."""
        own = {name: value or "" for name, value in attrs}
        self._silent += tag in SILENT
        self.found += [value for name, value in own.items() if name in SPOKEN]
        if tag == "input" and own.get("type") in ("submit", "button"):
            self.found.append(own.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        """Text counts again behind what is not shown."""
        self._silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        """Takes text."""
        if not self._silent:
            self.found.append(data)


def unmarked_texts(html: str, names: re.Pattern[str]) -> list[str]:
    """The texts of a page with a word that has no mark and is not a part of what `names` finds."""
    found = []
    for text in _Text(html).found:
        rest = re.sub(rf"\w*{MARK}[\w{MARK}]*", " ", normalize("NFD", text))
        if WORD.search(names.sub(" ", normalize("NFC", rest))):
            found.append(" ".join(text.split()))
    return found
