"""Words of poker as tooltips (C11)."""

from django import template

from games.web.learn.glossary import TERMS

register = template.Library()


@register.filter
def meaning(code: str) -> str:
    """What a word of the glossary means, in the viewer's language."""
    return str(TERMS[code].meaning)
