"""Hands, pots and rake of cash tables, added up by day, hour, table, game, stakes or player."""

from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.db.models import Max, Min, QuerySet, Sum
from django.db.models.functions import ExtractHour, TruncDay, TruncMonth

from games.models import Hand, HandPlayer, Table
from games.models.hourly import HourlyTable
from games.models.results import HourlyResult


class By(StrEnum):
    """What the sums are divided by; CLOCK is the hour of the day, whatever the day."""

    MONTH = "month"
    DAY = "day"
    CLOCK = "clock"
    TABLE = "table"
    GAME = "game"
    STAKES = "stakes"
    PLAYER = "player"


STAKES = ("structure", "small_blind", "big_blind")
_KEYS: dict[By, tuple[str, ...]] = {
    By.TABLE: ("table_id", "table__name"),
    By.GAME: ("game", "structure"),
    By.STAKES: STAKES,
    By.PLAYER: ("player_id",),
}
TIMES = {By.MONTH: TruncMonth, By.DAY: TruncDay, By.CLOCK: ExtractHour}


class Play(NamedTuple):
    """Which hands are asked for: those that ended from `since` until before `until`, in one currency.

    Fields that are empty do not restrict it. `clock` is an hour of the day, `stakes` are structure and both blinds or
    limits. With a `player`, hands and rake are this player's part (R5), without house bots.
    """

    since: datetime
    until: datetime
    currency: str
    table: int = 0
    game: tuple[str, str] | None = None
    stakes: tuple[str, int, int] | None = None
    clock: int | None = None
    player: int = 0


class PlaySums(NamedTuple):
    """The sums of one key: a datetime, an hour, or the values of the key's fields; amounts in minor units."""

    key: Any  # its type depends on what the sums are divided by
    hands: int
    pots: int
    rake: int


class ReportHand(NamedTuple):
    """One hand in a report; with a player asked for, `rake` is the player's part of it."""

    table: int
    table_name: str
    number: int
    ended: datetime
    game: str
    structure: str
    small_blind: int
    big_blind: int
    players: int
    pot: int
    rake: int


def sums_by(by: By, wanted: Play) -> list[PlaySums]:
    """The sums of each key: times from first to last, others from the most rake to the least."""
    rows, sums = _rows(wanted, of_players=by is By.PLAYER)
    if by in TIMES:
        keyed = rows.annotate(key=TIMES[by]("hour")).values_list("key").annotate(**sums).order_by("key")
        return [PlaySums(*row) if len(row) == 4 else PlaySums(row[0], row[1], 0, row[2]) for row in keyed]
    names = _KEYS[by]
    found = list(rows.values(*names).annotate(**sums).order_by("-sum_rake", *names))
    if by is By.PLAYER:
        # Names are read for each player once, not for each of many hours.
        people = get_user_model().objects.filter(pk__in=[row["player_id"] for row in found])
        shown = dict(people.values_list("pk", "display_name"))
        found = [{**row, "name": shown[row["player_id"]]} for row in found]
        names = ("player_id", "name")
    return [
        PlaySums(tuple(row[name] for name in names), row["sum_hands"], row.get("sum_pots", 0), row["sum_rake"])
        for row in found
    ]


def total(wanted: Play) -> PlaySums:
    """The sums of all hands asked for."""
    rows, sums = _rows(wanted, of_players=False)
    row = rows.aggregate(**sums)
    return PlaySums(None, row["sum_hands"] or 0, row.get("sum_pots") or 0, row["sum_rake"] or 0)


