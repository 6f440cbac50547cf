"""Terms of the glossary as tooltips (C11)."""

from django import template

from games.web.learn.glossary import TERMS

register = template.Library()


@register.filter
def meaning(code: str) -> str:
    """The definition of a term of the glossary, in the viewer's language."""
    return str(TERMS[code].meaning)
