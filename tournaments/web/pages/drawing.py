"""Draws the templates of `templates/tournaments/fragments` that are compiled for each language; values are escaped."""

from collections.abc import Callable
from functools import cache
from typing import Final

from django.conf import settings
from django.utils import formats, timezone
from django.utils.safestring import SafeString

from games.text.time_left import time_left
from games.web.api import TEMPLATES, CompiledTemplates, amount_text, money_text
from tournaments.web.text import labels


def draw(fragment: str, context: dict[str, object], language: str) -> SafeString:
    """The HTML of a fragment in a language, which is the one that its values are written in."""
    return _templates(language).render(f"tournaments/fragments/{fragment}.html", context)


def compile_fragments() -> None:
    """Compiles what a running tournament pushes before a web process opens, in every language."""
    for language, _ in settings.LANGUAGES:
        for fragment in _PUSHED:
            _templates(language).compile(f"tournaments/fragments/{fragment}.html")


@cache
def _templates(language: str) -> CompiledTemplates:
    return CompiledTemplates(TEMPLATES, language, _FILTERS)


def _day_of_year(ms: int) -> str:
    return formats.date_format(timezone.localtime(labels.moment(ms)), "MONTH_DAY_FORMAT")


def _time_of_day(ms: int) -> str:
    return formats.date_format(timezone.localtime(labels.moment(ms)), "TIME_FORMAT")


_PUSHED: Final = (
    *("bar", "deal", "list_row", "own", "people", "pick", "prizes"),
    *("standings", "standings_row", "table", "tables"),
)
_FILTERS: Final[dict[str, Callable[..., object]]] = {
    "amount": amount_text,
    "chips": labels.chips,
    "day_of_year": _day_of_year,
    "money": money_text,
    "time_left": time_left,
    "time_of_day": _time_of_day,
}
