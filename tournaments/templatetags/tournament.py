"""Template filters for chips, times and places."""

from datetime import datetime

from django import template

from tournaments.web.text import labels

register = template.Library()


@register.filter
def chips(count: int) -> str:
    """Whole chips: "12 500"."""
    return labels.chips(count)


@register.filter
def span(ms: int) -> str:
    """A duration: "1 h 20 min"."""
    return labels.span(ms)


@register.filter
def moment(ms: int) -> datetime:
    """Milliseconds since the epoch as a datetime for the date filters."""
    return labels.moment(ms)
