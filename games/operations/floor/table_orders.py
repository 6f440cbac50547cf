"""Orders of the floor that are the same at every table: at one table, or at all tables of a room at once (F1, F3)."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from django.db import transaction

from games.engine.errors import IllegalAction
from games.engine.events.kinds import Announcement
from games.messaging.orders import check_cash_table, check_not_closed, lock_tables, send_to_all
from games.models import Order, Table
from games.operations.floor.decisions import Kind, checked_reason, record_orders
from games.operations.impartiality import own_tables
from games.operations.tables import give_no_seats


class TableOrder(NamedTuple):
    """What is decided, the order for it, and what the order says besides the reason."""

    decision: Kind
    order: Order.Kind
    says: Mapping[str, object] = MappingProxyType({})
    at_tournaments: bool = False


PAUSE = TableOrder(Kind.PAUSE, Order.Kind.PAUSE)
RESUME = TableOrder(Kind.RESUME, Order.Kind.RESUME)
CLOSE = TableOrder(Kind.CLOSE, Order.Kind.CLOSE, {"after_orbit": False})
CLOSE_ORBIT = TableOrder(Kind.CLOSE_ORBIT, Order.Kind.CLOSE, {"after_orbit": True})
ANNOUNCE = TableOrder(Kind.ANNOUNCE, Order.Kind.ANNOUNCE, {"kind": Announcement.SAYS, "name": ""}, at_tournaments=True)


class Ordered(NamedTuple):
    """The id of the order to a table, or why it was refused there."""

    table: int
    order: int = 0
    refusal: IllegalAction | None = None


def order_at(table: int, wanted: TableOrder, *, by: int, why: str, undoes: int | None = None) -> int:
    """Sends the order to one table; returns its id, or raises IllegalAction."""
    [done] = order_at_all([table], wanted, by=by, why=why, undoes=undoes)
    if done.refusal is not None:
        raise done.refusal
    return done.order


def order_at_all(
    tables: Sequence[int], wanted: TableOrder, *, by: int, why: str, undoes: int | None = None
) -> list[Ordered]:
    """Sends the order to each of the tables in one transaction and records it as a decision there.

    A table that refuses does not keep it from the others. It takes as many queries for any number of tables. Raises
    IllegalAction without a reason (F3).
    """
    why = checked_reason(why)
    with transaction.atomic():
        locked = lock_tables(tables)
        own = own_tables(by, locked.values())
        refusals = {table: _refusal(locked.get(table), wanted, plays_there=table in own.refused) for table in tables}
        found = [locked[table] for table in tables if refusals[table] is None]
        if wanted.order == Order.Kind.CLOSE:
            give_no_seats(found)
        ids = send_to_all(found, wanted.order, payload={**wanted.says, "reason": why})
        orders = {table.pk: order for table, order in zip(found, ids, strict=True)}
        if orders:
            record_orders(wanted.decision, orders, by, why, own=own.allowed, undoes=undoes)
    return [Ordered(table, orders.get(table, 0), refusals[table]) for table in tables]


def _refusal(table: Table | None, wanted: TableOrder, *, plays_there: bool) -> IllegalAction | None:
    try:
        checked = check_not_closed(table)
        if not wanted.at_tournaments:
            check_cash_table(checked)
    except IllegalAction as refusal:
        return refusal
    return IllegalAction("plays_here") if plays_there else None
