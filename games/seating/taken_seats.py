"""Which seats of a table are taken or ordered, as far as the database knows."""

from games.models import Order, Seat

SEATING_ORDERS = (Order.Kind.TAKE_SEAT, Order.Kind.SEAT_ENTRANT)


def ordered_seats(table_id: int) -> list[int]:
    """The seats of orders that the table has not read yet; -1 is any seat."""
    coming = Order.objects.for_seats().filter(table=table_id)
    return [payload["seat"] for payload in coming.values_list("payload", flat=True)]


def taken_seats(table_id: int) -> list[int]:
    """The seats that are taken or ordered; -1 for each order for any seat."""
    return [*Seat.objects.filter(table=table_id).values_list("seat", flat=True), *ordered_seats(table_id)]


def tables_of(player: int) -> set[int]:
    """The tables where a player sits or is about to: by an own order, or by that of a tournament's director (K11)."""
    coming = Order.objects.unanswered().filter(player=player, kind__in=SEATING_ORDERS)
    return {
        *Seat.objects.filter(player=player).values_list("table", flat=True),
        *coming.values_list("table", flat=True),
    }
