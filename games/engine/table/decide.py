"""How a table responds to a command: `decide` returns the events and the table after them, without side effects."""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine import events as ev
from games.engine.cards import Card
from games.engine.events.kinds import LeaveReason, SitOutReason, VoidReason, WaitKind
from games.engine.hand.actions import Muck, RunIt
from games.engine.rules.house_rules import FaultRule
from games.engine.table import commands as cm
from games.engine.table import (
    director_commands,
    floor_commands,
    house_commands,
    player_commands,
    seat_commands,
    void_hand,
)
from games.engine.table.dealer import CommandHandlers, Dealer
from games.engine.table.state import Table
from games.engine.table.tournament_seat import check_accepted, turn_time


class Decision(NamedTuple):
    """The events of one command and the table after them; without events nothing happened."""

    events: tuple[ev.TableEvent, ...]
    table: Table


def decide(table: Table, command: cm.Command, *, now: int, deck: Sequence[Card] | None = None) -> Decision:
    """Decide what follows from a command at `now` (ms); `table` itself is not changed.

    `deck` is a freshly shuffled deck, required when `table.needs_deck(now)`. Raises IllegalAction when the rules
    refuse the command, and BrokenInvariant when the resulting state is impossible.
    """
    check_accepted(table, command)
    dealer = Dealer(table.copy(), now, deck)
    _COMMAND_HANDLERS[type(command)](dealer, command)
    dealer.sit_out_short_stacks()
    dealer.close_without_players()
    if dealer.table.hand:
        dealer.table.hand.check()
    return Decision(tuple(dealer.events), dealer.table)


def _recover(dealer: Dealer, command: cm.Recover) -> None:
    table, clock = dealer.table, dealer.table.rules.clock
    if table.running and table.rules.house.fault is FaultRule.VOID:
        void_hand.void_hand(dealer, cm.VoidHand(table.hand_number, VoidReason.INTERRUPTED))
        return
    kind, number, _, _ = table.wait
    match kind:
        case WaitKind.TURN | WaitKind.BANK | WaitKind.CALLED:
            dealer.emit(ev.TurnBegan(table.turn, number, dealer.now + turn_time(table, number), dealer.now))
        case WaitKind.DEAL:
            dealer.wait(kind, number, clock.run_out)
        case WaitKind.SHOW | WaitKind.POST | WaitKind.AGREE:
            dealer.wait(kind, number, clock.show)
        case WaitKind.NEXT_HAND:
            dealer.wait(kind, number, clock.after_fold)
        case _:
            dealer.start_when_ready()


def _tick(dealer: Dealer, command: cm.Tick) -> None:
    table = dealer.table
    if not table.running:
        for number, seat in enumerate(table.seats):
            if seat and 0 < table.stands_up_at(seat) <= dealer.now:
                dealer.stand_up(number, LeaveReason.IDLE if seat.stack + seat.queued else LeaveReason.BROKE)
        dealer.end_penalties_in_time()
    kind, number, deadline, _ = table.wait
    if kind == WaitKind.PLAYERS or deadline > dealer.now:
        return
    match kind:
        case WaitKind.TURN | WaitKind.BANK | WaitKind.CALLED:
            dealer.time_up(number)
        case WaitKind.DEAL:
            assert table.hand is not None
            for event in table.hand.copy().continue_run_out():
                dealer.emit(event)
            dealer.continue_hand()
        case WaitKind.AGREE:
            assert table.hand is not None
            dealer.act(table.hand.to_agree[0], RunIt(1))
        case WaitKind.SHOW:
            dealer.act(number, Muck())
        case WaitKind.POST:
            if len(table.ready()) > 1 and not table.paused:
                dealer.emit(ev.SatOut(number, SitOutReason.DECLINED, dealer.now))
            dealer.close_post_prompt(number)
        case WaitKind.NEXT_HAND if table.needs_deck(dealer.now):
            dealer.start_next_hand()


_COMMAND_HANDLERS: CommandHandlers = {
    cm.Act: player_commands.act,
    cm.SetPreAction: player_commands.set_pre_action,
    cm.ShowCards: player_commands.show_cards,
    cm.SitOut: player_commands.sit_out,
    cm.SitIn: player_commands.sit_in,
    cm.Leave: player_commands.leave,
    cm.SetStopPlan: seat_commands.set_stop_plan,
    cm.FoldAndSitOut: seat_commands.fold_and_sit_out,
    cm.SetAutoActions: player_commands.set_auto_actions,
    cm.PostBlind: player_commands.post_blind,
    cm.CallTime: player_commands.call_time,
    cm.ChangeSeat: player_commands.change_seat,
    cm.AskRabbit: player_commands.ask_rabbit,
    cm.EnterNow: player_commands.enter_now,
    cm.SetStraddle: player_commands.set_straddle,
    cm.SetConnected: player_commands.set_connected,
    cm.TakeSeat: house_commands.take_seat,
    cm.AddChips: house_commands.add_chips,
    cm.SetRefill: seat_commands.set_refill,
    cm.SetTableMove: seat_commands.set_table_move,
    cm.MoveToTable: seat_commands.move_to_table,
    cm.ChangeRules: house_commands.change_rules,
    cm.Pause: house_commands.pause,
    cm.Resume: house_commands.resume,
    cm.VoidHand: void_hand.void_hand,
    cm.Close: house_commands.close,
    cm.RemovePlayer: house_commands.remove_player,
    cm.StandUp: house_commands.stand_up,
    cm.KeepOpen: floor_commands.keep_open,
    cm.KeepSeat: floor_commands.keep_seat,
    cm.SeatOut: floor_commands.seat_out,
    cm.Warn: floor_commands.warn,
    cm.Penalise: floor_commands.penalise,
    cm.Announce: house_commands.announce,
    cm.ClearLog: house_commands.clear_log,
    cm.Recover: _recover,
    cm.Tick: _tick,
    **director_commands.COMMAND_HANDLERS,
}
