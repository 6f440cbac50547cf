"""Taking a person's seats at cash tables away, as after a ban from the room (F8)."""

from functools import partial

from django.db import transaction

from games.engine.errors import IllegalAction
from games.messaging import messages, notices
from games.messaging.orders import check_cash_table, lock_table, send
from games.models import Order
from games.seating import taken_seats, waiting_calls


def take_seats_away(*, player: int, why: str) -> list[int]:
    """Ends the player's seats and waiting at cash tables; returns the tables.

    In a running hand the cards are folded when it is the player's turn; the chips go back to the wallet after it. At
    tournament tables the director decides, and the room plays the stack of an absent player meanwhile (T13).
    """
    tables = []
    with transaction.atomic():
        for table_id in sorted(taken_seats.tables_of(player)):
            try:
                table = check_cash_table(lock_table(table_id))
            except IllegalAction:
                continue
            send(table, Order.Kind.REMOVE, player=player, payload={"reason": why})
            notices.write_notice(player, table_id, "seat_taken_away", table=table.name, why=why)
            tables.append(table_id)
        waited = waiting_calls.end_for_player(player)
        for table_id in waited:
            transaction.on_commit(partial(messages.notify_host_and_lobby, table_id))
        transaction.on_commit(partial(messages.notify_seats_changed, player))
    return tables
