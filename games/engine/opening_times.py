"""Tables that open and close by the clock: which opening a schedule has now, and which come next.

Days and times are local to a zone. A time that the clocks repeat is the first of the two, one that they leave out is as
much later; so each day has at most one opening, and none overlaps the next.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple

DAY = timedelta(days=1)
LONGEST_PAUSE = 8
"""Days in which every schedule opens at least once, unless the clocks leave its hours out."""


class OpeningTimes(NamedTuple):
    """On which weekdays tables open, Monday being 0, and the local times of opening and closing.

    Closing at or before the time of opening is on the next day.
    """

    weekdays: frozenset[int]
    opens: time
    closes: time

    @property
    def ends_next_day(self) -> bool:
        """Whether an opening goes past midnight."""
        return self.closes <= self.opens


class Opening(NamedTuple):
    """One opening: the local day on which it begins, and its two moments in UTC."""

    day: date
    opens_at: datetime
    closes_at: datetime


def opening_now(times: OpeningTimes, now: datetime, zone: tzinfo) -> Opening | None:
    """The opening that should be running now, also if it began while nobody looked; None between openings."""
    return next((one for one in _around(times, now, zone) if one.opens_at <= now < one.closes_at), None)


def next_openings(times: OpeningTimes, now: datetime, zone: tzinfo, *, count: int) -> list[Opening]:
    """The next openings after this moment, fewer than `count` where the days hold no more; the first comes first."""
    found = [one for one in _around(times, now, zone, ahead=LONGEST_PAUSE * count) if one.opens_at > now]
    return found[:count]


def _around(times: OpeningTimes, now: datetime, zone: tzinfo, *, ahead: int = 1) -> Iterator[Opening]:
    """The openings from yesterday's on."""
    today = now.astimezone(zone).date()
    for number in range(-1, ahead + 1):
        day = today + number * DAY
        if day.weekday() in times.weekdays:
            opening = _opening_on(times, day, zone)
            if opening.opens_at < opening.closes_at:
                yield opening


def _opening_on(times: OpeningTimes, day: date, zone: tzinfo) -> Opening:
    last = day + DAY if times.ends_next_day else day
    return Opening(day, _moment(day, times.opens, zone), _moment(last, times.closes, zone))


def _moment(day: date, at: time, zone: tzinfo) -> datetime:
    return datetime.combine(day, at, zone).astimezone(UTC)
