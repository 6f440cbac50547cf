"""Days of a report: chosen by name or from one to another, in the room's time zone."""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Final, NamedTuple

from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from backoffice.api import Text

TODAY, YESTERDAY, WEEK, MONTH, LAST_MONTH, OWN = "today", "yesterday", "week", "month", "last_month", "own"
NAMES: Final[Mapping[str, Text]] = {
    TODAY: pgettext_lazy("days of a report", "Today"),
    YESTERDAY: _("Yesterday"),
    WEEK: _("7 days"),
    MONTH: _("This month"),
    LAST_MONTH: _("Last month"),
}
DAY: Final = timedelta(days=1)
MOST_DAYS: Final = 3660
DAYS_IN_A_CHART: Final = 92
"""Longer ranges are divided into months."""


class DayRange(NamedTuple):
    """The days from `first` to `last`, both included."""

    first: date
    last: date

    @property
    def since(self) -> datetime:
        """The midnight with which it begins."""
        return midnight(self.first)

    @property
    def until(self) -> datetime:
        """The midnight before which it ends."""
        return midnight(self.last + DAY)

    @property
    def days(self) -> list[date]:
        """Each of its days."""
        return [self.first + number * DAY for number in range((self.last - self.first).days + 1)]

    @property
    def is_one_day(self) -> bool:
        """Whether it is a single day."""
        return self.first == self.last

    @property
    def is_long(self) -> bool:
        """Whether it is divided into months."""
        return (self.last - self.first).days >= DAYS_IN_A_CHART

    def before(self) -> "DayRange":
        """As many days just before it."""
        length = self.last - self.first + DAY
        return DayRange(self.first - length, self.last - length)


def midnight(day: date) -> datetime:
    """The start of a day in the room's time zone."""
    return timezone.make_aware(datetime.combine(day, time.min))


def named(name: str, today: date) -> DayRange:
    """The days of a name; this month ends today."""
    match name:
        case "today":
            return DayRange(today, today)
        case "yesterday":
            return DayRange(today - DAY, today - DAY)
        case "week":
            return DayRange(today - 6 * DAY, today)
        case "last_month":
            last = today.replace(day=1) - DAY
            return DayRange(last.replace(day=1), last)
        case _:
            return DayRange(today.replace(day=1), today)


def chosen(query: Mapping[str, str], today: date, *, usual: str = MONTH) -> tuple[str, DayRange]:
    """The name and days that a query string asks for; `usual` if it asks for none that can be read.

    Days to come are left out.
    """
    if query.get("range") in NAMES:
        return query["range"], named(query["range"], today)
    first, last = _day(query.get("from", "")), _day(query.get("to", ""))
    if first is None and last is None:
        return usual, named(usual, today)
    first, last = sorted(min(day, today) for day in (first or last or today, last or first or today))
    return OWN, DayRange(max(first, last - MOST_DAYS * DAY), last)


def _day(text: str) -> date | None:
    """A typed day between the years 2000 and 2199."""
    try:
        found = parse_date(text.strip()[:10])
    except ValueError:
        return None
    return found if found and 2000 <= found.year < 2200 else None
