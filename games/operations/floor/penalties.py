"""Warnings and penalties at cash tables, and a player's history of them (T14)."""

from collections.abc import Mapping
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from games.engine.errors import IllegalAction
from games.engine.table.floor_commands import LONGEST_PENALTY
from games.messaging import notices
from games.messaging.orders import check_cash_table, check_seated, lock_table, send
from games.models import Order
from games.models.floor_decisions import FloorDecision
from games.operations.floor.decisions import Kind, check, record

PENALTY_KINDS = (Kind.WARN, Kind.PENALISE, Kind.LIFT_PENALTY)


class Length(NamedTuple):
    """The length of a penalty: hands, rounds of as many hands as there are players, or minutes; one of them is set."""

    hands: int = 0
    rounds: int = 0
    minutes: int = 0


NO_LENGTH = Length()


def warn(*, by: int, table_id: int, player: int, why: str) -> int:
    """Warns a player before everybody at the table (T14); returns the order's id."""
    return _order(Kind.WARN, Order.Kind.WARN, by, table_id, player, why, "warned")


def penalise(*, by: int, table_id: int, player: int, length: Length, why: str) -> int:
    """Has a player sit out a penalty from the next hand on (T14); returns the order's id."""
    if sum(map(bool, length)) != 1 or not all(0 <= one <= LONGEST_PENALTY for one in length):
        raise IllegalAction("penalty_length")
    return _order(Kind.PENALISE, Order.Kind.PENALISE, by, table_id, player, why, "penalised", length)


def lift_penalty(*, by: int, table_id: int, player: int, why: str, undoes: int | None = None) -> int:
    """Ends a player's penalty before its time (T14); returns the order's id."""
    kind = Order.Kind.PENALISE
    return _order(Kind.LIFT_PENALTY, kind, by, table_id, player, why, "penalty_lifted", NO_LENGTH, undoes)


def _order(
    kind: Kind,
    order_kind: Order.Kind,
    by: int,
    table_id: int,
    player: int,
    why: str,
    notice: str,
    length: Length | None = None,
    undoes: int | None = None,
) -> int:
    why, own = check(by, table_id, why, about=player)
    payload: Mapping[str, object] = {"reason": why, **(length._asdict() if length else {})}
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        check_seated(table, player)
        order = send(table, order_kind, payload=payload, player=player)
        notices.write_notice(player, table_id, notice, table=table.name, why=why)
        record(kind, table_id, by, why, own=own, order=order, player=player, undoes=undoes)
    return order


def length_of(decision: FloorDecision) -> Length:
    """The length of the penalty that a decision gave; nothing for any other decision."""
    if decision.kind != Kind.PENALISE or decision.order is None:
        return NO_LENGTH
    return Length(**{name: decision.order.payload.get(name, 0) for name in Length._fields})


def history_of(player: int) -> QuerySet[FloorDecision]:
    """The warnings and penalties of a player at cash tables, and what was lifted, newest first."""
    rows = FloorDecision.objects.filter(player=player, kind__in=PENALTY_KINDS)
    return rows.select_related("table", "by", "player", "order", "undone_by")
