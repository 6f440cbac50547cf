"""Adds hands and stays to the sums that reports read, in the transaction that writes the hand or frees the seat.

The caller has locked the table, so nobody else adds to its rows.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta

from django.db.models import F
from django.utils import timezone

from backoffice import plain_sql
from games.models import Hand, HandPlayer, Seat, Table
from games.models.hourly import HourlySeats, HourlyTable, PlayedDay, Stay

HOUR = timedelta(hours=1)
LONGEST_COUNTED = timedelta(days=366)
"""Of a longer stay only its end is counted by hours."""
ROWS_A_STATEMENT = 1000


def hour_of(moment: datetime) -> datetime:
    """When the hour of a moment began, by the room's clocks."""
    local = timezone.localtime(moment)
    return local.replace(minute=0, second=0, microsecond=0)


def add_hand(hand: Hand, table: Table) -> None:
    """Adds a hand of a cash table to its hour."""
    row = {**_hour_key(hand), "currency": table.currency, "first_hand": hand.number, "last_hand": hand.number}
    row |= {"hands": 1, "pots": hand.pot, "rake": hand.rake}
    plain_sql.add(HourlyTable, [row], sums=("hands", "pots", "rake"), latest=("last_hand",), unique=[*_hour_key(hand)])


def remove_hand(hand: Hand) -> None:
    """Takes the table's last hand, which is void, out of its hour (F5); an hour without hands is deleted."""
    rows = HourlyTable.objects.filter(**_hour_key(hand))
    rows.filter(hands=1).delete()
    rows.update(hands=F("hands") - 1, pots=F("pots") - hand.pot, rake=F("rake") - hand.rake)


def add_players(hand: Hand, players: Iterable[HandPlayer]) -> None:
    """Counts a hand of a cash table or a tournament in the day of each of its players."""
    day = timezone.localdate(hand.ended_at)
    ids = sorted(player.player_id for player in players)
    rows = [{"day": day, "player_id": player, "table_id": hand.table_id, "hands": 1} for player in ids]
    plain_sql.add(PlayedDay, rows, sums=("hands",), unique=["day", "player_id", "table_id"])


def remove_players(hand: Hand) -> None:
    """Takes a void hand out of the day of each of its players."""
    day = timezone.localdate(hand.ended_at)
    players = hand.hand_players.values("player")
    rows = PlayedDay.objects.filter(day=day, table=hand.table_id, player__in=players)
    rows.filter(hands=1).delete()
    rows.update(hands=F("hands") - 1)


def add_stay(seat: Seat, table: Table, left_at: datetime) -> None:
    """Keeps a stay at a cash table that has ended, and adds it to its hours."""
    # A host whose clock is behind must not end a stay before it began.
    left_at = max(left_at, seat.seated_at)
    # A clock that was years off must not write years of hours while the table waits.
    counted_from = max(seat.seated_at, left_at - LONGEST_COUNTED)
    same = {"table_id": table.pk, "currency": table.currency}
    hours = list(seconds_by_hour(counted_from, left_at))
    total = sum(seconds for _, seconds in hours)
    stay = Stay(player_id=seat.player_id, bot=seat.bot, seated_at=seat.seated_at, left_at=left_at, **same)
    stay.seconds = total
    stay.save()
    rows: list[Mapping[str, object]] = []
    for hour, seconds in hours:
        taken = {"player_seconds": 0, "bot_seconds": 0, "bot_seconds" if seat.bot else "player_seconds": seconds}
        rows.append({**same, "hour": hour, "seats": table.seats, **taken})
    for start in range(0, len(rows), ROWS_A_STATEMENT):
        some = rows[start : start + ROWS_A_STATEMENT]
        plain_sql.add(HourlySeats, some, sums=("player_seconds", "bot_seconds"), unique=["table_id", "hour"])


def seconds_by_hour(began: datetime, ended: datetime) -> Iterator[tuple[datetime, int]]:
    """The whole seconds of a span in each hour that it touches; they sum to its seconds from clock to clock."""
    began, ended = began.replace(microsecond=0), ended.replace(microsecond=0)
    while began < ended:
        hour = hour_of(began)
        # In UTC, as an hour more by the clock on the wall may be two hours or none when clocks are changed.
        after = hour.astimezone(UTC) + HOUR
        if hour_of(after).timestamp() == hour.timestamp():
            # Where clocks go back by half an hour, this hour lasts so much longer.
            after += HOUR / 2
        after = min(after, ended)
        yield hour, round((after - began).total_seconds())
        began = after


def _hour_key(hand: Hand) -> dict[str, object]:
    return {
        "table_id": hand.table_id, "hour": hour_of(hand.ended_at), "game": hand.game, "structure": hand.structure,
        "small_blind": hand.small_blind, "big_blind": hand.big_blind,
    }  # fmt: skip
