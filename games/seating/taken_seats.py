"""Which seats of a table are taken or spoken for, as far as is known outside of it."""

from games.models import Order, Seat


def ordered_seats(table_id: int) -> list[int]:
    """The seats asked for by orders the table has not read yet; -1 is any."""
    coming = Order.objects.for_seats().filter(table=table_id)
    return [payload["seat"] for payload in coming.values_list("payload", flat=True)]


def taken_seats(table_id: int) -> list[int]:
    """The seats that are taken or asked for; -1 for each that comes to any seat."""
    return [*Seat.objects.filter(table=table_id).values_list("seat", flat=True), *ordered_seats(table_id)]


def tables_of(player: int) -> set[int]:
    """The tables where a player sits, or is about to."""
    coming = Order.objects.for_seats().filter(player=player)
    return {
        *Seat.objects.filter(player=player).values_list("table", flat=True),
        *coming.values_list("table", flat=True),
    }
