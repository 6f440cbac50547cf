"""Draws the templates of `templates/games/floor/rows`, compiled for each language; values are escaped."""

from django.utils.safestring import SafeString

from games.web.html.compiled_templates import plain_templates


def draw_row(name: str, context: dict[str, object], language: str) -> SafeString:
    """The HTML of a row of the panel in a language."""
    return plain_templates(language).render(f"games/floor/rows/{name}.html", context)
