"""Moments in words, in the time zone of the room."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import pgettext

TODAY = timedelta(hours=18)


def is_near(at: datetime | None, now: datetime) -> bool:
    """Whether a moment is so near that its time alone tells it."""
    return at is not None and at - now < TODAY


def moment_text(at: datetime) -> str:
    """The day and the time."""
    return date_format(_local(at), "SHORT_DATETIME_FORMAT")


def time_text(at: datetime) -> str:
    """The time alone."""
    return time_format(_local(at))


def closes_text(at: datetime, *, near: bool) -> str:
    """When a table closes by itself, for a label; `near` leaves out the day."""
    if near:
        return pgettext("a table, by itself", "closes at {time}").format(time=time_text(at))
    return pgettext("a table, by itself", "closes {day}").format(day=moment_text(at))


def _local(at: datetime) -> datetime:
    return timezone.localtime(at, timezone.get_default_timezone())
