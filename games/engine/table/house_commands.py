"""Commands that the house gives a table: seat and remove players, add chips, change rules, pause, close, announce."""

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.events.kinds import LeaveReason, PauseReason, StopPlan
from games.engine.rules.button import NOBODY
from games.engine.rules.changes import rule_changes
from games.engine.rules.rules import Rules
from games.engine.table import commands as cm
from games.engine.table.dealer import Dealer
from games.engine.table.facts import TableFacts
from games.engine.table.last_orbit import has_orbits
from games.engine.table.seat import distance_from_big_blind
from games.engine.table.tournament_seat import tournament_of


def take_seat(dealer: Dealer, command: cm.TakeSeat) -> None:
    number = free_seat(dealer, command.player, command.seat, command.chips)
    old_distance = carried_distance(dealer.table, command)
    if command.seat < 0 and old_distance != NOBODY:
        number = _seat_nearest(dealer.table, old_distance)
    dealer.emit(
        ev.SeatTaken(
            seat=number,
            player=command.player,
            name=command.name,
            bot=command.bot,
            chips=command.chips,
            auto_muck=command.auto_muck,
            auto_post=command.auto_post,
            at=dealer.now,
            enter_now=command.enter_now,
            free=command.free,
            owes_small=command.owes_small,
            owes_big=command.owes_big,
            old_distance=old_distance,
            skips_small=command.skips_small,
        )
    )
    dealer.start_when_ready()


def carried_distance(table: TableFacts, command: cm.TakeSeat) -> int:
    """The distance from the big blind, in seats, that a player from another table keeps here, else NOBODY (D7, D8).

    It is never worth more here than there: hands left there count as seats here, of which no fewer come before the big
    blind than hands, and in a smaller game, where the blinds come round sooner, they are the same share of the round.
    """
    if command.hands_left == NOBODY:
        return NOBODY
    players = 1 + sum(1 for seat in table.seats if seat and seat.dealt_seat != NOBODY)
    return min(command.hands_left, command.hands_left * players // max(command.players, 1))


def _seat_nearest(table: TableFacts, distance: int) -> int:
    """The free seat that is nearest to this distance from the big blind and not further away, if there is one."""
    seats = len(table.seats)
    free = {
        distance_from_big_blind(number, table.positions, seats): number
        for number, taken in enumerate(table.seats)
        if taken is None
    }
    return free[max((one for one in free if one <= distance), default=min(free))]


def free_seat(dealer: Dealer, player: int, seat: int, chips: int) -> int:
    """The free seat a player with `chips` can take, any if `seat` is -1; raises IllegalAction if there is none."""
    table = dealer.table
    if table.closing or table.closed:
        raise IllegalAction("table_closed")
    if table.player_seat(player) is not None:
        raise IllegalAction("already_seated")
    free = [number for number, taken in enumerate(table.seats) if taken is None]
    if not free:
        raise IllegalAction("table_full")
    if chips <= 0:
        raise IllegalAction("no_chips")
    if seat >= 0 and seat not in free:
        raise IllegalAction("seat_taken")
    return free[0] if seat < 0 else seat


def add_chips(dealer: Dealer, command: cm.AddChips) -> None:
    number, seat = dealer.seated(command.player)
    if command.chips <= 0 or seat.leaving or seat.plan == StopPlan.HOUSE:
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
    dealer.start_when_ready()


def change_rules(dealer: Dealer, command: cm.ChangeRules) -> None:
    present = len(dealer.table.seats)
    seats = command.seats or present
    if seats > command.rules.most_players:
        raise IllegalAction("too_many_seats")
    if seats != present and any(dealer.table.seats):
        raise IllegalAction("table_not_empty")
    tournament = command.rules.tournament
    if (tournament.id if tournament else 0) != tournament_of(dealer.table):
        raise IllegalAction("not_for_tournaments")
    changes = (*rule_changes(_newest_rules(dealer.table), command.rules), *command.changes)
    new = seats if seats != present else 0
    dealer.emit(ev.RulesChanged(command.rules.to_data(), changes, command.reason, new))
    dealer.start_when_ready()


def _newest_rules(table: TableFacts) -> Rules:
    return table.next_rules or table.full_rules


def pause(dealer: Dealer, command: cm.Pause) -> None:
    taken_over = dealer.table.pause_reason == PauseReason.LOST != command.reason
    if not dealer.table.paused or taken_over:
        dealer.emit(ev.Paused(command.reason))


def resume(dealer: Dealer, command: cm.Resume) -> None:
    if dealer.table.paused:
        dealer.emit(ev.Resumed(command.reason))
        dealer.start_when_ready()


def close(dealer: Dealer, command: cm.Close) -> None:
    table = dealer.table
    after_orbit = command.after_orbit and has_orbits(table)
    if not table.closing or (table.last_orbit and not after_orbit):
        dealer.emit(ev.Closing(command.reason, after_orbit))
        if not (table.running or after_orbit):
            dealer.stand_everybody_up()


def remove_player(dealer: Dealer, command: cm.RemovePlayer) -> None:
    number, seat = dealer.seated(command.player)
    if seat.removed:
        return
    finishes = command.finishes and dealer.table.in_hand(number)
    dealer.emit(ev.RemovalAsked(number, seat.name, command.reason, finishes))
    if not dealer.table.in_hand(number):
        dealer.stand_up(number, LeaveReason.REMOVED)
    elif not finishes:
        dealer.continue_hand(turn_open=True)


def stand_up(dealer: Dealer, command: cm.StandUp) -> None:
    number, seat = dealer.seated(command.player)
    if not dealer.table.in_hand(number):
        dealer.stand_up(number, LeaveReason.ASKED)
    elif seat.plan != StopPlan.HOUSE:
        plan = StopPlan.HOUSE if command.final else StopPlan.LEAVE
        if seat.plan != plan:
            dealer.emit(ev.StopPlanSet(number, plan))


def announce(dealer: Dealer, command: cm.Announce) -> None:
    dealer.emit(ev.Announced(command.kind, command.name, command.reason))


def clear_log(dealer: Dealer, _command: cm.ClearLog) -> None:
    if not dealer.table.running and dealer.table.public_events:
        dealer.emit(ev.LogCleared())
