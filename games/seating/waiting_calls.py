"""Calls of waiting players to free seats (K9). Calls and their deadlines are rows, so they survive every process.

Code that changes a table's list locks its entries in the order of their keys, after the table and the player.
"""

from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from backoffice.compiled_query import CompiledQuery, Given
from games.engine import waiting_list
from games.engine.waiting_list import Called, Dropped, Missed, Step, Waiting
from games.models import Table
from games.models.access import WaitingEntry
from games.seating import reserved_seats, table_groups
from games.seating.bans import barred_players, players_at
from games.seating.seat_freeze import freeze_now
from games.tables.kind import TableKind

RANK_STEP = 1 << 20
"""The distance between ranks, so that a player who missed a call can be placed behind any other."""

Ended = WaitingEntry.Ended


class ServeResult(NamedTuple):
    """Whether serving a list changed anything, who is in it, and when the next call runs out, ms (0: none is open)."""

    changed: bool = False
    line: tuple[int, ...] = ()
    due: int = 0


def active_entries() -> QuerySet[WaitingEntry]:
    """The entries that have not ended."""
    return WaitingEntry.objects.filter(ended="")


def serves_kind_list(table: Table) -> bool:
    """Whether players waiting for a kind of table are called to this one: no password, not a player's own table."""
    return not table.password and table.opened_by_id is None


def kind_of(table: Table) -> TableKind:
    """The kind of a table."""
    return TableKind.of(table.rules, table.currency)


def _entries(table: Table) -> QuerySet[WaitingEntry]:
    """The entries that the table may call: of its own list, its main table's, its kind's and, if it was opened because
    others were full, theirs.

    Players called to another table are left out.
    """
    lists = Q(table=table.pk)
    if table.feeds_id:
        lists |= Q(table=table.feeds_id)
    if table.opened_for_id:
        lists |= Q(table__in=table_groups.others_of(table))
    if serves_kind_list(table):
        lists |= Q(table=None, kind=kind_of(table).code)
    return _not_called_elsewhere(lists, table.pk)


def _not_called_elsewhere(lists: Q, table: int | Given) -> QuerySet[WaitingEntry]:
    return active_entries().filter(lists, Q(called_to=None) | Q(called_to=table))


def _entries_now(table: Table) -> list[WaitingEntry]:
    """`_entries` as they are now."""
    if table.opened_for_id:
        return list(_entries(table))
    kind = kind_of(table).code if serves_kind_list(table) else ""
    return _USUAL_ENTRIES.all(table=table.pk, main=table.feeds_id or table.pk, kind=kind)


_USUAL_ENTRIES = CompiledQuery(
    lambda: _not_called_elsewhere(
        Q(table=Given("table")) | Q(table=Given("main")) | Q(table=None, kind=Given("kind")), Given("table")
    )
)


def _line(entries: Iterable[WaitingEntry], table_id: int, out: set[int]) -> list[Waiting]:
    """The line for a table without the players in `out`; a player in several lists has the better place."""
    line: dict[int, Waiting] = {}
    for entry in sorted(entries, key=lambda one: (one.called_to_id != table_id, one.rank, one.pk)):
        if entry.player_id not in out:
            line.setdefault(entry.player_id, _waiting(entry))
    ranks = {entry.pk: (entry.rank, entry.pk) for entry in entries}
    return sorted(line.values(), key=lambda one: ranks[one.entry])


def _waiting(entry: WaitingEntry) -> Waiting:
    until = round(entry.call_until.timestamp() * 1000) if entry.call_until else 0
    return Waiting(entry.pk, entry.player_id, entry.away, entry.misses, until)


def accepts_players(table: Table) -> bool:
    """Whether the table is open to new players now."""
    return table.is_open and not table.frozen and table.closed_at is None


def has_seat_for(table: Table, player: int, reserved: set[int] | None = None, people: set[int] | None = None) -> bool:
    """Whether this player may take a free seat, because it is not kept for waiting (K9) or moving players (K8).

    Known `reserved_for` and `players_at` this table save queries.
    """
    people = players_at(table.pk) if people is None else people
    reserved = (reserved_seats.reserved_for(table.pk) if reserved is None else reserved) - people
    if player in reserved:
        return len(people) < table.seats
    entries = _entries_now(table)
    out = people | reserved | barred_players(table.pk, [entry.player_id for entry in entries], people)
    line = _line(entries, table.pk, out - {player})
    called = any(one.player == player and one.until for one in line)
    if not called and reserved_seats.has_must_move_players(table.pk):
        return False
    return table.seats - len(people) - len(reserved) > waiting_list.seats_kept_from(line, player)


