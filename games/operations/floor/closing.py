"""How the floor closes a table: after the hand or orbit, at once, at a time; and how a closing is called off (F1)."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.engine.errors import IllegalAction
from games.engine.events.kinds import Announcement
from games.messaging import notices
from games.messaging.orders import announce, check_cash_table, lock_table, send
from games.models import Order
from games.models.floor_decisions import RoomReason
from games.models.moves import HouseMove
from games.operations.floor.decisions import CurrentHandState, Kind, check, current_hand, record
from games.operations.floor.table_orders import CLOSE, CLOSE_ORBIT, order_at
from games.operations.tables import change_table, changes_of, close_table
from games.seating import reserved_seats


def close(*, by: int, table_id: int, why: str) -> int:
    """Closes a cash table after the running hand (F1); returns the order's id."""
    return order_at(table_id, CLOSE, by=by, why=why)


def close_after_orbit(*, by: int, table_id: int, why: str) -> int:
    """Closes a cash table once the blinds have come round once more (F1); returns the order's id.

    The orbit begins with the next hand, so that everybody who plays on has each blind once more.
    """
    return order_at(table_id, CLOSE_ORBIT, by=by, why=why)


def close_by_the_room(*, table_id: int, why: RoomReason) -> int:
    """Closes a cash table after the running hand, without anybody of the staff; returns the order's id."""
    with transaction.atomic():
        order = close_table(table_id=table_id)
        record(Kind.CLOSE, table_id, None, why, own=False, order=order)
    return order


def close_now(*, by: int, table_id: int, why: str) -> int:
    """Voids the running hand of a cash table and closes it (F1, F5); returns the id of the order to close.

    A hand that ends before the table reads the order is not voided.
    """
    why, own = check(by, table_id, why)
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        hand = current_hand(table_id)
        if hand.state is CurrentHandState.RUNNING:
            payload = {"hand": hand.number, "reason": why, "last": False}
            order = send(table, Order.Kind.VOID_HAND, payload=payload)
            record(Kind.VOID_HAND, table_id, by, why, own=own, order=order, hand=hand.number)
        return close(by=by, table_id=table_id, why=why)


def close_at(*, by: int, table_id: int, at: datetime | None, why: str, undoes: int | None = None) -> None:
    """Sets the moment at which a cash table closes, or removes it (None); its players are told (F1).

    Raises IllegalAction for a moment that is over, and where nothing changes.
    """
    why, own = check(by, table_id, why)
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        changes = changes_of(table, fields={"closes_at": at})
        if not changes or not table.is_open:
            raise IllegalAction("nothing_changes" if table.is_open else "table_closed")
        change_table(table_id=table_id, why=why, closes_at=at)
        record(Kind.CLOSE_AT, table_id, by, why, own=own, changes=changes, undoes=undoes)


def keep_open(*, by: int, table_id: int, why: str, undoes: int | None = None) -> int:
    """Calls off the closing of a cash table before its hand is over (F1); returns the order's id.

    A closing time that has come is taken away. Whoever waited for the table is not put back into its list.
    """
    why, own = check(by, table_id, why)
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        if table.is_open:
            raise IllegalAction("nothing_changes")
        if reserved_seats.merges_of(table_id).exists():
            raise IllegalAction("closes_for_merge")
        if table.closes_at is not None and table.closes_at <= timezone.now():
            table.closes_at = None
            table.save(update_fields=["closes_at"])
        order = send(table, Order.Kind.KEEP_OPEN, payload={"reason": why})
        record(Kind.KEEP_OPEN, table_id, by, why, own=own, order=order, undoes=undoes)
    return order


def why_merge_stays(table_id: int) -> str:
    """Why the moves of a table's players to other tables cannot be called off, as the code of a refusal; "" if so.

    They can be until the first player has moved.
    """
    merges = reserved_seats.merges_of(table_id)
    if HouseMove.objects.filter(merge__in=merges, ended=HouseMove.Ended.WENT).exists():
        return "undo_money"
    return "" if HouseMove.objects.filter(merge__in=merges, ended="").exists() else "undo_over"


def call_off_merge(*, by: int, table_id: int, why: str, undoes: int) -> int:
    """Has the players of a table that is merged stay, and the table stay open (K8, F1); returns the order's id.

    Its waiting list stays behind that of the other table. Raises IllegalAction once a player has moved.
    """
    why, own = check(by, table_id, why)
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        if code := why_merge_stays(table_id):
            raise IllegalAction(code)
        table.is_open = True
        table.save(update_fields=["is_open"])
        moves = HouseMove.objects.filter(merge__in=reserved_seats.merges_of(table_id), ended="").select_related(
            "target"
        )
        targets = {move.target_id: move.target for move in moves}
        names = ", ".join(target.name for target in targets.values())
        for move in moves:
            send(table, Order.Kind.MOVE, payload={"to": 0, "name": "", "must": True}, player=move.player_id)
            notices.write_notice(move.player_id, table_id, "merge_off", table=table.name, to=move.target.name, why=why)
        moves.update(ended=HouseMove.Ended.UNDONE, ended_at=timezone.now())
        order = announce(table, Announcement.MERGES_NOT, name=names, why=why)
        for target in targets.values():
            announce(target, Announcement.RECEIVES_NOT, name=table.name, why=why)
        record(Kind.KEEP_OPEN, table_id, by, why, own=own, order=order, undoes=undoes)
    return order
