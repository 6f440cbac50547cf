"""Draws parts of every page that sockets send as well: templates of `templates/components`, compiled for each language.

Values are escaped.
"""

from django.utils.safestring import SafeString

from games.web.html.compiled_templates import plain_templates


def draw_component(name: str, context: dict[str, object], language: str) -> SafeString:
    """The HTML of a component in a language."""
    return plain_templates(language).render(f"components/{name}.html", context)
