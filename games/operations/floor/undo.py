"""Taking back a decision of the floor while no money has left the table (F1, F3)."""

from collections.abc import Callable, Mapping
from typing import Final

from django.db import transaction

from games.engine.errors import IllegalAction
from games.messaging.orders import lock_table
from games.models.floor_decisions import FloorDecision
from games.operations.floor import admissions, closing, penalties, seats, table_acts
from games.operations.floor.decisions import Kind

UNDO: Final[Mapping[str, Callable[[int, FloorDecision, str], object]]] = {
    Kind.PAUSE: lambda by, one, why: table_acts.resume(by=by, table_id=one.table_id, why=why, undoes=one.pk),
    Kind.RESUME: lambda by, one, why: table_acts.pause(by=by, table_id=one.table_id, why=why, undoes=one.pk),
    Kind.CLOSE: lambda by, one, why: closing.keep_open(by=by, table_id=one.table_id, why=why, undoes=one.pk),
    Kind.CLOSE_ORBIT: lambda by, one, why: closing.keep_open(by=by, table_id=one.table_id, why=why, undoes=one.pk),
    **dict.fromkeys(
        (Kind.MERGE, Kind.SPREAD),
        lambda by, one, why: closing.call_off_merge(by=by, table_id=one.table_id, why=why, undoes=one.pk),
    ),
    Kind.CLOSE_AT: lambda by, one, why: closing.close_at(by=by, table_id=one.table_id, at=None, why=why, undoes=one.pk),
    Kind.SIT_OUT: lambda by, one, why: seats.sit_in(
        by=by, table_id=one.table_id, player=seats.about(one), why=why, undoes=one.pk
    ),
    Kind.SIT_IN: lambda by, one, why: seats.sit_out(
        by=by, table_id=one.table_id, player=seats.about(one), why=why, undoes=one.pk
    ),
    Kind.PENALISE: lambda by, one, why: penalties.lift_penalty(
        by=by, table_id=one.table_id, player=seats.about(one), why=why, undoes=one.pk
    ),
    Kind.BAR: lambda by, one, why: admissions.lift_bar(
        by=by, table_id=one.table_id, player=seats.about(one), why=why, undoes=one.pk
    ),
    Kind.UNSEAT: lambda by, one, why: seats.call_off_unseat(by=by, decision=one, why=why),
    Kind.MOVE: lambda by, one, why: seats.call_off_move(by=by, decision=one, why=why),
    Kind.SEAT: lambda by, one, why: seats.call_off_seat(by=by, decision=one, why=why),
    Kind.ANNOUNCE: lambda by, one, why: table_acts.announce(by=by, table_id=one.table_id, text=why, undoes=one.pk),
}
"""What takes back each kind of decision, for the member of staff, the decision and the reason or the new text."""

WHY_STAYS: Final[Mapping[str, Callable[[FloorDecision], str]]] = {
    Kind.MERGE: lambda one: closing.why_merge_stays(one.table_id),
    Kind.SPREAD: lambda one: closing.why_merge_stays(one.table_id),
    Kind.UNSEAT: seats.why_unseat_stays,
    Kind.MOVE: seats.why_move_stays,
    Kind.SEAT: seats.why_seat_stays,
}
"""Why a decision of these kinds cannot be taken back any more, as the code of a refusal; "" while it can be."""

STAYS: Final[Mapping[str, str]] = {
    Kind.VOID_HAND: "undo_money",
    Kind.CHANGE: "undo_change",
    Kind.WARN: "undo_heard",
}
"""Why no other decision is taken back, as the code of a refusal; what takes another back is answered by a new one."""


def why_not(decision: FloorDecision) -> str:
    """Why the decision cannot be taken back, as the code of a refusal; "" if it can be."""
    if decision.kind not in UNDO:
        return STAYS.get(decision.kind, "undo_new")
    if decision.by_id is None:
        return "undo_rooms"
    if hasattr(decision, "undone_by"):
        return "undone_already"
    if decision.order is not None and decision.order.refused:
        return "undo_refused"
    if decision.table.closed_at is not None:
        return "table_closed"
    if decision.kind in WHY_STAYS:
        return WHY_STAYS[decision.kind](decision)
    return "" if _holds(decision) else "undo_over"


def _holds(decision: FloorDecision) -> bool:
    """Whether the decision is still in force, judging by the table's row; an order on its way counts as done."""
    table, order = decision.table, decision.order
    if order is not None and order.applied_at is None:
        return True
    holds = {
        Kind.PAUSE: table.is_paused,
        Kind.RESUME: not table.is_paused,
        Kind.CLOSE: not table.is_open,
        Kind.CLOSE_ORBIT: not table.is_open,
        Kind.CLOSE_AT: table.closes_at is not None,
    }
    return holds.get(Kind(decision.kind), True)


def undo(*, by: int, decision: FloorDecision, why: str) -> None:
    """Takes the decision back by its opposite, which is a decision of its own; raises IllegalAction if it stays."""
    with transaction.atomic():
        # The lock has two who take it back at once do so one after the other.
        lock_table(decision.table_id)
        now = FloorDecision.objects.select_related("table", "order", "undone_by").get(pk=decision.pk)
        if code := why_not(now):
            raise IllegalAction(code)
        UNDO[now.kind](by, now, why)
