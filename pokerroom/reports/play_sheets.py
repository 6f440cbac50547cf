"""Hands, rake and seat time of cash tables as sheets: each row leads to a narrower one, down to the hands."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from backoffice.api import Text
from games.engine.rules.stakes import Stakes, Structure
from games.reports import play, seats
from games.reports.play import By, PlaySums, ReportHand
from games.reports.seats import SeatTime
from games.text.amounts import AmountFormat
from games.text.games import STRUCTURES, game_name, stakes_text
from pokerroom.models import User
from pokerroom.reports.ask import Ask, one_day
from pokerroom.reports.ranges import DayRange
from pokerroom.reports.sheet import Figure, Row, Sheet, Unit
from pokerroom.reports.times import clock_text, day_text, short_day

HANDS: Final = "hands"
GROUPS: Final[Mapping[str, Text]] = {
    By.DAY: pgettext_lazy("a report by", "Day"),
    By.CLOCK: pgettext_lazy("a report by", "Hour"),
    By.TABLE: pgettext_lazy("a report by", "Table"),
    By.GAME: pgettext_lazy("a report by", "Game"),
    By.STAKES: pgettext_lazy("a report by", "Stakes"),
    By.PLAYER: pgettext_lazy("a report by", "Player"),
    HANDS: pgettext_lazy("a report by", "Hand"),
}
RAKE = Figure(gettext_lazy("Rake"), Unit.MONEY, "key")
PLAYED = Figure(gettext_lazy("Hands"), Unit.COUNT, "side")
POTS = Figure(gettext_lazy("Average pot"), Unit.MONEY)
PLAYER_HOURS = Figure(gettext_lazy("Player-hours"), Unit.HOURS, "side")
BOT_HOURS = Figure(gettext_lazy("Bot-hours"), Unit.HOURS)
TAKEN = Figure(gettext_lazy("Seats taken"), Unit.PERCENT)
SEATED: Final = (By.MONTH, By.DAY, By.CLOCK, By.TABLE)
"""What seat time can be divided by: a seat is taken at a table, whatever is played there."""
MOST_IN_CSV: Final = 100_000


def rake_sheet(ask: Ask, *, whole: bool = False) -> Sheet:
    """Rake, hands and average pot; `whole` reads all hands, not a page of them."""
    if ask.by == HANDS:
        return _hands_sheet(ask, whole=whole)
    figures = (RAKE, PLAYED) if _of_player(ask) else (RAKE, PLAYED, POTS)
    rows, total = _sums(ask)

    def values(sums: PlaySums) -> Sequence[int]:
        pot = sums.pots // sums.hands if sums.hands else 0
        return (sums.rake, sums.hands) if _of_player(ask) else (sums.rake, sums.hands, pot)

    return _sheet(ask, figures, [(one.key, values(one)) for one in rows], values(total))


def play_sheet(ask: Ask, *, whole: bool = False) -> Sheet:
    """Hands, and at tables how long seats were taken."""
    if ask.by == HANDS:
        return _hands_sheet(ask, whole=whole)
    rows, total = _sums(ask)
    if _divided_by(ask) not in SEATED or ask.query.keys() & {"game", "stakes", "player"}:
        without = (Figure(PLAYED.label, Unit.COUNT, "key"), Figure(RAKE.label, Unit.MONEY, "side"))
        return _sheet(ask, without, [(one.key, (one.hands, one.rake)) for one in rows], (total.hands, total.rake))
    times = _seat_times(ask)
    by_key = {one.key: one.hands for one in rows}
    keys = sorted(by_key.keys() | times.keys()) if _in_order(ask) else [*by_key, *(times.keys() - by_key.keys())]
    sat = [times.get(key, SeatTime()) for key in keys]
    values = [(by_key.get(key, 0), one.players, one.bots, one.permille) for key, one in zip(keys, sat, strict=True)]
    everything = SeatTime(*(sum(getattr(one, name) for one in sat) for name in ("players", "bots", "offered")))
    figures = (Figure(PLAYED.label, Unit.COUNT, "key"), PLAYER_HOURS, BOT_HOURS, TAKEN)
    ends = (total.hands, everything.players, everything.bots, everything.permille)
    return _sheet(ask, figures, list(zip(keys, values, strict=True)), ends)


def narrowings(ask: Ask) -> list[tuple[str, str]]:
    """What the report is narrowed to, in words, each with the address without it."""
    wanted, found = ask.narrowed, []
    if wanted.table:
        found.append(("table", play.table_name(wanted.table) or f"#{wanted.table}"))
    if wanted.game:
        found.append(("game", game_name(*wanted.game)))
    if wanted.stakes:
        found.append(("stakes", _stakes(wanted.stakes, ask.currency)))
    if wanted.clock is not None:
        found.append(("clock", clock_text(wanted.clock)))
    if wanted.player:
        name = User.objects.filter(pk=wanted.player).values_list("display_name", flat=True).first()
        found.append(("player", name or f"#{wanted.player}"))
    # Hands are listed at one table or of one player.
    leaf = ask.by == HANDS
    return [(text, ask.without(name, by=By.DAY if leaf else "")) for name, text in found]


def groups(ask: Ask) -> dict[str, Text]:
    """What the report may be divided by as it is narrowed."""
    fixed = {name for name in ask.query if name in {*GROUPS}}
    if ask.days.is_one_day:
        fixed.add(By.DAY)
    left = {by: name for by, name in GROUPS.items() if by not in fixed}
    if not (ask.query.get("player") or (ask.query.get("table") and ask.days.is_one_day)):
        left.pop(HANDS)
    return left


def _of_player(ask: Ask) -> bool:
    return ask.by == By.PLAYER or bool(ask.query.get("player"))


def _divided_by(ask: Ask) -> By:
    """Days become months in a long range."""
    by = By(ask.by)
    return By.MONTH if by is By.DAY and ask.days.is_long else by


def _in_order(ask: Ask) -> bool:
    return _divided_by(ask) in (By.MONTH, By.DAY, By.CLOCK)


def _sums(ask: Ask) -> tuple[list[PlaySums], PlaySums]:
    """The sums of each key and of all; of days and hours also those without hands, and house bots as a player."""
    by, wanted = _divided_by(ask), ask.narrowed
    rows, total = play.sums_by(by, wanted), play.total(wanted)
    if by is By.PLAYER and not wanted.player:
        # What is attributed to house bots is in no player's sums, so that the rows sum to the rake (R5).
        rest = total.rake - sum(row.rake for row in rows)
        if rest:
            rows.append(PlaySums((0, _("House bots")), 0, 0, rest))
    if by is By.DAY:
        by_day = {timezone.localdate(row.key): row for row in rows}
        rows = [
            by_day.get(day, PlaySums(None, 0, 0, 0))._replace(key=DayRange(day, day).since) for day in ask.days.days
        ]
    return rows, total


def _seat_times(ask: Ask) -> dict[Any, SeatTime]:  # Any: the type of a key depends on what divides the report
    wanted = ask.narrowed
    return seats.seat_time(
        _divided_by(ask),
        since=wanted.since,
        until=wanted.until,
        currency=wanted.currency,
        now=ask.now,
        table=wanted.table,
        clock=wanted.clock,
    )


def _sheet(
    ask: Ask, figures: Sequence[Figure], rows: Sequence[tuple[object, Sequence[int]]], total: Sequence[int]
) -> Sheet:
    by = _divided_by(ask)
    return Sheet(
        head=GROUPS.get(ask.by, ask.by),
        figures=figures,
        rows=[
            Row(_label(by, key, ask), values, partial(_next, ask, by, key), short=_short(by, key))
            for key, values in rows
        ],
        total=total,
        currency=ask.currency,
        in_order=_in_order(ask),
    )


def _label(by: By, key: object, ask: Ask) -> str:
    match by, key:
        case By.MONTH, datetime():
            return date_format(timezone.localdate(key), "YEAR_MONTH_FORMAT")
        case By.DAY, datetime():
            return day_text(timezone.localdate(key))
        case By.CLOCK, int():
            return clock_text(key)
        case By.GAME, (str(game), str(structure)):
            return game_name(game, structure)
        case By.STAKES, (str(structure), int(small), int(big)):
            return _stakes((structure, small, big), ask.currency)
        case _, (int(), str(name)):
            return name
    return str(key)


def _short(by: By, key: object) -> str:
    match by, key:
        case By.DAY, datetime():
            return short_day(timezone.localdate(key))
        case By.CLOCK, int():
            return str(key)
    return ""


def _stakes(stakes: tuple[str, int, int], currency: str) -> str:
    structure, small, big = stakes
    known = structure or Structure.NO_LIMIT.value
    amounts = AmountFormat.of_currency(currency)
    return f"{STRUCTURES[known]} {stakes_text('', Stakes(Structure(known), small, big), amounts)}"


def _next(ask: Ask, by: By, key: object) -> str:
    """The address of what a row consists of."""
    match by, key:
        case By.MONTH, datetime():
            first = timezone.localdate(key)
            days = [day for day in ask.days.days if (day.year, day.month) == (first.year, first.month)]
            return ask.url(by=By.DAY, days=DayRange(days[0], days[-1]))
        case By.DAY, datetime():
            day = one_day(timezone.localdate(key))
            return ask.url(by=_then(ask, day=True), days=day)
        case By.CLOCK, int():
            return ask.url(by=_then(ask, clock=True), clock=key)
        case By.GAME, (str(game), str(structure)):
            return ask.url(by=_then(ask), game=f"{game}-{structure}")
        case By.STAKES, (str(structure), int(small), int(big)):
            return ask.url(by=_then(ask), stakes=f"{structure}-{small}-{big}")
        case By.TABLE, (int(table), str()):
            return ask.url(by=_then(ask, table=True), table=table)
        case By.PLAYER, (int(player), str()) if player:
            return ask.url(by=HANDS, player=player)
    return ""


def _then(ask: Ask, *, day: bool = False, clock: bool = False, table: bool = False) -> str:
    """What comes next on the way down: days, the hours of a day, tables, hands."""
    has_day = day or ask.days.is_one_day
    has_table = table or bool(ask.query.get("table") or ask.query.get("player"))
    if not has_day:
        return By.DAY
    if has_table:
        return HANDS
    return By.TABLE if clock or "clock" in ask.query else By.CLOCK


def _hands_sheet(ask: Ask, *, whole: bool) -> Sheet:
    """The hands at one table on one day, or those of one player."""
    wanted = ask.narrowed
    may = bool(wanted.player or (wanted.table and ask.days.is_one_day))
    rows, more = play.hands(wanted, after=ask.after, limit=MOST_IN_CSV if whole else 50) if may else ([], 0)
    total = play.total(wanted) if may else PlaySums(None, 0, 0, 0)
    pots = Figure(gettext_lazy("Pot"), Unit.MONEY, "side")
    return Sheet(
        head=GROUPS[HANDS],
        word_heads=(gettext_lazy("Time"), gettext_lazy("Game"), gettext_lazy("Players")),
        figures=(RAKE,) if wanted.player else (RAKE, pots),
        rows=[_hand_row(one, ask) for one in rows],
        total=(total.rake,) if wanted.player else (total.rake, total.pots),
        currency=ask.currency,
        charted=-1,
        more=ask.url(after=more) if more else "",
    )


def _hand_row(hand: ReportHand, ask: Ask) -> Row:
    ended = date_format(timezone.localtime(hand.ended), "SHORT_DATETIME_FORMAT")
    return Row(
        f"{hand.table_name} #{hand.number}",
        (hand.rake,) if ask.query.get("player") else (hand.rake, hand.pot),
        partial(reverse, "games:hand", args=[hand.table, hand.number]),
        lambda: (ended, game_name(hand.game, hand.structure), str(hand.players)),
    )
