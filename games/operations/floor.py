"""The floor at a cash table: the hand that may be called void, and what was decided there, by whom and why (F1, F3)."""

from typing import NamedTuple

from django.db import transaction

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.lobby.queries import HandLine, hand_line
from games.messaging.chat import clean_line
from games.messaging.orders import cash, locked, send
from games.models import Decision, Hand, Order, Table
from games.models.floor_decisions import LONGEST_WHY, FloorAct

LISTED = 40


class CurrentHand(NamedTuple):
    """The last hand that began, 0 = none: it is running, ended (`line` says how) or void."""

    number: int
    state: str
    line: HandLine | None = None


def current_hand(table_id: int) -> CurrentHand:
    """Which hand of the table may be called void now, from public facts."""
    number = Decision.objects.filter(table=table_id).order_by("-number").values_list("hand", flat=True).first() or 0
    if not number:
        return CurrentHand(0, "none")
    hand = Hand.objects.filter(table=table_id, number=number).first()
    if hand is not None:
        return CurrentHand(number, "void" if hand.void else "ended", hand_line(hand))
    log = Decision.objects.filter(table=table_id, hand=number).values_list("events", flat=True)
    void = any(data and data[0] == ev.HandVoided.__name__ for events in log for data in events)
    return CurrentHand(number, "void" if void else "running")


def void_hand(*, by: int, table_id: int, hand: int, why: str) -> int:
    """Call a hand of a cash table void: the running one, or the last if no new one began (F5); the order's id.

    Raises IllegalAction; a hand that is neither is refused by the table itself.
    """
    return _decide(FloorAct.Kind.VOID_HAND, by=by, table_id=table_id, hand=hand, why=why)


def pause(*, by: int, table_id: int, why: str) -> int:
    """Start no new hand at a cash table, so that the last one can be looked at (F1); the order's id."""
    return _decide(FloorAct.Kind.PAUSE, by=by, table_id=table_id, hand=current_hand(table_id).number, why=why)


def resume(*, by: int, table_id: int, why: str) -> int:
    """Start hands again (F1); the order's id."""
    return _decide(FloorAct.Kind.RESUME, by=by, table_id=table_id, hand=current_hand(table_id).number, why=why)


def _decide(kind: FloorAct.Kind, *, by: int, table_id: int, hand: int, why: str) -> int:
    """The order to the table, and the decision on record with it: neither without the other (F3)."""
    why = clean_line(why)[:LONGEST_WHY]
    if not why:
        raise IllegalAction("why_needed")
    payload = {"hand": hand, "reason": why, "last": True} if kind is FloorAct.Kind.VOID_HAND else {}
    with transaction.atomic():
        table = cash(locked(table_id))
        order = send(table, Order.Kind(kind.value), payload=payload)
        FloorAct.objects.create(table=table, hand=hand, kind=kind, by_id=by, why=why, order_id=order)
    return order


def decisions_at(table_id: int) -> list[FloorAct]:
    """What was decided at the table lately, newest first, with what came of it."""
    return list(FloorAct.objects.filter(table=table_id).select_related("by", "order")[:LISTED])


def table_of(table_id: int) -> Table | None:
    """A cash table that is not closed."""
    return Table.objects.filter(pk=table_id, closed_at=None, tournament=None).defer("snapshot", "next_snapshot").first()
