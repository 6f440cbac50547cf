"""What a tournament does when it is told something: `decide` gives the events and the state after them, purely."""

from collections.abc import Callable
from typing import Any, NamedTuple

from tournaments.engine import commands as cm
from tournaments.engine import deals, entries, hand_for_hand, levels, reports, staff
from tournaments.engine import events as ev
from tournaments.engine.balancing import balance
from tournaments.engine.breaking import break_idle
from tournaments.engine.cancel import cancel
from tournaments.engine.dealing import release
from tournaments.engine.dice import Dice
from tournaments.engine.director import Director
from tournaments.engine.ending import end_by_time, end_now, finish, take_back_end
from tournaments.engine.facts import Stage
from tournaments.engine.final_table import make_final
from tournaments.engine.places import give_places, rank_fallen
from tournaments.engine.shootout import next_round
from tournaments.engine.state import Tournament

__all__ = ["Decision", "Tournament", "decide"]


class Decision(NamedTuple):
    """The events of one command and the tournament after them; no events: nothing happened."""

    events: tuple[ev.Event, ...]
    after: Tournament


def decide(tournament: Tournament, command: cm.Command, *, now: int, dice: bytes) -> Decision:
    """What follows from a command at `now` ms; `tournament` is left as it was.

    `dice` are 32 bytes nobody could foresee, new for each command; seats, cards and all other chance come from them.
    Raises IllegalAction when the rules refuse, BrokenInvariant when the state could not be true.
    """
    d = Director(tournament.copy(), now, Dice(dice))
    _DO[type(command)](d, command)
    settle(d)
    return Decision(tuple(d.events), d.t)


def settle(d: Director) -> None:
    """What follows by the rules from whatever happened, in this order."""
    if d.t.stage is not Stage.RUNNING:
        return
    staff.catch_up(d)
    rank_fallen(d)
    entries.close_entries(d)
    rank_fallen(d)
    give_places(d)
    finish(d)
    if d.t.stage is not Stage.RUNNING:
        return
    hand_for_hand.watch_bubble(d)
    next_round(d)
    make_final(d)
    break_idle(d)
    balance(d)
    levels.begin_break(d)
    release(d)


def _tick(d: Director, command: cm.Tick) -> None:
    if d.t.stage is Stage.OPEN and d.t.setup.starts_at and d.t.setup.starts_at <= d.now:
        entries.begin(d)
    elif d.t.stage is Stage.RUNNING:
        entries.give_up_waiting(d)
        deals.lapse(d)
        end_by_time(d)
        levels.pass_time(d)


_DO: dict[type, Callable[[Director, Any], None]] = {
    cm.Enter: entries.enter,
    cm.Unregister: entries.unregister,
    cm.BuyAgain: entries.buy_again,
    cm.DeclineRebuy: entries.decline,
    cm.TakeAddOn: entries.add_on,
    cm.Leave: staff.leave,
    cm.ComeBack: staff.come_back,
    cm.ReportHand: reports.hand_played,
    cm.ReportVoid: reports.hand_voided,
    cm.Tick: _tick,
    cm.Start: entries.start,
    cm.ChangeSetup: entries.change_setup,
    cm.Pause: levels.pause,
    cm.Resume: levels.resume,
    cm.NextLevel: levels.next_level,
    cm.PreviousLevel: levels.previous_level,
    cm.BreakNow: levels.break_now,
    cm.EndBreak: levels.end_break,
    cm.MovePlayer: staff.move_player,
    cm.BreakTable: staff.break_table,
    cm.VoidHand: staff.void_hand,
    cm.SetHandForHand: hand_for_hand.switch,
    cm.Warn: staff.warn,
    cm.Penalise: staff.penalise,
    cm.LiftPenalty: staff.lift_penalty,
    cm.Disqualify: staff.disqualify,
    cm.Withdraw: staff.withdraw,
    cm.TalkDeal: deals.talk,
    cm.ProposeDeal: deals.propose,
    cm.AgreeDeal: deals.agree,
    cm.RefuseDeal: deals.refuse,
    cm.ConfirmDeal: deals.confirm,
    cm.EndNow: end_now,
    cm.TakeBackEnd: take_back_end,
    cm.Cancel: cancel,
}
