"""What a table does when it is told something: `decide` gives the events and the state after them, purely."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from games.engine import asks, orders, staying, tournament_orders, voiding
from games.engine import commands as cm
from games.engine import events as ev
from games.engine.actions import Muck, RunIt
from games.engine.cards import Card
from games.engine.dealer import Dealer
from games.engine.table_state import Table
from games.engine.tournament_seat import check_heard, turn_time


class Decision(NamedTuple):
    """The events of one command and the table after them; no events: nothing happened."""

    events: tuple[ev.TableEvent, ...]
    after: Table


def decide(table: Table, command: cm.Command, *, now: int, deck: Sequence[Card] | None = None) -> Decision:
    """What follows from a command at `now` ms; `table` is left as it was.

    `deck` is a freshly shuffled one, needed when `table.needs_deck(now)`. Raises IllegalAction when the rules
    refuse, BrokenInvariant when the state could not be true.
    """
    check_heard(table, command)
    dealer = Dealer(table.copy(), now, deck)
    _DO[type(command)](dealer, command)
    if dealer.table.hand:
        dealer.table.hand.check()
    return Decision(tuple(dealer.events), dealer.table)


def _recover(dealer: Dealer, command: cm.Recover) -> None:
    table, clock = dealer.table, dealer.table.rules.clock
    kind, number, _, _ = table.wait
    match kind:
        case "turn" | "bank" | "called":
            dealer.emit(ev.TurnBegan(table.turn, number, dealer.now + turn_time(table, number), dealer.now))
        case "deal":
            dealer.wait(kind, number, clock.run_out)
        case "show" | "post" | "agree":
            dealer.wait(kind, number, clock.show)
        case "next_hand":
            dealer.wait(kind, number, clock.after_fold)
        case _:
            dealer.gather()


def _tick(dealer: Dealer, command: cm.Tick) -> None:
    table = dealer.table
    if not table.running:
        for number, seat in enumerate(table.seats):
            if seat and 0 < table.stands_up_at(seat) <= dealer.now:
                dealer.stand_up(number, "idle" if seat.stack + seat.queued else "broke")
    kind, number, deadline, _ = table.wait
    if kind == "players" or deadline > dealer.now:
        return
    match kind:
        case "turn" | "bank" | "called":
            dealer.time_up(number)
        case "deal":
            assert table.hand is not None
            for event in table.hand.copy().go_on():
                dealer.emit(event)
            dealer.carry_on()
        case "agree":
            assert table.hand is not None
            dealer.play(table.hand.to_agree[0], RunIt(1))
        case "show":
            dealer.play(number, Muck())
        case "post":
            if len(table.ready()) > 1 and not table.paused:
                dealer.emit(ev.SatOut(number, "declined", dealer.now))
            dealer.post_answered(number)
        case "next_hand" if table.needs_deck(dealer.now):
            dealer.next_hand()


_DO: dict[type, Callable[[Dealer, Any], None]] = {
    cm.Act: asks.act,
    cm.QueueAhead: asks.queue_ahead,
    cm.ShowCards: asks.show_cards,
    cm.SitOut: asks.sit_out,
    cm.SitIn: asks.sit_in,
    cm.Leave: asks.leave,
    cm.SetPlan: staying.set_plan,
    cm.FoldAndSitOut: staying.fold_and_sit_out,
    cm.SetHabits: asks.set_habits,
    cm.PostBlind: asks.post_blind,
    cm.CallTime: asks.call_time,
    cm.ChangeSeat: asks.change_seat,
    cm.AskRabbit: asks.ask_rabbit,
    cm.EnterNow: asks.enter_now,
    cm.SetStraddle: asks.set_straddle,
    cm.SetLine: asks.set_line,
    cm.TakeSeat: orders.take_seat,
    cm.AddChips: orders.add_chips,
    cm.SetRefill: staying.set_refill,
    cm.MoveTo: staying.move_to,
    cm.GoOver: staying.go_over,
    cm.ChangeRules: orders.change_rules,
    cm.Pause: orders.pause,
    cm.Resume: orders.resume,
    cm.VoidHand: voiding.void_hand,
    cm.Close: orders.close,
    cm.Recover: _recover,
    cm.Tick: _tick,
    **tournament_orders.DO,
}
