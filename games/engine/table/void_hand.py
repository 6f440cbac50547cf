"""Voiding a hand: the running one, or the last one until a new one begins (F5, C1)."""

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.rules.button import NOBODY
from games.engine.table import commands as cm
from games.engine.table.dealer import Dealer
from games.engine.table.facts import TableFacts
from games.engine.table.rabbit_hunt import rabbit_fee_paid


def void_hand(dealer: Dealer, command: cm.VoidHand) -> None:
    """Void the hand, carry out what waited for its end, and schedule the next hand."""
    table = dealer.table
    this_one = table.hand is not None and table.hand_number == command.hand and not table.closed
    if not this_one or not (table.running or command.last):
        # A tournament's director may have undone the hand already; the same refusal tells it that the table cannot.
        raise IllegalAction("void_gone" if command.last and table.full_rules.tournament else "hand_over")
    if table.running:
        dealer.stop_bank(table.wait.seat)
        dealer.emit(ev.HandVoided(command.hand, command.reason))
        dealer.settle_seats()
    else:
        broke = [number for number, seat in enumerate(table.seats) if seat and seat.sitting_out and not seat.stack]
        dealer.emit(ev.HandVoided(command.hand, command.reason, undone(table)))
        for number in broke:
            if table.seat(number).stack:
                dealer.emit(ev.SatIn(number))
    dealer.schedule_next_hand()


def undone(table: TableFacts) -> tuple[tuple[int, int], ...]:
    """The chips each seat now gets back from the hand that ended, negative if it pays back; with the rabbit fee (H7).

    Raises IllegalAction if a player whose chips it moved has left, or no longer has the chips to return.
    """
    assert table.hand is not None
    assert table.hand.changes is not None
    now_at = {seat.dealt_seat: number for number, seat in enumerate(table.seats) if seat and seat.dealt_seat >= 0}
    back = {now_at.get(dealt, NOBODY): -change for dealt, change in table.hand.changes if change or dealt in now_at}
    asker, fee = rabbit_fee_paid(table)
    if fee:
        back[asker] = back.get(asker, 0) + fee
    if NOBODY in back or any(table.seat(number).stack + chips < 0 for number, chips in back.items()):
        raise IllegalAction("void_gone")
    return tuple(sorted(back.items()))
