"""How long seats of cash tables were taken: player-hours and occupancy, with those who still sit there."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet, Sum
from django.db.models.functions import ExtractHour
from django.utils import timezone

from games.models import Seat
from games.models.hourly import HourlySeats
from games.reports.play import TIMES, By
from games.store.hourly_sums import hour_of, seconds_by_hour

HOUR_SECONDS = 3600


class TableHour(NamedTuple):
    """One table in one hour."""

    table: int
    name: str
    hour: datetime


@dataclass
class SeatTime:
    """Seconds in which seats were taken by players and by house bots, and all seconds that their tables offered."""

    players: int = 0
    bots: int = 0
    offered: int = 0

    @property
    def permille(self) -> int:
        """How much of what was offered players and bots took."""
        return 1000 * (self.players + self.bots) // self.offered if self.offered else 0


def seat_time(
    by: By,
    *,
    since: datetime,
    until: datetime,
    currency: str,
    now: datetime,
    table: int = 0,
    clock: int | None = None,
) -> dict[Any, SeatTime]:  # Any: the type of a key depends on what divides the sums, as in `play.sums_by`
    """The seat time of each month, day, hour of the day or table, in hours from `since` until before `until`.

    `clock` keeps one hour of each day. A table offers all its seats in every hour in which anybody sat there, in the
    current hour until `now`.
    """
    rows = HourlySeats.objects.filter(currency=currency, hour__gte=since, hour__lt=until)
    live = Seat.objects.filter(table__tournament=None, table__currency=currency, seated_at__lt=until)
    if table:
        rows, live = rows.filter(table=table), live.filter(table=table)
    if clock is not None:
        rows = rows.annotate(clock=ExtractHour("hour")).filter(clock=clock)
    sums: dict[Any, SeatTime] = defaultdict(SeatTime)
    offered = Sum("seats") * HOUR_SECONDS
    for *key, players, bots, seconds in _keyed(rows, by).annotate(Sum("player_seconds"), Sum("bot_seconds"), o=offered):
        sums[tuple(key) if by is By.TABLE else key[0]] = SeatTime(players, bots, seconds)
    # The current hour is not over: what it still offers is taken out again.
    current = rows.filter(hour=hour_of(now)).values_list("table_id", "table__name", "hour", "seats")
    for pk, name, hour, seats in current:
        sums[_key(by, TableHour(pk, name, hour))].offered -= seats * (HOUR_SECONDS - _elapsed(hour, now))
    for place, time in _still_taken(rows, live, since, until, now).items():
        if clock in (None, _clock(place)):
            one = sums[_key(by, place)]
            one.players, one.bots = one.players + time.players, one.bots + time.bots
            one.offered += time.offered
    return dict(sums)


def _keyed(rows: QuerySet[HourlySeats], by: By) -> QuerySet[Any, Any]:
    """The rows by key, to be added up."""
    if by is By.TABLE:
        return rows.order_by("table_id").values_list("table_id", "table__name")
    return rows.annotate(key=TIMES[by]("hour")).order_by("key").values_list("key")


def _still_taken(
    rows: QuerySet[HourlySeats], live: QuerySet[Seat], since: datetime, until: datetime, now: datetime
) -> dict[TableHour, SeatTime]:
    """The time of seats that are still taken; it offers nothing in hours that have a row already."""
    taken = list(live.values_list("table_id", "table__name", "table__seats", "seated_at", "bot"))
    earliest = min((row[3] for row in taken), default=now)
    known = rows.filter(table__in={row[0] for row in taken}, hour__gte=hour_of(earliest))
    there = set(known.values_list("table_id", "hour"))
    found: dict[TableHour, SeatTime] = {}
    for pk, name, seats, seated_at, bot in taken:
        for hour, seconds in seconds_by_hour(max(seated_at, since), min(now, until)):
            more = 0 if (pk, hour) in there else seats * _elapsed(hour, now)
            one = found.setdefault(TableHour(pk, name, hour), SeatTime(offered=more))
            one.players += 0 if bot else seconds
            one.bots += seconds if bot else 0
    return found


def _key(by: By, place: TableHour) -> object:
    match by:
        case By.MONTH:
            return timezone.localtime(place.hour).replace(day=1, hour=0)
        case By.DAY:
            return timezone.localtime(place.hour).replace(hour=0)
        case By.CLOCK:
            return _clock(place)
        case _:
            return (place.table, place.name)


def _clock(place: TableHour) -> int:
    return timezone.localtime(place.hour).hour


def _elapsed(hour: datetime, now: datetime) -> int:
    """How many seconds of the hour are over."""
    return max(0, min(HOUR_SECONDS, int((now - hour).total_seconds())))
