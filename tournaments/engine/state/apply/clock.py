"""Levels, breaks and pauses (T4, T5)."""

from tournaments.engine.setup.structure import HOUR
from tournaments.engine.state import events as ev
from tournaments.engine.state.apply import Handlers
from tournaments.engine.state.reasons import BreakReason, own_words
from tournaments.engine.state.tournament_state import (
    NO_BREAK,
    BreakState,
    LevelClock,
    Outage,
    TournamentState,
)


def level_began(t: TournamentState, event: ev.LevelBegan) -> None:
    t.clock = LevelClock(event.level, 0, event.left, event.why)


def clock_started(t: TournamentState, event: ev.ClockStarted) -> None:
    t.clock = t.clock._replace(ends=event.ends, left=0)


def clock_stopped(t: TournamentState, event: ev.ClockStopped) -> None:
    t.clock = t.clock._replace(ends=0, left=event.left)


def break_announced(t: TournamentState, event: ev.BreakAnnounced) -> None:
    t.current_break = BreakState(event.length, why=own_words(event.why, BreakReason))


def break_began(t: TournamentState, event: ev.BreakBegan) -> None:
    t.current_break = t.current_break._replace(until=event.until)


def break_ended(t: TournamentState, event: ev.BreakEnded) -> None:
    t.current_break = NO_BREAK
    if event.why:
        t.clock = t.clock._replace(why=event.why)
    t.hourly_at = t.setup.structure.hourly_break(event.at)


def paused(t: TournamentState, event: ev.Paused) -> None:
    t.paused, t.pause_reason, t.outage = True, event.why, None


def resumed(t: TournamentState, event: ev.Resumed) -> None:
    t.paused, t.pause_reason, t.outage, t.resumed_at = False, "", None, event.at
    if event.at:
        # A break that would be over by now is not made up: all tournaments have it at the same minute.
        hourly_break = t.setup.structure.hourly_break(event.at - t.setup.structure.hourly.length)
        t.hourly_at = max(t.hourly_at, hourly_break)


def connections_lost(t: TournamentState, event: ev.ConnectionsLost) -> None:
    t.outage = Outage(event.players, event.until)
    t.outages = (*(at for at in t.outages if at > event.at - HOUR), event.at)


def connections_back(t: TournamentState, event: ev.ConnectionsBack) -> None:
    assert t.outage is not None
    t.outage = t.outage._replace(until=event.until, ending=True)


HANDLERS: Handlers = {
    ev.LevelBegan: level_began,
    ev.ClockStarted: clock_started,
    ev.ClockStopped: clock_stopped,
    ev.BreakAnnounced: break_announced,
    ev.BreakBegan: break_began,
    ev.BreakEnded: break_ended,
    ev.Paused: paused,
    ev.Resumed: resumed,
    ev.ConnectionsLost: connections_lost,
    ev.ConnectionsBack: connections_back,
}
