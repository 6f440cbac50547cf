"""The player's own strip, for every page."""

from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.web.lobby.my_strip import mine_piece

register = template.Library()


@register.simple_tag(takes_context=True)
def mine(context: dict[str, Any]) -> SafeString:
    """My tables and waiting lists; nothing for who isn't signed in."""
    user = getattr(context.get("request"), "user", None)
    if user is None or not user.is_authenticated:
        return mark_safe("")
    return mark_safe(mine_piece(user, str(get_language())))  # noqa: S308 - escaped by the template
