"""Queries for the lobby, a table's seats, last hands and chat; public facts only."""

from collections import Counter
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from django.db.models import Count, Q
from django.utils import timezone

from backoffice.compiled_query import CompiledQuery, Given
from games.messaging.chat import ChatEntry
from games.models import Hand, Seat, Table
from games.models.access import WaitingEntry
from games.models.conduct import ChatLine
from games.money import escrow
from games.seating import reserved_seats
from games.seating.waiting_calls import serves_kind_list
from games.tables.kind import RULES_TEXT, stored_kind
from games.text.moments import is_near

STILL_PLAYING = timedelta(minutes=10)
HOUR = 3_600_000
CHAT_LINES = 50


class TableState(StrEnum):
    """What the lobby shows about a table that is not closed."""

    PLAYING = "playing"
    WAITING = "waiting"
    PAUSED = "paused"
    STOPPED = "stopped"
    CLOSING = "closing"


class LobbyRow(NamedTuple):
    """A table in the lobby (K1); amounts in minor units, `flop_percent` the percentage of players who see the flop.

    `locked` tables need a password. `waiting` players are in the table's own list; `reserved` of its free seats are
    reserved (K8, K9). `kind` is its `TableKind.code`, `owner` the player whose own table it is (K10), `feeds` the name
    of the main table of a must-move table (K8). `closes_near` is whether `closes_at` is told without its day.
    """

    table: int
    name: str
    currency: str
    game: str
    structure: str
    small_blind: int
    big_blind: int
    ante: int
    seats: int
    taken: int
    bots: int
    min_buy_in: int
    max_buy_in: int
    average_pot: int
    flop_percent: int
    hands_per_hour: int
    hands: int
    state: TableState
    locked: bool
    kind: str = ""
    owner: int = 0
    watchable: bool = True
    waiting: int = 0
    reserved: int = 0
    feeds: str = ""
    closes_at: datetime | None = None
    closes_near: bool = False

    @property
    def free(self) -> int:
        """How many seats are free."""
        return self.seats - self.taken

    @property
    def is_private(self) -> bool:
        """Whether the table needs a password or is a player's own."""
        return self.locked or bool(self.owner)

    @property
    def open_seats(self) -> int:
        """How many free seats anybody may take."""
        return (
            max(self.free - self.reserved, 0)
            if self.state in (TableState.PLAYING, TableState.WAITING, TableState.PAUSED)
            else 0
        )


class PlayerSeat(NamedTuple):
    """A seat of a player; `chips` in escrow, minor units: the stack at the start of the current hand."""

    table: int
    name: str
    seat: int
    chips: int
    currency: str


class SeatName(NamedTuple):
    """The player in a seat."""

    seat: int
    player: int
    name: str
    bot: bool


class HandLine(NamedTuple):
    """A finished hand in a list; `results` are (seat, player, name, won or lost), amounts in minor units."""

    table: int
    number: int
    began: datetime
    ended: datetime
    pot: int
    rake: int
    players: int
    board: tuple[int, ...]
    results: tuple[tuple[int, int, str, int], ...]


def lobby_rows() -> list[LobbyRow]:
    """All cash tables that are not closed, in the operator's order; three queries in all."""
    global _known
    tables, now, lists = _ROWS.all(), timezone.now(), _lists()
    links, last = _links(tables), _known
    known = {table.pk: _known_row(table, _around(table, now, lists, links), last.get(table.pk)) for table in tables}
    _known = known
    return [one.row for one in known.values()]


_COLUMNS = (
    "pk", "name", "currency", "rules_text", "seats", "taken_count", "bot_count", "min_buy_in", "max_buy_in",
    "average_pot", "average_second_street_permille", "average_hand_ms", "last_hand_at", "hands", "password",
    "opened_by_id", "opened_for_id", "feeds_id", "closed_to_watchers", "closes_at", "frozen", "is_open", "is_paused",
)  # fmt: skip
# Instances would cost as much as all the rest.
_ROWS = CompiledQuery(
    lambda: (
        Table.objects.filter(closed_at=None, tournament=None)
        .annotate(
            taken_count=Count("taken_seats"),
            bot_count=Count("taken_seats", filter=Q(taken_seats__bot=True)),
            rules_text=RULES_TEXT,
        )
        .order_by("sort_order", "name")
        .values_list(*_COLUMNS, named=True)
    )
)


