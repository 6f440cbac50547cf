"""How a hand is made void: the one that runs, or the last one while no new one has begun (F5, C1)."""

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.rules.button import NOBODY
from games.engine.table import commands as cm
from games.engine.table.dealer import Dealer
from games.engine.table.facts import TableFacts
from games.engine.table.rabbit_hunt import rabbit_paid


def void_hand(dealer: Dealer, command: cm.VoidHand) -> None:
    """What waited for the end of a running hand happens; then the table goes on."""
    table = dealer.table
    this_one = table.hand is not None and table.hand_number == command.hand and not table.closed
    if not this_one or not (table.running or command.last):
        # What a director has undone already must not be left undone here.
        raise IllegalAction("void_gone" if command.last and table.config.tournament else "hand_over")
    if table.running:
        dealer.stop_bank(table.wait.seat)
        dealer.emit(ev.HandVoided(command.hand, command.reason))
        dealer.settle()
    else:
        broke = [number for number, seat in enumerate(table.seats) if seat and seat.sitting_out and not seat.stack]
        dealer.emit(ev.HandVoided(command.hand, command.reason, undone(table)))
        for number in broke:
            if table.seat(number).stack:
                dealer.emit(ev.SatIn(number))
    dealer.go_on()


def undone(table: TableFacts) -> tuple[tuple[int, int], ...]:
    """What goes back to each who was in the hand that ended, by the seat they have now; a fee for its cards too (H7).

    Refused where somebody is gone whom it moved chips to or from, or who has not the chips any more.
    """
    assert table.hand is not None
    assert table.hand.changes is not None
    now_at = {seat.dealt: number for number, seat in enumerate(table.seats) if seat and seat.dealt >= 0}
    back = {now_at.get(dealt, NOBODY): -change for dealt, change in table.hand.changes if change or dealt in now_at}
    asker, fee = rabbit_paid(table)
    if fee:
        back[asker] = back.get(asker, 0) + fee
    if NOBODY in back or any(table.seat(number).stack + chips < 0 for number, chips in back.items()):
        raise IllegalAction("void_gone")
    return tuple(sorted(back.items()))