def serve(table_id: int, now: int) -> ServeResult:
    """Calls the next players in line to the table's free seats, and ends calls that ran out by `now`, in ms.

    Nobody is called to a main table whose free seats are for its must-move table; they are called there (K8).
    """
    lists = Q(table=table_id) | Q(table=None) | Q(table__feeders=table_id) | table_groups.lists_served_by(table_id)
    if not active_entries().filter(lists).exists():
        return ServeResult()
    with transaction.atomic():
        rows = Table.objects.select_for_update(no_key=True).defer("snapshot", "next_snapshot")
        table = rows.get(pk=table_id)
        entries = list(_entries(table).select_for_update(of=("self",)).order_by("pk"))
        if not entries:
            return ServeResult()
        people = players_at(table_id)
        reserved = reserved_seats.reserved_for(table_id) - people
        barred = barred_players(table_id, [entry.player_id for entry in entries], people)
        called = {entry.pk: entry.player_id for entry in entries if entry.called_to_id == table_id}
        is_open = accepts_players(table) and freeze_now() is None
        void = [pk for pk, player in called.items() if player in barred or not is_open]
        if void:
            # The call lapses through no fault of the player, so they keep their place in the list.
            WaitingEntry.objects.filter(pk__in=void).update(called_to=None, call_until=None)
        if not is_open:
            return ServeResult(bool(void), tuple(sorted({entry.player_id for entry in entries})))
        line = _line(entries, table_id, people | reserved | barred)
        free = 0 if reserved_seats.has_must_move_players(table_id) else table.seats - len(people) - len(reserved)
        steps = waiting_list.decide(line, free=free, now=now, call_ms=settings.CALL_SECONDS * 1000)
        ranks = {entry.pk: entry.rank for entry in entries}
        for step in steps:
            _write(step, table_id, ranks)
    players = {entry.player_id for entry in entries}
    untils = [one.until for one in line if one.until > now] + [step.until for step in steps if isinstance(step, Called)]
    return ServeResult(bool(steps or void), tuple(sorted(players)), min(untils, default=0))


def _write(step: Step, table_id: int, ranks: dict[int, int]) -> None:
    row = WaitingEntry.objects.filter(pk=step.entry)
    match step:
        case Called():
            row.update(called_to=table_id, call_until=datetime.fromtimestamp(step.until / 1000, UTC))
        case Missed():
            rank = ranks[step.behind] + 1 if step.behind else ranks[step.entry]
            row.update(called_to=None, call_until=None, misses=F("misses") + 1, rank=rank)
        case Dropped():
            _end(row, Ended.MISSED)


def _end(rows: QuerySet[WaitingEntry], how: Ended) -> None:
    """Ends entries, locked by id; players who did not end them themselves are notified later."""
    end_seen = how in (Ended.SEATED, Ended.LEFT)
    locked = rows.select_for_update(of=("self",)).order_by("pk")
    WaitingEntry.objects.filter(pk__in=[entry.pk for entry in locked]).update(
        ended=how, ended_at=timezone.now(), called_to=None, call_until=None, end_seen=end_seen
    )


def end_as_seated(entry: WaitingEntry) -> None:
    """Ends an entry of a player who got the seat, or another place in line for it."""
    _end(WaitingEntry.objects.filter(pk=entry.pk), Ended.SEATED)


def decline_call(table: Table, entry_id: int) -> None:
    """Declines a call to the table, which the caller has locked; it counts as a missed call."""
    entries = list(_entries(table).select_for_update(of=("self",)).order_by("pk"))
    line = _line(entries, table.pk, set())
    if any(one.entry == entry_id and one.until for one in line):
        _write(waiting_list.miss(line, entry_id), table.pk, {one.pk: one.rank for one in entries})


def end_for_seat(table: Table, player: int) -> None:
    """Ends a seated player's entries for this table and for its kind."""
    own = active_entries().filter(player=player)
    if own.exists():
        over = Q(table=table.pk) | Q(called_to=table.pk) | Q(kind=kind_of(table).code)
        if table.feeds_id:
            over |= Q(table=table.feeds_id)
        if table.opened_for_id:
            over |= Q(table__in=table_groups.others_of(table))
        _end(own.filter(over), Ended.SEATED)


def end_for_player(player: int) -> list[int]:
    """Ends all entries of a player; returns the tables concerned."""
    own = active_entries().filter(player=player)
    tables = {table for row in own.values_list("table", "called_to") for table in row if table}
    _end(own, Ended.LEFT)
    return sorted(tables)


def end_for_tables(tables: Collection[int]) -> list[int]:
    """Ends the entries for closing tables and withdraws calls to them; returns the players to notify.

    Players called there from another list keep their places in it.
    """
    both = active_entries().filter(Q(table__in=tables) | Q(called_to__in=tables))
    players = [entry.player_id for entry in both.select_for_update(of=("self",)).order_by("pk")]
    _end(both.filter(table__in=tables), Ended.CLOSED)
    both.update(called_to=None, call_until=None)
    return players
