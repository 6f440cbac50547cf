"""Acts of the floor at tables, each with its reason, which the players are told; never where it plays (F1-F5)."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple, Unpack

from django.db import transaction
from django.utils import timezone

from backoffice.api import Change as LoggedChange
from backoffice.api import Subject
from backoffice.api import record as log
from backoffice.text import clean_line
from games import moderation
from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.events.kinds import LONGEST_REASON, Announcement
from games.engine.events.table import Change
from games.engine.rules.rules import Rules
from games.lobby.queries import HandLine, hand_line
from games.messaging.orders import check_cash_table, lock_table, send
from games.models import Decision, Hand, Order, Table
from games.models.conduct import FloorCall
from games.models.floor_decisions import FloorDecision, RoomReason
from games.operations.impartiality import check_not_playing
from games.operations.tables import TableChanges, change_table, changes_of, close_table

Kind = FloorDecision.Kind

LISTED = 40


class CurrentHandState(StrEnum):
    """The state of the last hand that began."""

    NONE = "none"
    RUNNING = "running"
    ENDED = "ended"
    VOID = "void"


class CurrentHand(NamedTuple):
    """The last hand that began, number 0 if there was none; `line` is the result of an ended or void hand."""

    number: int
    state: CurrentHandState
    line: HandLine | None = None


def current_hand(table_id: int) -> CurrentHand:
    """The hand of the table that may be called void now, found from public events."""
    number = Decision.objects.filter(table=table_id).order_by("-number").values_list("hand", flat=True).first() or 0
    if not number:
        return CurrentHand(0, CurrentHandState.NONE)
    hand = Hand.objects.filter(table=table_id, number=number).first()
    if hand is not None:
        state = CurrentHandState.VOID if hand.void else CurrentHandState.ENDED
        return CurrentHand(number, state, hand_line(hand))
    log = Decision.objects.filter(table=table_id, hand=number).values_list("events", flat=True)
    void = any(data and data[0] == ev.HandVoided.__name__ for events in log for data in events)
    return CurrentHand(number, CurrentHandState.VOID if void else CurrentHandState.RUNNING)


def void_hand(*, by: int, table_id: int, hand: int, why: str) -> int:
    """Calls the running hand of a cash table void, or the last one if no new hand began (F5); returns the order's id.

    Raises IllegalAction; the table itself refuses any other hand.
    """
    why, own = _check(by, table_id, why, hand=hand)
    with transaction.atomic():
        try:
            table = check_cash_table(lock_table(table_id))
        except IllegalAction as refusal:
            raise (IllegalAction("void_closed") if refusal.code == "table_closed" else refusal) from None
        order = send(table, Order.Kind.VOID_HAND, payload={"hand": hand, "reason": why, "last": True})
        _record(Kind.VOID_HAND, table_id, by, why, own=own, order=order, hand=hand)
    return order


def pause(*, by: int, table_id: int, why: str) -> int:
    """Pauses a cash table after the running hand (F1); returns the order's id."""
    return _order(Kind.PAUSE, by=by, table_id=table_id, why=why)


def resume(*, by: int, table_id: int, why: str) -> int:
    """Resumes a paused cash table (F1); returns the order's id."""
    return _order(Kind.RESUME, by=by, table_id=table_id, why=why)


def _order(kind: Kind, *, by: int, table_id: int, why: str) -> int:
    why, own = _check(by, table_id, why)
    with transaction.atomic():
        order = send(check_cash_table(lock_table(table_id)), Order.Kind(kind.value), payload={"reason": why})
        _record(kind, table_id, by, why, own=own, order=order)
    return order


def close(*, by: int, table_id: int, why: str) -> int:
    """Closes a cash table after the running hand (F1); returns the order's id."""
    why, own = _check(by, table_id, why)
    with transaction.atomic():
        order = close_table(table_id=table_id, by=by, why=why)
        _record(Kind.CLOSE, table_id, by, why, own=own, order=order)
    return order


