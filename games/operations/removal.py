"""Taking a person's seats at cash tables away: by a ban from the room (F8), by the person's own limits (M7)."""

from functools import partial

from django.db import transaction

from games.messaging import messages, notices
from games.messaging.orders import lock_user, send
from games.models import Order, Table
from games.models.play_time import Sitting
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
        _end_waiting(player)
    return [table.pk for table in tables]


def give_up_seats(*, player: int, notice: str) -> list[int]:
    """Ends the player's seats and waiting at cash tables by their own limits (M7); returns the tables.

    A running hand is played to its end by the player, and then the chips go back to the wallet. `notice` is the code of
    what the player is told, and nobody else. A seat that is being given up already stays so without another notice.
    """
    with transaction.atomic():
        tables = _lock_tables_and_player(player)
        for table in tables:
            key = f"stand-up:{_stay_of(player, table)}"
            if not Order.objects.filter(key=key).exists():
                send(table, Order.Kind.STAND_UP, key=key, player=player)
                notices.write_notice(player, table.pk, notice, table=table.name)
        _end_waiting(player)
    return [table.pk for table in tables]


def stop_after_hand(*, player: int) -> list[int]:
    """Has the player leave their cash tables after the hand, as they ask for; they may take it back. The tables."""
    with transaction.atomic():
        tables = _lock_tables_and_player(player)
        for table in tables:
            send(table, Order.Kind.STAND_UP, player=player, payload={"final": False})
    return [table.pk for table in tables]


def _stay_of(player: int, table: Table) -> str:
    """What names this stay at the table: the sitting, or the order for a seat that is not taken yet."""
    sitting = Sitting.objects.filter(player=player, table=table, ended_at=None).values_list("pk", flat=True).first()
    if sitting is not None:
        return f"sitting-{sitting}"
    coming = Order.objects.for_seats().filter(player=player, table=table).values_list("pk", flat=True).first()
    return f"order-{coming}"


def _end_waiting(player: int) -> None:
    for table_id in waiting_calls.end_for_player(player):
        transaction.on_commit(partial(messages.notify_host_and_lobby, table_id))
    transaction.on_commit(partial(messages.notify_seats_changed, player))


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
