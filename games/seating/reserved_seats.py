"""Seats that the house has promised to players it sends over, and tables whose seats go to their must-move table (K8).

A promise holds from the moment it is written, under the target's lock, until the player's order for the seat is there
or the move is over; so no seat is promised twice, whichever host looks.
"""

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import Order, Table
from games.models.moves import HouseMove

Ended = HouseMove.Ended


def open_moves() -> QuerySet[HouseMove]:
    """Players who are on their way."""
    return HouseMove.objects.filter(ended="")


def reserved_for(table_id: int) -> set[int]:
    """Who is on the way to this table, and has a seat there."""
    return set(open_moves().filter(target=table_id).values_list("player", flat=True))


def end_move(source_id: int, player: int, how: HouseMove.Ended) -> None:
    """The player is on the way no more; nothing where they were not."""
    open_moves().filter(source=source_id, player=player).update(ended=how, ended_at=timezone.now())


def must_move_tables_of(table_id: int) -> QuerySet[Table]:
    """The must-move tables of a table that play."""
    return Table.objects.filter(feeds=table_id, is_open=True, frozen=False, closed_at=None)


def has_must_move_players(table_id: int) -> bool:
    """Whether a table's free seats are kept for people of its must-move table: as long as anybody plays there.

    Who waits for either table, or walks in, is seated at the must-move table, and comes on from there in turn.
    """
    coming = Q(pk__in=Order.objects.for_seats().filter(player__is_bot=False).values("table"))
    return must_move_tables_of(table_id).filter(Q(taken__bot=False) | coming).exists()


def linked_tables(table_id: int) -> list[int]:
    """The table that this one feeds and those that feed it: they look again when somebody comes or goes here."""
    tables = Table.objects.filter(Q(feeds=table_id) | Q(feeders=table_id), closed_at=None)
    return list(tables.order_by("pk").values_list("pk", flat=True).distinct())
