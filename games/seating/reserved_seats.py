"""Seats reserved for players who are being moved, and main tables whose free seats go to their must-move table (K8).

A reservation is written under the target's lock and holds until the player's order for the seat is there or the move
has ended. So no seat is reserved twice, whichever host asks.
"""

from django.db.models import Q, QuerySet
from django.utils import timezone

from backoffice.compiled_query import CompiledQuery, Given
from games.models import Order, Seat, Table
from games.models.moves import HouseMove, TableMerge

Ended = HouseMove.Ended


def open_moves() -> QuerySet[HouseMove]:
    """The moves that have not ended."""
    return HouseMove.objects.filter(ended="")


def merges_of(table_id: int) -> QuerySet[TableMerge]:
    """The merges of this table into others that have not been called off."""
    return TableMerge.objects.filter(source=table_id).exclude(moves__ended=Ended.UNDONE)


def reserved_for(table_id: int) -> set[int]:
    """The players who are moving to this table and have a seat reserved there."""
    return set(_RESERVED.all(table=table_id))


_RESERVED = CompiledQuery(lambda: open_moves().filter(target=Given("table")).values_list("player", flat=True))


def end_move(source_id: int, player: int, how: HouseMove.Ended) -> None:
    """Ends the player's move from this table; does nothing without one."""
    open_moves().filter(source=source_id, player=player).update(ended=how, ended_at=timezone.now())


def must_move_tables_of(table_id: int | Given) -> QuerySet[Table]:
    """The open must-move tables of a main table."""
    return Table.objects.filter(feeds=table_id, is_open=True, frozen=False, closed_at=None)


def has_must_move_players(table_id: int) -> bool:
    """Whether anybody plays at a must-move table of this table, so that its free seats are reserved for them.

    All others are seated at the must-move table first and move to this one from there in turn.
    """
    feeders = _MUST_MOVE.all(table=table_id)
    # Most tables have none.
    return bool(feeders) and (
        Seat.objects.filter(table__in=feeders, bot=False).exists()
        or Order.objects.for_seats().filter(table__in=feeders, player__is_bot=False).exists()
    )


_MUST_MOVE = CompiledQuery(lambda: must_move_tables_of(Given("table")).values_list("pk", flat=True))


def linked_tables(table_id: int) -> list[int]:
    """The ids of this table's main table and must-move tables, to be rechecked when players come or go."""
    tables = Table.objects.filter(Q(feeds=table_id) | Q(feeders=table_id), closed_at=None)
    return list(tables.order_by("pk").values_list("pk", flat=True).distinct())
