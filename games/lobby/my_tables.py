"""The tables where a player sits, and the waiting lists the player is in."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Q, QuerySet

from backoffice.compiled_query import CompiledQuery, one_of_each
from games.engine.rules.rules import Rules
from games.models import Seat
from games.models.access import WaitingEntry
from games.seating.waiting_calls import active_entries
from games.tables.kind import TableKind


class MyTable(NamedTuple):
    """A table the player sits at."""

    table: int
    name: str
    rules: Rules
    paused: bool
    currency: str


class MyWait(NamedTuple):
    """One waiting list the player is in: a table's, or a kind's with `table` 0.

    `place` counts from 1 among `of` players. A called player may take a seat at `called_to` until `until`, ms. `ended`
    says why the waiting ended and is shown until the player has read it.
    """

    entry: int
    table: int
    name: str
    kind: TableKind | None
    place: int
    of: int
    away: bool
    misses: int
    called_to: int
    called_name: str
    until: int
    ended: str


def tables_of(players: Collection[int]) -> dict[int, list[MyTable]]:
    """The tables where those of these players sit who sit anywhere, longest seated first."""
    found: dict[int, list[MyTable]] = {}
    for player, table, name, rules, paused, currency in _TABLES.all_of("player", players):
        found.setdefault(player, []).append(MyTable(table, name, Rules.from_data(rules), paused, currency))
    return found


_TABLES = CompiledQuery(
    lambda: (
        Seat.objects.filter(one_of_each("player"))
        .order_by("seated_at", "pk")
        .values_list("player", "table", "table__name", "table__rules_data", "table__is_paused", "table__currency")
    )
)


def waiting_among(players: Collection[int]) -> set[int]:
    """Those of these players for whom `waits_of` finds anything."""
    return set(_WAITING.all_of("player", players))


def waits_of(user_id: int) -> list[MyWait]:
    """The lists this player waits in, and those that the room ended and the player has not read about yet."""
    # Nearly everybody waits nowhere.
    if not waiting_among([user_id]):
        return []
    entries = shown_entries().filter(player=user_id).order_by("joined_at", "pk")
    mine = list(entries.select_related("table", "called_to").defer(*_HEAVY))
    lists = Q(table__in=[one.table_id for one in mine if one.table_id])
    lists |= Q(table=None, kind__in=[one.kind for one in mine if one.kind])
    lines: dict[tuple[int | None, str], list[int]] = {}
    if any(not one.ended for one in mine):
        for table, kind, entry in (
            active_entries().filter(lists).values_list("table", "kind", "pk").order_by("rank", "pk")
        ):
            lines.setdefault((table, kind), []).append(entry)
    return [_wait(one, lines.get((one.table_id, one.kind), [])) for one in mine]


def shown_entries() -> QuerySet[WaitingEntry]:
    """Places on waiting lists that their players are shown: until they have read why the waiting ended."""
    return WaitingEntry.objects.filter(Q(ended="") | Q(end_seen=False))


_WAITING = CompiledQuery(lambda: shown_entries().filter(one_of_each("player")).values_list("player", flat=True))
_HEAVY = [
    f"{table}__{data}" for table in ("table", "called_to") for data in ("snapshot", "next_snapshot", "rules_data")
]


def _wait(entry: WaitingEntry, line: list[int]) -> MyWait:
    return MyWait(
        entry=entry.pk,
        table=entry.table_id or 0,
        name=entry.table.name if entry.table else "",
        kind=TableKind.read(entry.kind),
        place=line.index(entry.pk) + 1 if entry.pk in line else 0,
        of=len(line),
        away=entry.away,
        misses=entry.misses,
        called_to=entry.called_to_id or 0,
        called_name=entry.called_to.name if entry.called_to else "",
        until=round(entry.call_until.timestamp() * 1000) if entry.call_until else 0,
        ended=entry.ended,
    )
