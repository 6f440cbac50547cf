"""Commands by which the floor deals with one player: sitting out, warnings, penalties (F1, T14)."""

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.events.kinds import SitOutReason
from games.engine.table import commands as cm
from games.engine.table.dealer import Dealer

MINUTE = 60_000
LONGEST_PENALTY = 1_000
"""The most hands, rounds or minutes of one penalty."""


def seat_out(dealer: Dealer, command: cm.SeatOut) -> None:
    number, seat = dealer.seated(command.player)
    if command.out == (seat.sitting_out or seat.sits_out_next):
        return
    if not command.out and seat.sitting_out:
        dealer.check_may_sit_in(seat)
    dealer.emit(ev.SitOutOrdered(number, command.out, seat.name, command.reason))
    if command.out and not dealer.table.in_hand(number):
        dealer.emit(ev.SatOut(number, SitOutReason.ASKED, dealer.now))
        dealer.close_post_prompt(number)
    elif not command.out and seat.sitting_out:
        dealer.emit(ev.SatIn(number))
        dealer.start_when_ready()


def warn(dealer: Dealer, command: cm.Warn) -> None:
    number, seat = dealer.seated(command.player)
    dealer.emit(ev.Warned(number, seat.name, command.reason))


def penalise(dealer: Dealer, command: cm.Penalise) -> None:
    """Give a penalty, or lift it if the command has no length; a round is a hand for each player now at the table."""
    number, seat = dealer.seated(command.player)
    table = dealer.table
    lengths = (command.hands, command.rounds, command.minutes)
    if not all(0 <= length <= LONGEST_PENALTY for length in lengths) or sum(map(bool, lengths)) > 1:
        raise IllegalAction("bad_message")
    in_tournament = table.full_rules.tournament is not None
    if in_tournament and command.minutes:
        raise IllegalAction("bad_message")
    playing = set(table.ready()) | {number}
    hands = command.hands or command.rounds * len(playing)
    until = dealer.now + command.minutes * MINUTE if command.minutes else 0
    if in_tournament:
        # Its director measures the time.
        until = seat.penalty_until
    if (seat.penalty, seat.penalty_until) == (hands, until):
        return
    dealer.emit(
        ev.Penalised(
            number,
            hands,
            seat.name,
            command.reason,
            sits_out=not in_tournament,
            minutes=command.minutes,
            until=until,
            at=dealer.now,
        )
    )
    dealer.close_post_prompt(number)
    dealer.start_when_ready()


def keep_seat(dealer: Dealer, command: cm.KeepSeat) -> None:
    """Leave a player the seat; one whose cards are folded already because of it has left for good."""
    number, seat = dealer.seated(command.player)
    if not seat.removed or seat.leaving:
        raise IllegalAction("leaving" if seat.leaving else "nothing_changes")
    dealer.emit(ev.RemovalCalledOff(number, seat.name, command.reason))


def keep_open(dealer: Dealer, command: cm.KeepOpen) -> None:
    if dealer.table.closed:
        raise IllegalAction("table_closed")
    if dealer.table.closing:
        dealer.emit(ev.KeptOpen(command.reason))
