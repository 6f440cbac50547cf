"""Which seats of a table are taken or ordered, as far as the database knows."""

from collections.abc import Collection
from typing import NamedTuple

from backoffice.compiled_query import CompiledQuery, Given
from games.models import Order, Seat

SEATING_ORDERS = (Order.Kind.TAKE_SEAT, Order.Kind.SEAT_ENTRANT)


class Occupants(NamedTuple):
    """The seats of a table that are taken or ordered, -1 for each order for any seat, and whose they are."""

    seats: list[int]
    players: set[int]


def occupants(table_id: int) -> Occupants:
    """Who sits at the table or has ordered a seat there."""
    taken, ordered = _TAKEN.all(table=table_id), _ORDERED.all(table=table_id)
    seats = [seat for seat, _ in taken] + [payload["seat"] for payload, _ in ordered]
    return Occupants(seats, {player for _, player in (*taken, *ordered) if player})


def players_at_each(tables: Collection[int]) -> dict[int, set[int]]:
    """The players who sit at each of the tables or have ordered a seat there."""
    found = dict[int, set[int]]((table, set()) for table in tables)
    for rows in (Seat.objects.all(), Order.objects.for_seats()):
        for table, player in rows.filter(table__in=tables, player__isnull=False).values_list("table", "player"):
            found[table].add(player)
    return found


_TAKEN = CompiledQuery(lambda: Seat.objects.filter(table=Given("table")).order_by("seat").values_list("seat", "player"))
_ORDERED = CompiledQuery(
    lambda: Order.objects.for_seats().filter(table=Given("table")).values_list("payload", "player")
)


def taken_seats(table_id: int) -> list[int]:
    """The seats that are taken or ordered; -1 for each order for any seat."""
    return occupants(table_id).seats


def tables_of(player: int) -> set[int]:
    """The tables where a player sits or is about to: by an own order, or by that of a tournament's director (K11)."""
    return {*_TABLES.all(player=player), *_COMING_TABLES.all(player=player)}


_TABLES = CompiledQuery(lambda: Seat.objects.filter(player=Given("player")).values_list("table", flat=True))
_COMING_TABLES = CompiledQuery(
    lambda: (
        Order.objects.unanswered()
        .filter(player=Given("player"), kind__in=SEATING_ORDERS)
        .values_list("table", flat=True)
    )
)
