"""Draws the templates of `templates/tournaments/fragments` that are compiled for each language; values are escaped."""

from collections.abc import Callable
from functools import cache
from typing import Final

from django.utils.safestring import SafeString

from games.text.time_left import time_left
from games.web.api import TEMPLATES, CompiledTemplates, money_text
from tournaments.web.text import labels


def draw(fragment: str, context: dict[str, object], language: str) -> SafeString:
    """The HTML of a fragment in a language, which is the one that its values are written in."""
    return _templates(language).render(f"tournaments/fragments/{fragment}.html", context)


@cache
def _templates(language: str) -> CompiledTemplates:
    return CompiledTemplates(TEMPLATES, language, _FILTERS)


_FILTERS: Final[dict[str, Callable[..., object]]] = {
    "chips": labels.chips,
    "money": money_text,
    "time_left": time_left,
}
