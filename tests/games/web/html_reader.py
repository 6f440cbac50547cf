"""Reads fragments of HTML: their elements, their text, and what their buttons send."""

import json
from html.parser import HTMLParser
from typing import Any

VOID = {"input", "img", "br", "path", "circle"}


class ParsedHtml(HTMLParser):
    """Reads HTML: every element with its attributes, the outermost elements, and that each is closed."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.top: list[dict[str, Any]] = []
        self.all: list[tuple[str, dict[str, Any]]] = []
        self.texts: list[str] = []
        self.feed(html)
        self.close()
        assert not self.open, f"left open: {self.open}"

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        """Adds an element."""
        self.all.append((tag, dict(attrs)))
        if not self.open:
            self.top.append(dict(attrs))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Checks that the innermost open element ends."""
        assert self.open
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Adds text."""
        self.texts.append(data)

    @property
    def text(self) -> str:
        """All text."""
        return "".join(self.texts).strip()


def buttons(html: str) -> dict[str, dict[str, Any]]:
    """What each button or form of a fragment sends, by its label; values of the elements around it are added."""
    parsed = ParsedHtml(html)
    around: dict[str, Any] = {}
    sends = {}
    for tag, attributes in parsed.all:
        values = json.loads(attributes.get("data-values", "{}"))
        if "data-send" not in attributes:
            around.update(values)
            continue
        key = attributes.get("data-key") or attributes.get("id") or json.dumps(values, sort_keys=True)
        sends[key if key not in sends else f"{key}'"] = {**around, **values} if tag else {}
    return sends
