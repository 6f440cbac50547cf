"""Acts of the floor at tables: void a hand, pause, resume, answer a call; with reasons, not where it plays (F1-F3)."""

from enum import StrEnum
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from games import moderation
from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.lobby.queries import HandLine, hand_line
from games.messaging.chat import clean_line
from games.messaging.orders import check_cash_table, lock_table, send
from games.models import Decision, Hand, Order, Table
from games.models.conduct import FloorCall
from games.models.floor_decisions import LONGEST_REASON, FloorDecision
from games.operations.impartiality import check_not_playing

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
    return _decide(FloorDecision.Kind.VOID_HAND, by=by, table_id=table_id, hand=hand, why=why)


def pause(*, by: int, table_id: int, why: str) -> int:
    """Pauses a cash table after the running hand (F1); returns the order's id."""
    return _decide(FloorDecision.Kind.PAUSE, by=by, table_id=table_id, hand=current_hand(table_id).number, why=why)


def resume(*, by: int, table_id: int, why: str) -> int:
    """Resumes a paused cash table (F1); returns the order's id."""
    return _decide(FloorDecision.Kind.RESUME, by=by, table_id=table_id, hand=current_hand(table_id).number, why=why)


def _decide(kind: FloorDecision.Kind, *, by: int, table_id: int, hand: int, why: str) -> int:
    """Sends the order to the table and records the decision, both in one transaction (F3)."""
    why = clean_line(why)[:LONGEST_REASON]
    if not why:
        raise IllegalAction("why_needed")
    check_not_playing(by, table_id=table_id, hand=hand)
    payload = {"hand": hand, "reason": why, "last": True} if kind is FloorDecision.Kind.VOID_HAND else {}
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        order = send(table, Order.Kind(kind.value), payload=payload)
        FloorDecision.objects.create(table=table, hand=hand, kind=kind, by_id=by, reason=why, order_id=order)
    return order


def answer_call(*, call: FloorCall, by: int, answer: str) -> None:
    """Answers a call for the floor and notifies the player who made it (F2). The first answer stands."""
    check_not_playing(by, table_id=call.table_id)
    text = moderation.checked_text(answer)
    waiting = FloorCall.objects.filter(pk=call.pk, answered_at=None)
    if waiting.update(answer=text, answered_by_id=by, answered_at=timezone.now()):
        moderation.notify_owner(call.player_id)


def decisions_at(table_id: int) -> list[FloorDecision]:
    """The latest decisions at the table, newest first, with their orders."""
    return list(FloorDecision.objects.filter(table=table_id).select_related("by", "order")[:LISTED])


def table_of(table_id: int) -> Table | None:
    """A cash table that is not closed; None if there is none with this id."""
    return Table.objects.filter(pk=table_id, closed_at=None, tournament=None).defer("snapshot", "next_snapshot").first()
