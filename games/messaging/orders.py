"""Orders to tables: who may send one, once per key, with the chips for it held in the same transaction (M3)."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from functools import partial

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction

from backoffice.compiled_query import CompiledQuery, Given
from backoffice.compiled_writes import insert
from games.engine.errors import IllegalAction
from games.engine.events.kinds import Announcement
from games.messaging import messages
from games.models import Order, Seat, Table
from games.money import escrow

LONGEST_KEY = 40


def lock_table(table_id: int) -> Table:
    """The table, locked until the transaction ends; raises IllegalAction where there is none or it is closed."""
    return check_not_closed(_LOCKED.first(table=table_id))


_LOCKED = CompiledQuery(
    lambda: Table.objects.select_for_update(no_key=True).defer("snapshot", "next_snapshot").filter(pk=Given("table"))
)


def lock_tables(table_ids: Collection[int]) -> dict[int, Table]:
    """Those of the tables that exist by their ids, locked until the transaction ends, in the order of every lock."""
    rows = Table.objects.select_for_update(no_key=True).defer("snapshot", "next_snapshot")
    return {table.pk: table for table in rows.filter(pk__in=table_ids).order_by("pk")}


def lock_user(user_id: int) -> None:
    """Locks the user: requests of one user run one after another, so that a double click finds the first order."""
    get_user_model().objects.lock(user_id)


def check_not_closed(table: Table | None) -> Table:
    """The table; raises IllegalAction where there is none or it is closed."""
    if table is None:
        raise IllegalAction("no_such_table")
    if table.closed_at is not None:
        raise IllegalAction("table_closed")
    return table


def check_cash_table(table: Table) -> Table:
    """The table; raises IllegalAction at a tournament table, where the director gives out seats and chips."""
    if table.tournament is not None:
        raise IllegalAction("tournament_table")
    return table


def previous_order(user_id: int, key: str) -> tuple[str, int | None]:
    """The key prefixed with the user, and the id of the order already sent under it, None if there is none."""
    if len(key) > LONGEST_KEY:
        raise IllegalAction("bad_message")
    user_key = f"{user_id}:{key or uuid.uuid4().hex}"
    lock_user(user_id)
    return user_key, _OF_KEY.first(key=user_key)


_OF_KEY = CompiledQuery(lambda: Order.objects.filter(key=Given("key")).values_list("pk", flat=True))


def check_seated(table: Table, user_id: int) -> None:
    """Raises IllegalAction unless the user sits at the table."""
    if not Seat.objects.filter(table=table, player=user_id).exists():
        raise IllegalAction("not_seated")


def check_amount(table: Table, amount: int, *, what: str, least: int, most: int = 0) -> None:
    """Raises IllegalAction unless the amount is from `least` to `most` (0: no limit), in whole chips of the table.

    `what` is "buy_in" or "top_up"; every refusal names both ends (B8).
    """
    if table.frozen:
        raise IllegalAction("table_frozen")
    bounds = {"min": least, "max": most} if most else {"min": least}
    if type(amount) is not int or amount < max(least, 1):
        raise IllegalAction(f"{what}_too_small", **bounds)
    if most and amount > most:
        raise IllegalAction(f"{what}_too_big", **bounds)
    unit = table.rules.house.chip_unit
    if amount % unit:
        raise IllegalAction(f"{what}_not_in_chips", unit=unit, **bounds)


def send_paid(
    table: Table, kind: Order.Kind, user_id: int, amount: int, key: str, cause: str, payload: Mapping[str, object]
) -> int:
    """Sends an order with chips from the player's wallet, in minor units; the order's id."""
    escrow.hold(
        key=key,
        user_id=user_id,
        table_id=table.pk,
        amount=amount,
        currency=table.currency,
        cause=cause,
        label=table.name,
    )
    return send(table, kind, key=key, payload=payload, player=user_id, amount=amount)


def send(
    table: Table,
    kind: Order.Kind,
    *,
    key: str = "",
    payload: Mapping[str, object] | None = None,
    player: int | None = None,
    amount: int = 0,
) -> int:
    """Puts an order into the table's inbox and notify its host after the commit; the order's id."""
    order = Order(
        table=table,
        kind=kind,
        key=key or _new_key(kind),
        payload=payload or {},
        player_id=player,
        amount=amount,
    )
    if not insert(order, conflict="key"):
        raise IntegrityError(f"there is an order with the key {order.key}")
    transaction.on_commit(partial(messages.notify_host_and_lobby, table.pk))
    return order.pk


def send_to_all(tables: Sequence[Table], kind: Order.Kind, *, payload: Mapping[str, object]) -> list[int]:
    """Puts the same order into the inbox of each table and notifies their hosts after the commit; the orders' ids."""
    orders = [Order(table=table, kind=kind, key=_new_key(kind), payload=payload) for table in tables]
    Order.objects.bulk_create(orders)
    transaction.on_commit(partial(messages.notify_host_and_lobby, *(table.pk for table in tables)))
    return [order.pk for order in orders]


def _new_key(kind: Order.Kind) -> str:
    return f"{kind}:{uuid.uuid4().hex}"


def announce(table: Table, kind: Announcement, *, name: str = "", why: str = "") -> int:
    """Has the table say something about another table or person called `name`; the order's id."""
    return send(table, Order.Kind.ANNOUNCE, payload={"kind": kind, "name": name, "reason": why})
