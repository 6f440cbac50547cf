"""Draws parts of every page that sockets send as well: templates of `templates/components`, compiled for each language.

Values are escaped.
"""

from functools import cache

from django.utils.safestring import SafeString

from games.web.html.compiled_templates import TEMPLATES, CompiledTemplates


def draw_component(name: str, context: dict[str, object], language: str) -> SafeString:
    """The HTML of a component in a language."""
    return _templates(language).render(f"components/{name}.html", context)


@cache
def _templates(language: str) -> CompiledTemplates:
    return CompiledTemplates(TEMPLATES, language, {})
