"""A finished hand told line by line, from its public events."""

from typing import NamedTuple

from django.utils.safestring import SafeString

from games.engine.story import log_lines
from games.queries import HandPage
from games.web.words_of_log import is_heading, line_words


class Told(NamedTuple):
    """One line of the story: its words as HTML, and whether it begins a part."""

    words: SafeString
    code: str
    heading: bool


def told(page: HandPage) -> list[Told]:
    """The hand's lines in the active language."""
    lines = log_lines(page.events, page.names, page.rules.variant)
    return [Told(line_words(line), line.code, is_heading(line)) for line in lines]