class Links(NamedTuple):
    """The names of open tables by id, and the main tables whose free seats are for their must-move table (K8).

    `groups` are the tables of each group by the one for which the others were opened.
    """

    names: dict[int, str]
    fed: frozenset[int]
    groups: dict[int, list[int]]


def _links(tables: list[Any]) -> Links:
    feeders = [table for table in tables if table.feeds_id and table.is_open]
    names = {table.pk: table.name for table in tables if table.is_open}
    fed = {one.feeds_id for one in feeders if not one.frozen and one.taken_count > one.bot_count}
    groups: dict[int, list[int]] = {}
    for table in tables:
        groups.setdefault(table.opened_for_id or table.pk, []).append(table.pk)
    return Links(names, frozenset(fed), groups)


class Lists(NamedTuple):
    """How many wait in each table's list, and how many seats are reserved, by table or kind.

    This includes seats for players who move there (K8). `uncalled` are those in each table's list whom another table
    may call.
    """

    waiting: Counter[int]
    reserved: Counter[int | str]
    uncalled: Counter[int]


def _lists() -> Lists:
    lists = Lists(Counter(), Counter(), Counter())
    for table, kind, called_to, away in _WAITING.all():
        if table:
            lists.waiting[table] += 1
        if table and not called_to and not away:
            lists.uncalled[table] += 1
        if called_to or not away:
            lists.reserved[called_to or table or kind] += 1
    lists.reserved.update(_MOVES.all())
    return lists


_WAITING = CompiledQuery(
    lambda: WaitingEntry.objects.filter(ended="").values_list("table", "kind", "called_to", "away")
)
_MOVES = CompiledQuery(lambda: reserved_seats.open_moves().values_list("target", flat=True))


class _Around(NamedTuple):
    """What a table's row shows besides the table: the time, its own list and those of others."""

    lively: bool
    closes_near: bool
    waiting: int
    reserved: int
    feeds: str


def _around(table: Any, now: datetime, lists: Lists, links: Links) -> _Around:
    return _Around(
        lively=table.last_hand_at is not None and now - table.last_hand_at < STILL_PLAYING,
        closes_near=is_near(table.closes_at, now),
        # A `Counter` is slow to answer for a missing key.
        waiting=lists.waiting.get(table.pk, 0),
        reserved=table.seats if table.pk in links.fed else _reserved(table, lists, links),
        feeds=links.names.get(table.feeds_id, ""),
    )


class _KnownRow(NamedTuple):
    """A row, and what it was made from."""

    table: Any
    around: _Around
    row: LobbyRow


_known: dict[int, _KnownRow] = {}
"""The rows by table as they were last read; most tables are as they were then."""


def _known_row(table: Any, around: _Around, last: _KnownRow | None) -> _KnownRow:
    if last is not None and last.around == around and last.table == table:
        return last
    return _KnownRow(table, around, _lobby_row(table, around))


def _lobby_row(table: Any, around: _Around) -> LobbyRow:
    game = stored_kind(table.rules_text, table.currency)
    return LobbyRow(
        table=table.pk,
        name=table.name,
        currency=table.currency,
        game=game.game,
        structure=game.structure,
        small_blind=game.small_blind,
        big_blind=game.big_blind,
        ante=game.ante,
        seats=table.seats,
        taken=table.taken_count,
        bots=table.bot_count,
        min_buy_in=table.min_buy_in,
        max_buy_in=table.max_buy_in,
        average_pot=table.average_pot,
        flop_percent=round(table.average_second_street_permille / 10),
        hands_per_hour=HOUR // table.average_hand_ms if around.lively and table.average_hand_ms else 0,
        hands=table.hands,
        state=_state(table),
        locked=bool(table.password),
        kind=_kind(table),
        owner=table.opened_by_id or 0,
        watchable=not table.closed_to_watchers,
        waiting=around.waiting,
        reserved=around.reserved,
        feeds=around.feeds,
        closes_at=table.closes_at,
        closes_near=around.closes_near,
    )


