"""Voiding a hand: the running one, or the last one until a new one begins (F5, C1)."""

from typing import NamedTuple

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.table import commands as cm
from games.engine.table.dealer import Dealer
from games.engine.table.facts import TableFacts
from games.engine.table.rabbit_hunt import rabbit_fee_paid


def void_hand(dealer: Dealer, command: cm.VoidHand) -> None:
    """Void the hand, carry out what waited for its end, and schedule the next hand."""
    table = dealer.table
    this_one = table.hand is not None and table.hand_number == command.hand and not table.closed
    if not this_one or not (table.running or command.last):
        raise IllegalAction(_why_not(table, command))
    if table.running:
        dealer.stop_bank(table.wait.seat)
        dealer.emit(ev.HandVoided(command.hand, command.reason))
        dealer.settle_seats()
    else:
        broke = [number for number, seat in enumerate(table.seats) if seat and seat.sitting_out and not seat.stack]
        dealer.emit(ev.HandVoided(command.hand, command.reason, *undone(table)))
        for number in broke:
            if table.seat(number).stack:
                dealer.emit(ev.SatIn(number))
    dealer.schedule_next_hand()


def _why_not(table: TableFacts, command: cm.VoidHand) -> str:
    """The code of the refusal, which names what is in the way (F5)."""
    if not command.last:
        return "hand_over" if command.hand <= table.hand_number else "hand_not_begun"
    if table.full_rules.tournament:
        # The director may have undone the hand already; the same refusal tells it that the table cannot.
        return "void_gone"
    if table.closed:
        return "void_closed"
    if 0 < command.hand < table.hand_number:
        return "void_next"
    return "void_already" if 0 < command.hand == table.hand_number else "hand_over"


class Undone(NamedTuple):
    """The chips that go back: (seat, chips) at the table, and (player, chips) of players who are gone with theirs."""

    at_table: tuple[tuple[int, int], ...]
    departed: tuple[tuple[int, int], ...]


def undone(table: TableFacts) -> Undone:
    """The chips of the hand that ended, where their players are now, negative if they pay back; with the fee of H7.

    A player who has left, or sits here again with too few chips, gets or pays them elsewhere.
    """
    assert table.hand is not None
    assert table.hand.changes is not None
    assert table.hand_backup is not None
    dealt = {number: player for player, (number, _) in table.hand_backup.seats.items()}
    back = {dealt[number]: -change for number, change in table.hand.changes}
    if fee := rabbit_fee_paid(table):
        back[table.rabbit_payer] = back.get(table.rabbit_payer, 0) + fee
    now_at = {seat.player: number for number, seat in enumerate(table.seats) if seat}
    stays = {player for player, number in now_at.items() if table.seat(number).stack + back.get(player, 0) > 0}
    return Undone(
        at_table=tuple(sorted((now_at[player], chips) for player, chips in back.items() if player in stays)),
        departed=tuple(sorted((player, chips) for player, chips in back.items() if chips and player not in stays)),
    )