def close_by_the_room(*, table_id: int, why: RoomReason) -> int:
    """Closes a cash table after the running hand, without anybody of the staff; returns the order's id."""
    with transaction.atomic():
        order = close_table(table_id=table_id)
        _record(Kind.CLOSE, table_id, None, why, own=False, order=order)
    return order


def thaw(*, by: int, table_id: int, why: str) -> int:
    """Lets hosts run a stopped table again, once the floor has inspected it (C1).

    Returns the id of the order by which the table says so; 0 for a table that is not stopped, where nothing happens.
    """
    why, own = _check(by, table_id, why)
    with transaction.atomic():
        table = lock_table(table_id)
        if not table.frozen:
            return 0
        table.frozen = False
        table.save(update_fields=["frozen"])
        payload = {"kind": Announcement.THAWED, "name": "", "reason": why}
        order = send(table, Order.Kind.ANNOUNCE, payload=payload)
        _record(Kind.THAW, table_id, by, why, own=own, order=order)
    return order


def announce(*, by: int, table_id: int, text: str) -> int:
    """Tells everybody at the table something; returns the order's id."""
    text, own = _check(by, table_id, text)
    with transaction.atomic():
        table = lock_table(table_id)
        payload = {"kind": Announcement.SAYS, "name": "", "reason": text}
        order = send(table, Order.Kind.ANNOUNCE, payload=payload)
        _record(Kind.ANNOUNCE, table_id, by, text, own=own, order=order)
    return order


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
        why, own = _check(by, table_id, why)
        change_table(table_id=table_id, rules=rules, password=password, why=why, **fields)
        _record(Kind.CHANGE, table_id, by, why, own=own, changes=changes)
    return changes


def _check(by: int, table_id: int, why: str, *, hand: int = 0) -> tuple[str, bool]:
    """The reason as one line, and whether the member of staff plays there with the owner's leave.

    Raises IllegalAction without a reason (F3), or where they play without that leave.
    """
    own = check_not_playing(by, table_id=table_id, hand=hand)
    why = clean_line(why)[:LONGEST_REASON]
    if not why:
        raise IllegalAction("why_needed")
    return why, own


def _record(
    kind: Kind,
    table_id: int,
    by: int | None,
    why: str,
    *,
    own: bool,
    order: int | None = None,
    hand: int | None = None,
    changes: Sequence[Change] = (),
) -> None:
    """Records a decision of the floor in the transaction of its order, as the last thing of it (F3)."""
    FloorDecision.objects.create(
        table_id=table_id,
        hand=current_hand(table_id).number if hand is None else hand,
        kind=kind,
        by_id=by,
        reason=why,
        changes=list(changes),
        order_id=order,
    )
    log(
        by=by,
        act=f"table.{kind.value}" if by else f"table.{why}",
        subject=Subject("table", table_id) if hand is None else Subject("hand", f"{table_id}:{hand}"),
        changes=[LoggedChange(*change) for change in changes],
        reason=why if by else "",
        own=own,
    )


def answer_call(*, call: FloorCall, by: int, answer: str) -> None:
    """Answers a call for the floor and notifies the player who made it (F2). The first answer stands."""
    own = check_not_playing(by, table_id=call.table_id)
    text = moderation.checked_text(answer)
    with transaction.atomic():
        waiting = FloorCall.objects.filter(pk=call.pk, answered_at=None)
        if not waiting.update(answer=text, answered_by_id=by, answered_at=timezone.now()):
            return
        moderation.notify_owner(call.player_id)
        at = Subject("table", call.table_id)
        log(by=by, act="call.answered", subject=at, about=call.player_id, reason=text, own=own)


def decisions_at(table_id: int) -> list[FloorDecision]:
    """The latest decisions at the table, newest first, with their orders."""
    return list(FloorDecision.objects.filter(table=table_id).select_related("by", "order")[:LISTED])


def table_of(table_id: int) -> Table | None:
    """A cash table, closed or not; None if there is none with this id."""
    return Table.objects.filter(pk=table_id, tournament=None).defer("snapshot", "next_snapshot").first()