def _kind(table: Any) -> str:
    """The code of the kind whose list may call players to the table, "" for none."""
    return stored_kind(table.rules_text, table.currency).code if serves_kind_list(table) else ""


def _reserved(table: Any, lists: Lists, links: Links) -> int:
    """How many of the table's free seats are reserved, with those for whom other lists have waiting."""
    if not lists.reserved and not lists.uncalled:
        return 0
    group, kind = links.groups.get(table.opened_for_id, []), _kind(table)
    others = sum(lists.uncalled[one] for one in group if one != table.pk)
    return lists.reserved[table.pk] + (lists.reserved[kind] if kind else 0) + others


def main_table_name(table: Table) -> str:
    """The name of the main table of a must-move table; "" for any other table (K8)."""
    if table.feeds_id is None:
        return ""
    return Table.objects.filter(pk=table.feeds_id, is_open=True).values_list("name", flat=True).first() or ""


def _state(table: Any) -> TableState:
    if table.frozen:
        return TableState.STOPPED
    if not table.is_open:
        return TableState.CLOSING
    if table.is_paused:
        return TableState.PAUSED
    return TableState.PLAYING if table.taken_count > 1 else TableState.WAITING


def table_row(table_id: int) -> Table | None:
    """The table without its state, open or closed; None if there is none."""
    return _TABLE.first(table=table_id)


_TABLE = CompiledQuery(lambda: Table.objects.filter(pk=Given("table")).defer("snapshot", "next_snapshot"))


def seats_of(*, user_id: int) -> list[PlayerSeat]:
    """The seats of this player, longest seated first."""
    return [
        PlayerSeat(table, name, seat, escrow.held_at(table).get(user_id, 0), currency)
        for table, name, seat, currency in _SEATS_OF.all(player=user_id)
    ]


_SEATS_OF = CompiledQuery(
    lambda: (
        Seat.objects.filter(player=Given("player"))
        .order_by("seated_at", "pk")
        .values_list("table", "table__name", "seat", "table__currency")
    )
)


def seats_at(table_id: int) -> list[SeatName]:
    """The players at the table, by seat."""
    return [SeatName(*row) for row in _SEATS_AT.all(table=table_id)]


_SEATS_AT = CompiledQuery(
    lambda: Seat.objects.filter(table=Given("table")).order_by("seat").values_list("seat", "player", "name", "bot")
)


def last_hands(table_id: int, *, limit: int = 20, before: int | None = None) -> list[HandLine]:
    """The table's finished hands, newest first; only those below the number `before`, if given."""
    hands = Hand.objects.filter(table=table_id, void=False).order_by("-number")
    if before is not None:
        hands = hands.filter(number__lt=before)
    return [hand_line(hand) for hand in hands[:limit]]


def recent_chat(table_id: int) -> list[ChatEntry]:
    """The last chat lines, oldest first."""
    return [ChatEntry.of(line) for line in reversed(_CHAT.all(table=table_id))]


_CHAT = CompiledQuery(lambda: ChatLine.objects.filter(table=Given("table")).order_by("-pk")[:CHAT_LINES])


def hand_line(hand: Hand) -> HandLine:
    """A finished hand as lists show it."""
    results = tuple((seat, player, name, won) for seat, player, name, won in hand.results)
    return HandLine(
        hand.table_id,
        hand.number,
        hand.began_at,
        hand.ended_at,
        hand.pot,
        hand.rake,
        hand.players,
        tuple(hand.board),
        results,
    )
