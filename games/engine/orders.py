"""What the house orders of a table: seats, chips, rules, pauses, the end."""

from games.engine import commands as cm
from games.engine import events as ev
from games.engine.dealer import Dealer
from games.engine.errors import IllegalAction


def take_seat(dealer: Dealer, command: cm.TakeSeat) -> None:
    table = dealer.table
    if table.closing or table.closed:
        raise IllegalAction("table_closed")
    if table.player_seat(command.player) is not None:
        raise IllegalAction("already_seated")
    free = [number for number, seat in enumerate(table.seats) if seat is None]
    if not free:
        raise IllegalAction("table_full")
    number = free[0] if command.seat < 0 else command.seat
    if number not in free:
        raise IllegalAction("seat_taken")
    if command.chips <= 0:
        raise IllegalAction("no_chips")
    player, name, bot, _, chips, auto_muck, auto_post, *coming_in = command
    dealer.emit(ev.SeatTaken(number, player, name, bot, chips, auto_muck, auto_post, dealer.now, *coming_in))
    dealer.gather()


def add_chips(dealer: Dealer, command: cm.AddChips) -> None:
    number, seat = dealer.seated(command.player)
    if command.chips <= 0 or seat.leaving:
        raise IllegalAction("no_chips" if command.chips <= 0 else "leaving")
    if dealer.table.in_hand(number):
        dealer.emit(ev.ChipsQueued(number, command.chips, command.most))
        return
    if command.most and seat.stack >= command.most:
        raise IllegalAction("at_most")
    broke = not seat.stack
    if command.most and seat.stack + command.chips > command.most:
        dealer.emit(ev.ChipsQueued(number, command.chips, command.most))
        dealer.add_queued(number)
    else:
        dealer.emit(ev.ChipsAdded(number, command.chips))
    if broke and seat.sitting_out:
        dealer.emit(ev.SatIn(number))
    dealer.gather()


def change_rules(dealer: Dealer, command: cm.ChangeRules) -> None:
    if len(dealer.table.seats) > command.rules.most_players:
        raise IllegalAction("too_many_seats")
    dealer.emit(ev.RulesChanged(command.rules.to_data()))
    dealer.gather()


def pause(dealer: Dealer, command: cm.Pause) -> None:
    if not dealer.table.paused:
        dealer.emit(ev.Paused())


def resume(dealer: Dealer, command: cm.Resume) -> None:
    if dealer.table.paused:
        dealer.emit(ev.Resumed())
        dealer.gather()


def close(dealer: Dealer, command: cm.Close) -> None:
    if not dealer.table.closing:
        dealer.emit(ev.Closing())
        if not dealer.table.running:
            dealer.stand_all()
