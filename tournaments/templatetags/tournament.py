"""Template filters for chips, times and places."""

from datetime import UTC, datetime

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
def clock(ms: int) -> str:
    """A countdown: "7:05" or "1:02:09"."""
    seconds = -(-max(0, ms) // 1000)
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


@register.filter
def moment(ms: int) -> datetime:
    """Milliseconds since the epoch as a datetime for the date filters."""
    return datetime.fromtimestamp(ms / 1000, UTC)
