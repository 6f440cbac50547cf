"""The strip with a player's tables and waiting lists, for every page."""

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.web.lobby.my_strip import my_strip_fragment
from games.web.lobby.session_bar import session_fragment

register = template.Library()


@register.simple_tag(takes_context=True)
def my_strip(context: dict[str, object]) -> SafeString:
    """The signed-in player's tables and waiting lists; nothing for anonymous visitors."""
    user = getattr(context.get("request"), "user", None)
    if user is None or not user.is_authenticated:
        return mark_safe("")
    return mark_safe(my_strip_fragment(user, str(get_language())))  # noqa: S308 - escaped by the template


@register.simple_tag(takes_context=True)
def my_session(context: dict[str, object]) -> SafeString:
    """The signed-in player's session: time played, result, reality check; nothing for anonymous visitors (M7)."""
    user = getattr(context.get("request"), "user", None)
    if user is None or not user.is_authenticated:
        return mark_safe("")
    return mark_safe(session_fragment(user, str(get_language())))  # noqa: S308 - escaped by the template
