"""How long seats of cash tables were taken: player-hours and occupancy, with those who still sit there."""

from collections import defaultdict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from games.models import Seat
from games.models.hourly import HourlySeats
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
    key: Callable[[TableHour], Hashable],
    *,
    since: datetime,
    until: datetime,
    currency: str,
    now: datetime,
    table: int = 0,
    clock: int | None = None,
) -> dict[Hashable, SeatTime]:
    """The seat time of each key in hours that began from `since` until before `until`.

    `clock` keeps one hour of each day. A table offers all its seats in every hour in which anybody sat there, in the
    current hour until `now`.
    """
    found: dict[TableHour, SeatTime] = {}
    rows = HourlySeats.objects.filter(currency=currency, hour__gte=since, hour__lt=until)
    live = Seat.objects.filter(table__tournament=None, table__currency=currency, seated_at__lt=until)
    if table:
        rows, live = rows.filter(table=table), live.filter(table=table)
    fields = ("table_id", "table__name", "hour", "seats", "player_seconds", "bot_seconds")
    for pk, name, hour, seats, players, bots in rows.values_list(*fields).iterator(chunk_size=5000):
        found[TableHour(pk, name, hour)] = SeatTime(players, bots, seats * _elapsed(hour, now))
    taken = live.values_list("table_id", "table__name", "table__seats", "seated_at", "bot")
    for pk, name, seats, seated_at, bot in taken:
        for hour, seconds in seconds_by_hour(max(seated_at, since), min(now, until)):
            one = found.setdefault(TableHour(pk, name, hour), SeatTime(offered=seats * _elapsed(hour, now)))
            one.players += 0 if bot else seconds
            one.bots += seconds if bot else 0
    sums: dict[Hashable, SeatTime] = defaultdict(SeatTime)
    for place, time in found.items():
        if clock not in (None, clock_of(place)):
            continue
        one = sums[key(place)]
        one.players += time.players
        one.bots += time.bots
        one.offered += time.offered
    return dict(sums)


def _elapsed(hour: datetime, now: datetime) -> int:
    """How many seconds of the hour are over."""
    return max(0, min(HOUR_SECONDS, int((now - hour).total_seconds())))


def day_of(place: TableHour) -> datetime:
    """The day of an hour, as its midnight by the room's clocks."""
    return timezone.localtime(place.hour).replace(hour=0)


def clock_of(place: TableHour) -> int:
    """The hour of the day."""
    return hour_of(place.hour).hour
