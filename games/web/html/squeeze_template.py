"""Removes white space from a template that `squeeze_html` would remove from its HTML."""

import re
from typing import Final

_TAG: Final = re.compile(r"({% blocktranslate .*?{% endblocktranslate %}|{%.*?%}|{{.*?}})", re.DOTALL)
_KEYWORD: Final = re.compile(r"{%-? (\w+)")
_NAMES_A_SENTENCE: Final = re.compile(r"{% translate .* as \w+ %}")
_LINE_BREAK: Final = re.compile(r"\s*\n\s*")
_BETWEEN_ELEMENTS: Final = re.compile(r">\s+<")
_ELEMENT, _TEXT, _SPACE = frozenset({"element"}), frozenset({"text"}), frozenset({"space"})
"""What may stand beside white space: the tag of an element, anything else that is printed, more white space."""
_OPEN, _CLOSE = ("if", "for"), ("endif", "endfor")


def squeeze_template(source: str) -> str:
    """A template without white space between elements, and with one space for a line break elsewhere.

    White space beside `if` and `for` goes only if elements stand on both sides whichever branches are taken.
    `{{- value -}}` stands for elements, any other value for text.
    """
    pieces = _TAG.split(source.strip())
    after, before = _Neighbour(_CLOSE, _OPEN), _Neighbour(_OPEN, _CLOSE)
    following = []
    for at in reversed(range(len(pieces))):
        following.append(after.kinds)
        after.pass_tag(pieces[at]) if at % 2 else after.pass_text(pieces[at].lstrip()[:1])
    for at, piece in enumerate(pieces):
        follows = following.pop()
        if at % 2:
            before.pass_tag(piece)
        else:
            pieces[at] = _squeeze_text(piece, before.kinds, follows)
            before.pass_text(pieces[at][-1:])
    return "".join(pieces)


def _squeeze_text(text: str, before: frozenset[str], after: frozenset[str]) -> str:
    words = text.strip()
    if not words:
        return _squeeze_space(text, before, after)
    head, tail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return (
        _squeeze_space(head, before, _kind(words[0]))
        + _BETWEEN_ELEMENTS.sub("><", _LINE_BREAK.sub(" ", words))
        + _squeeze_space(tail, _kind(words[-1]), after)
    )


def _squeeze_space(space: str, before: frozenset[str], after: frozenset[str]) -> str:
    if before == after == _ELEMENT:
        return ""
    if "\n" not in space:
        return space
    has_space = before == _SPACE or (before <= _SPACE | _ELEMENT and after == _ELEMENT)
    return "" if has_space else " "


def _kind(character: str) -> frozenset[str]:
    return _ELEMENT if character in "<>" else _SPACE if character.isspace() else _TEXT


class _Neighbour:
    """Goes through a template in one direction and knows what may be printed right before its place."""

    def __init__(self, opens: tuple[str, ...], closes: tuple[str, ...]) -> None:
        self.kinds = _ELEMENT
        self._opens, self._closes = opens, closes
        self._branches: list[tuple[frozenset[str], list[frozenset[str]]]] = []

    def pass_text(self, last: str) -> None:
        """Passes text with this last character; nothing changes with none."""
        if last:
            self.kinds = _kind(last)

    def pass_tag(self, tag: str) -> None:
        """Passes a tag of the template."""
        keyword = _KEYWORD.match(tag)
        if tag.startswith("{{"):
            self.kinds = _ELEMENT if tag.startswith("{{-") else _TEXT
        elif keyword is None:
            return
        elif keyword[1] in self._opens:
            self._branches.append((self.kinds, []))
        elif keyword[1] in ("elif", "else"):
            outside, ends = self._branches[-1]
            ends.append(self.kinds)
            if keyword[1] == "else":
                ends.append(frozenset())
            self.kinds = outside
        elif keyword[1] in self._closes:
            outside, ends = self._branches.pop()
            has_else = frozenset() in ends
            self.kinds = self.kinds.union(*ends, frozenset() if has_else else outside)
        elif "translate" in keyword[1] and not _NAMES_A_SENTENCE.fullmatch(tag):
            self.kinds = _TEXT
