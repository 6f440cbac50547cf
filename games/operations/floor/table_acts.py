"""Acts of the floor at a whole table, each with its reason, which players are told; never where it plays (F1-F5)."""

from typing import Unpack

from django.db import transaction

from games.engine.errors import IllegalAction
from games.engine.events.kinds import Announcement
from games.engine.events.table import Change
from games.engine.rules.rules import Rules
from games.messaging.orders import check_cash_table, lock_table, send
from games.models import Order
from games.operations.floor.decisions import Kind, check, record
from games.operations.floor.table_orders import ANNOUNCE, PAUSE, RESUME, order_at
from games.operations.tables import TableChanges, change_table, changes_of


def void_hand(*, by: int, table_id: int, hand: int, why: str) -> int:
    """Calls the running hand of a cash table void, or the last one if no new hand began (F5); returns the order's id.

    Raises IllegalAction; the table itself refuses any other hand.
    """
    why, own = check(by, table_id, why, hand=hand)
    with transaction.atomic():
        try:
            table = check_cash_table(lock_table(table_id))
        except IllegalAction as refusal:
            raise (IllegalAction("void_closed") if refusal.code == "table_closed" else refusal) from None
        order = send(table, Order.Kind.VOID_HAND, payload={"hand": hand, "reason": why, "last": True})
        record(Kind.VOID_HAND, table_id, by, why, own=own, order=order, hand=hand)
    return order


def pause(*, by: int, table_id: int, why: str, undoes: int | None = None) -> int:
    """Pauses a cash table after the running hand (F1); returns the order's id."""
    return order_at(table_id, PAUSE, by=by, why=why, undoes=undoes)


def resume(*, by: int, table_id: int, why: str, undoes: int | None = None) -> int:
    """Resumes a paused cash table (F1); returns the order's id."""
    return order_at(table_id, RESUME, by=by, why=why, undoes=undoes)


def thaw(*, by: int, table_id: int, why: str) -> int:
    """Lets hosts run a stopped table again, once the floor has inspected it (C1).

    Returns the id of the order by which the table says so; 0 for a table that is not stopped, where nothing happens.
    """
    why, own = check(by, table_id, why)
    with transaction.atomic():
        table = lock_table(table_id)
        if not table.frozen:
            return 0
        table.frozen = False
        table.save(update_fields=["frozen"])
        payload = {"kind": Announcement.THAWED, "name": "", "reason": why}
        order = send(table, Order.Kind.ANNOUNCE, payload=payload)
        record(Kind.THAW, table_id, by, why, own=own, order=order)
    return order


def announce(*, by: int, table_id: int, text: str, undoes: int | None = None) -> int:
    """Tells everybody at the table something, also in place of what was announced before; returns the order's id."""
    return order_at(table_id, ANNOUNCE, by=by, why=text, undoes=undoes)


def change(
    *, by: int, table_id: int, why: str, rules: Rules, password: str | None = None, **fields: Unpack[TableChanges]
) -> list[Change]:
    """Changes a table as `change_table` does and records what changed, with old and new values (F3).

    Where nothing changes, nothing is recorded and no reason is needed.
    """
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        changes = changes_of(table, rules=rules, password=password, fields=fields)
        if not changes:
            return []
        why, own = check(by, table_id, why)
        change_table(table_id=table_id, rules=rules, password=password, why=why, **fields)
        record(Kind.CHANGE, table_id, by, why, own=own, changes=changes)
    return changes
