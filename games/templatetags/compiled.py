"""A compiled template as a part of a page."""

from django import template
from django.template import Context
from django.urls import get_script_prefix
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.web.html.compiled_templates import plain_templates

register = template.Library()


@register.simple_tag(takes_context=True)
def compiled(context: Context, name: str) -> SafeString:
    """The template of this name as HTML, with the values that the page has; one that it does not have is empty."""
    return plain_templates(str(get_language()), get_script_prefix()).render(name, context)