def hands(wanted: Play, *, after: int = 0, limit: int = 50) -> tuple[list[ReportHand], int]:
    """A page of the hands at one table or of one player, oldest first, after the hand with the id `after`.

    Also returns `after` of the next page, 0 on the last. Void hands are left out.
    """
    found = _hands_of_player(wanted) if wanted.player else _hands_of_table(wanted)
    if wanted.game:
        found = found.filter(game=wanted.game[0], structure=wanted.game[1])
    if wanted.stakes:
        found = found.filter(**dict(zip(STAKES, wanted.stakes, strict=True)))
    if wanted.clock is not None:
        found = found.annotate(clock=ExtractHour("ended_at")).filter(clock=wanted.clock)
    rows = list(found.filter(void=False, pk__gt=after).order_by("pk").values(*_HAND)[: limit + 1])
    shares: dict[int, int] = {}
    if wanted.player:
        mine = HandPlayer.objects.filter(player=wanted.player, hand__in=[row["pk"] for row in rows])
        shares = dict(mine.order_by().values_list("hand", "rake"))
    page = [_hand(row, shares.get(row["pk"], 0) if wanted.player else row["rake"]) for row in rows[:limit]]
    return page, rows[limit - 1]["pk"] if len(rows) > limit else 0


_HAND = (
    *("pk", "table_id", "table__name", "number", "ended_at", "game", "structure", "small_blind", "big_blind"),
    *("players", "pot", "rake"),
)


def _hand(row: dict[str, Any], rake: int) -> ReportHand:
    return ReportHand(
        table=row["table_id"],
        table_name=row["table__name"],
        number=row["number"],
        ended=row["ended_at"],
        game=row["game"],
        structure=row["structure"],
        small_blind=row["small_blind"],
        big_blind=row["big_blind"],
        players=row["players"],
        pot=row["pot"],
        rake=rake,
    )


def _hands_of_table(wanted: Play) -> QuerySet[Hand]:
    """The hands of the table between the first and last number of the hours asked for: no other hand is read."""
    hours, _ = _rows(wanted, of_players=False)
    ends = hours.aggregate(first=Min("first_hand"), last=Max("last_hand"))
    if ends["first"] is None:
        return Hand.objects.none()
    return Hand.objects.filter(table=wanted.table, number__gte=ends["first"], number__lte=ends["last"])


def _hands_of_player(wanted: Play) -> QuerySet[Hand]:
    """The player's hands from the first one of the hours asked for."""
    hours: QuerySet[Any] = _rows(wanted, of_players=True)[0]
    parts = HandPlayer.objects.filter(player=wanted.player)
    firsts = list(hours.values_list("first_hand_player", flat=True))
    first = parts.filter(pk__in=firsts).aggregate(first=Min("hand"))["first"]
    if first is None:
        return Hand.objects.none()
    found = Hand.objects.filter(hand_players__player=wanted.player, hand_players__hand__gte=first)
    found = found.filter(ended_at__gte=wanted.since, ended_at__lt=wanted.until, table__currency=wanted.currency)
    found = found.filter(table__tournament=None)
    return found.filter(table=wanted.table) if wanted.table else found


def _rows(wanted: Play, *, of_players: bool) -> tuple[QuerySet[Any], dict[str, Sum]]:
    """The hours asked for, of tables or of players, and what of them is added up."""
    same: dict[str, object] = {"hour__gte": wanted.since, "hour__lt": wanted.until}
    if wanted.table:
        same["table"] = wanted.table
    if wanted.game:
        same |= {"game": wanted.game[0], "structure": wanted.game[1]}
    if wanted.stakes:
        same |= zip(STAKES, wanted.stakes, strict=True)
    sums = {"sum_hands": Sum("hands"), "sum_rake": Sum("rake")}
    rows: QuerySet[Any]  # one of two models
    if of_players or wanted.player:
        # As ids, so that the join with a wide table is not made for each hour.
        tables = list(Table.objects.filter(currency=wanted.currency).values_list("pk", flat=True))
        of_player = {"player": wanted.player} if wanted.player else {}
        rows = HourlyResult.objects.filter(table__in=tables, **same, **of_player)
    else:
        rows = HourlyTable.objects.filter(currency=wanted.currency, **same)
        sums = {"sum_hands": sums["sum_hands"], "sum_pots": Sum("pots"), "sum_rake": sums["sum_rake"]}
    if wanted.clock is not None:
        rows = rows.annotate(clock=ExtractHour("hour")).filter(clock=wanted.clock)
    return rows, sums


def table_name(table: int) -> str:
    """The name of a table, "" if there is none."""
    return Table.objects.filter(pk=table).values_list("name", flat=True).first() or ""
