"""Who played on which days, and how long players stay at a cash table."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Count, QuerySet, Sum
from django.db.models.functions import TruncDay

from games.models.hourly import PlayedDay, Stay


class Stays(NamedTuple):
    """How many stays ended, and how long they were in seconds altogether, and the median one."""

    ended: int
    seconds: int
    median: int

    @property
    def mean(self) -> int:
        """The mean stay in seconds."""
        return self.seconds // self.ended if self.ended else 0


def active_by_day(first: date, last: date) -> dict[date, int]:
    """How many players were dealt a hand on each day, in cash games or tournaments."""
    return dict(_days(first, last).order_by("day").values_list("day").annotate(Count("player", distinct=True)))


def active(first: date, last: date) -> "QuerySet[PlayedDay, int]":
    """Who was dealt a hand in these days: ids, each once."""
    return _days(first, last).values_list("player", flat=True).distinct()


def returning(days: tuple[date, date], before: tuple[date, date]) -> "QuerySet[PlayedDay, int]":
    """Who was dealt a hand from the first to the last of these days, and also of those before: ids, each once."""
    return active(*days).filter(player__in=active(*before))


def hands_of_players(first: date, last: date) -> dict[int, int]:
    """How many hands each player was dealt in these days."""
    return dict(_days(first, last).values_list("player").annotate(Sum("hands")))


def _days(first: date, last: date) -> QuerySet[PlayedDay]:
    return PlayedDay.objects.filter(day__gte=first, day__lte=last)


def stays(since: datetime, until: datetime) -> Stays:
    """The stays of players that ended in this time."""
    found = _stays(since, until)
    sums = found.aggregate(count=Count("pk"), seconds=Sum("seconds"))
    ordered = found.order_by("seconds").values_list("seconds", flat=True)
    return Stays(sums["count"], sums["seconds"] or 0, _median(ordered, sums["count"]))


def stays_by_day(since: datetime, until: datetime) -> dict[datetime, tuple[int, int]]:
    """How many stays ended on each day, by its midnight, and their seconds."""
    rows = _stays(since, until).annotate(day=TruncDay("left_at")).values_list("day")
    return {day: (count, seconds) for day, count, seconds in rows.annotate(Count("pk"), Sum("seconds"))}


def _stays(since: datetime, until: datetime) -> QuerySet[Stay]:
    return Stay.objects.filter(left_at__gte=since, left_at__lt=until, bot=False)


def _median(ordered: "QuerySet[Stay, int]", count: int) -> int:
    middle: Sequence[int] = list(ordered[(count - 1) // 2 : count // 2 + 1]) if count else []
    return sum(middle) // len(middle) if middle else 0
