"""Taking a person's seats at cash tables away, as after a ban from the room (F8)."""

from functools import partial

from django.db import transaction

from games.messaging import messages, notices
from games.messaging.orders import lock_user, send
from games.models import Order, Table
from games.seating import taken_seats, waiting_calls


def take_seats_away(*, player: int, why: str) -> list[int]:
    """Ends the player's seats and waiting at cash tables; returns the tables.

    In a running hand the cards are folded when it is the player's turn; the chips go back to the wallet after it. At
    tournament tables the director decides, and the room plays the stack of an absent player meanwhile (T13).
    """
    with transaction.atomic():
        tables = _lock_tables_and_player(player)
        for table in tables:
            send(table, Order.Kind.REMOVE, player=player, payload={"reason": why})
            notices.write_notice(player, table.pk, "seat_taken_away", table=table.name, why=why)
        waited = waiting_calls.end_for_player(player)
        for table_id in waited:
            transaction.on_commit(partial(messages.notify_host_and_lobby, table_id))
        transaction.on_commit(partial(messages.notify_seats_changed, player))
    return [table.pk for table in tables]


def _lock_tables_and_player(player: int) -> list[Table]:
    """Locks the player's cash tables by id and then the player, in the order of every buy-in (M2)."""
    while True:
        before, seated = transaction.savepoint(), taken_seats.tables_of(player)
        rows = Table.objects.select_for_update(no_key=True).defer("snapshot", "next_snapshot")
        tables = list(rows.filter(pk__in=seated, tournament=None, closed_at=None).order_by("pk"))
        lock_user(player)
        if taken_seats.tables_of(player) <= seated:
            return tables
        # The player sat down meanwhile: give the locks back, as that table comes before the player too.
        transaction.savepoint_rollback(before)
