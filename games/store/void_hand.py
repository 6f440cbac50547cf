"""What a void hand leaves behind: money back by opposite entries, no history, a record, and everybody told (F5)."""

from typing import Any

from games.engine import events as ev
from games.engine.table.state import Table as Played
from games.messaging import codec, notices
from games.models import Decision, Hand, Seat, Table
from games.models.floor_decisions import FloorAct
from games.money import escrow
from games.store import hourly_results
from games.store.card_sealing import public_events

FAULT = "fault"
"""Why a hand is void by itself: its cards or chips did not add up (C1)."""
RECENT_HANDS = 30
"""The lobby's averages forget about this many hands back."""


def keep(row: Decision, event: ev.HandVoided, *, table: Table, seats: dict[int, Seat], after: Played) -> dict[str, Any]:
    """Write what follows, inside the transaction of the decision `row`; what changes of the table's own row.

    `seats` as they were when the hand was called void. A hand that still ran has moved no money.
    """
    hand = Hand.objects.filter(table=table, number=event.number).first()
    if table.tournament is None:
        if event.reason == FAULT:
            FloorAct.objects.create(table=table, hand=event.number, kind=FloorAct.Kind.VOID_HAND, why=FAULT, at=row.at)
        dealt = [number for number, _ in event.undone] or list(after.names)
        _tell(event, table, [seats[number] for number in dealt if number in seats])
    if hand is None:
        return {}
    if table.tournament is None:
        _money_back(hand, event, table)
        hourly_results.take_out(hand)
    hand.parts.all().delete()
    hand.void = True
    hand.save(update_fields=["void"])
    # What is loaded from now on begins with the hand before or after it: in between, only the log knows of it.
    return {
        **_forgotten(hand, table),
        "next_snapshot": codec.state_to_data(after.snapshot()),
        "next_number": row.number,
    }


def _tell(event: ev.HandVoided, table: Table, seats: list[Seat]) -> None:
    code = "void_fault" if event.reason == FAULT else "void_floor"
    for seat in seats:
        if not seat.bot:
            notices.tell(seat.player_id, table.pk, code, table=table.name, hand=event.number, why=event.reason)


def _money_back(hand: Hand, event: ev.HandVoided, table: Table) -> None:
    """The hand's entry, and the fee for cards that would have come (H7), by opposite ones."""
    if hand.rake or any(won for _, _, _, won in hand.results):
        escrow.reverse_hand(table_id=table.pk, hand=hand.number, why=event.reason)
    for number, events in Decision.objects.filter(table=table, hand=hand.number).values_list("number", "events"):
        if any(isinstance(one, ev.RabbitShown) and one.fee for one in public_events([events])):
            escrow.reverse_rabbit_fee(table_id=table.pk, decision=number, why=event.reason)


def _forgotten(hand: Hand, table: Table) -> dict[str, Any]:
    """The lobby's figures without this hand."""
    before = Hand.objects.filter(table=table, number__lt=hand.number, void=False).order_by("-number").first()
    seen = 1000 * hand.saw // max(hand.players, 1)
    return {
        "hands": table.hands - 1,
        "average_pot": _average_without(table, table.average_pot, hand.pot),
        "average_seen": _average_without(table, table.average_seen, seen),
        "last_hand_at": before.ended if before else None,
    }


def _average_without(table: Table, average: int, value: int) -> int:
    """What the average was before this value, the last of `table.hands`, came into it."""
    weight = min(table.hands, RECENT_HANDS)
    return max(0, -((value - average * weight) // (weight - 1))) if weight > 1 else 0
