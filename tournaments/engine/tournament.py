"""The tournament engine: `decide` turns a command into events and the state after them, without side effects."""

from collections.abc import Callable
from typing import Any, NamedTuple

from tournaments.engine.finish import deals
from tournaments.engine.finish.ending import end_by_time, end_now, finish, take_back_end
from tournaments.engine.finish.places import give_places, rank_busts
from tournaments.engine.play import director_commands, entries, hand_for_hand, levels, outages, penalties, table_reports
from tournaments.engine.play.cancel import cancel
from tournaments.engine.play.change_rules import change_house_rules
from tournaments.engine.play.release_hands import release, release_times
from tournaments.engine.play.void_hand import void_hand
from tournaments.engine.seating.balance import balance
from tournaments.engine.seating.break_tables import break_idle
from tournaments.engine.seating.final_table import make_final
from tournaments.engine.seating.shootout import next_round
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.random_source import RandomSource
from tournaments.engine.state.tournament import Tournament
from tournaments.engine.state.tournament_state import Stage, TournamentState

__all__ = ["Decision", "Tournament", "decide", "due"]


class Decision(NamedTuple):
    """The events of one command and the tournament after them; without events nothing has changed."""

    events: tuple[ev.Event, ...]
    after: Tournament


def decide(tournament: Tournament, command: cm.Command, *, now: int, random_bytes: bytes) -> Decision:
    """Decide a command at `now` ms; `tournament` itself is not changed.

    `random_bytes` are 32 unpredictable bytes, new for each command; all seats, cards and other draws come from them.
    Raises IllegalAction when the rules refuse the command, BrokenInvariant when the state is impossible.
    """
    d = Decider(tournament.copy(), now, RandomSource(random_bytes))
    _DO[type(command)](d, command)
    settle(d)
    return Decision(tuple(d.events), d.t)


def settle(d: Decider) -> None:
    """Apply every rule that follows from what has just happened, in this order."""
    if d.t.stage is not Stage.RUNNING:
        return
    entries.close_entries(d)
    rank_busts(d)
    director_commands.carry_out_deferred(d)
    rank_busts(d)
    give_places(d)
    finish(d)
    if d.t.stage is not Stage.RUNNING:
        return
    deals.lapse(d)
    hand_for_hand.watch_bubble(d)
    next_round(d)
    make_final(d)
    break_idle(d)
    balance(d)
    hand_for_hand.end_at_one_table(d)
    levels.begin_break(d)
    penalties.keep_time(d)
    release(d)


def due(t: TournamentState) -> int | None:
    """When the next `Tick` is due, ms; None when nothing is."""
    if t.stage is Stage.OPEN:
        return t.setup.starts_at or None
    if t.stage is not Stage.RUNNING:
        return None
    times = [t.players[player].rebuy_pending for player in t.rebuy_pending]
    times += [penalty.ends for penalty in t.timed_penalties.values() if penalty.ends]
    times += [t.setup.ends_at] if t.setup.ends_at and not t.ending else []
    times += [t.outage.until] if t.outage else []
    times += [t.deal.lapses_at] if t.deal and t.deal.lapses_at else []
    times += release_times(t).values()
    if not t.paused:
        times += [time for time in (t.current_break.until, t.clock.ends) if time]
        times += [t.hourly_at] if t.hourly_at and not t.current_break.length else []
    return min(times, default=None)


def _tick(d: Decider, command: cm.Tick) -> None:
    if d.t.stage is Stage.OPEN and d.t.setup.starts_at and d.t.setup.starts_at <= d.now:
        entries.begin(d)
    elif d.t.stage is Stage.RUNNING:
        entries.expire_rebuys(d)
        outages.end_by_time(d)
        end_by_time(d)
        levels.pass_time(d)


# Any: every function takes the command it is listed for.
_DO: dict[type, Callable[[Decider, Any], None]] = {
    cm.Enter: entries.enter,
    cm.Unregister: entries.unregister,
    cm.TakeRebuy: entries.rebuy,
    cm.DeclineRebuy: entries.decline,
    cm.TakeAddOn: entries.add_on,
    cm.Leave: director_commands.leave,
    cm.ComeBack: director_commands.come_back,
    cm.ReportHand: table_reports.hand_played,
    cm.ReportVoid: table_reports.hand_voided,
    cm.Tick: _tick,
    cm.Start: entries.start,
    cm.ChangeSetup: entries.change_setup,
    cm.ChangeHouseRules: change_house_rules,
    cm.Pause: levels.pause,
    cm.Resume: levels.resume,
    cm.PauseForOutage: outages.pause,
    cm.EndOutage: outages.end_soon,
    cm.NextLevel: levels.next_level,
    cm.PreviousLevel: levels.previous_level,
    cm.BreakNow: levels.break_now,
    cm.EndBreak: levels.end_break,
    cm.MovePlayer: director_commands.move_player,
    cm.BreakTable: director_commands.break_table,
    cm.VoidHand: void_hand,
    cm.SetHandForHand: hand_for_hand.switch,
    cm.TellTables: director_commands.tell_tables,
    cm.Warn: penalties.warn,
    cm.Penalise: director_commands.penalise,
    cm.LiftPenalty: penalties.lift,
    cm.Disqualify: director_commands.disqualify,
    cm.TakeBackDeferred: director_commands.take_back_deferred,
    cm.OpenDealTalk: deals.open_deal_talk,
    cm.ProposeDeal: deals.propose,
    cm.AgreeDeal: deals.agree,
    cm.RefuseDeal: deals.refuse,
    cm.ConfirmDeal: deals.confirm,
    cm.EndNow: end_now,
    cm.TakeBackEnd: take_back_end,
    cm.Cancel: cancel,
}
