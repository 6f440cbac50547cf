"""Draws the templates of `templates/games/floor/rows`, compiled for each language; values are escaped."""

from functools import cache

from django.utils.safestring import SafeString

from games.web.html.compiled_templates import TEMPLATES, CompiledTemplates


def draw_row(name: str, context: dict[str, object], language: str) -> SafeString:
    """The HTML of a row of the panel in a language."""
    return _templates(language).render(f"games/floor/rows/{name}.html", context)


@cache
def _templates(language: str) -> CompiledTemplates:
    return CompiledTemplates(TEMPLATES, language, {})
