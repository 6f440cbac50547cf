"""Draws the templates of `templates/games/table`, compiled for each language; values that are no HTML are escaped."""

from collections.abc import Callable
from functools import cache
from typing import Final

from django.utils.safestring import SafeString

from games.text.initials import initials
from games.text.refusals import AmountText
from games.text.time_left import time_left
from games.web.html.chips import chip_colour
from games.web.html.compiled_templates import TEMPLATES, CompiledTemplates
from games.web.learn.glossary import TERMS


def draw(fragment: str, context: dict[str, object], language: str, amounts: AmountText | None = None) -> SafeString:
    """The HTML of a fragment in a language; `amounts` writes the amounts that its template formats."""
    if amounts:
        context["amounts"] = amounts
    return _templates(language).render(f"games/table/{fragment}.html", context)


def compile_fragment(fragment: str, language: str) -> None:
    """Compiles a fragment in a language before it is first drawn."""
    _templates(language).compile(f"games/table/{fragment}.html")


@cache
def _templates(language: str) -> CompiledTemplates:
    return CompiledTemplates(TEMPLATES, language, _FILTERS)


def _amount_in(minor: int, amounts: AmountText) -> str:
    return amounts(minor)


def _meaning(code: str) -> str:
    return str(TERMS[code].meaning)


_FILTERS: Final[dict[str, Callable[..., object]]] = {
    "amount_in": _amount_in,
    "chip_colour": chip_colour,
    "initials": initials,
    "meaning": _meaning,
    "time_left": time_left,
}
