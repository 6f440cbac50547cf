"""The clock: levels, breaks by level, by the hour and by the director, pauses (T4, T5)."""

from games.engine.errors import IllegalAction
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.tournament_state import NO_BREAK


def begin_level(d: Decider, number: int, why: str = "") -> None:
    """A level from its beginning; tables play it from their next hand (T4)."""
    stop_clock(d)
    d.emit(ev.LevelBegan(number, d.t.setup.structure.level(number).length, why))
    start_clock(d)


def start_clock(d: Decider) -> None:
    """Let the level run on, unless something holds the clock; the last level has no end."""
    t = d.t
    last = t.level >= len(t.setup.structure.levels)
    if not t.clock.ends and not t.hands_held and not t.hand_for_hand and not last:
        d.emit(ev.ClockStarted(d.now + t.clock.left))


def stop_clock(d: Decider) -> None:
    """The level stands still with what is left of it."""
    if d.t.clock.ends:
        d.emit(ev.ClockStopped(max(0, d.t.clock.ends - d.now)))


def level_over(d: Decider) -> None:
    """The break after the level, or the next one."""
    length = d.t.setup.structure.break_after(d.t.level)
    if length:
        announce_break(d, length, "level")
    else:
        begin_level(d, d.t.level + 1)


def take_round_off(d: Decider) -> None:
    """A fixed time comes off the clock for each hand-for-hand hand (T9)."""
    t = d.t
    if t.level < len(t.setup.structure.levels):
        left = max(0, t.clock.left - t.setup.structure.round_cost)
        d.emit(ev.ClockStopped(left))
        if not left:
            level_over(d)


def announce_break(d: Decider, length: int, why: str) -> None:
    """All tables finish their hands, then rest (T5)."""
    stop_clock(d)
    d.emit(ev.BreakAnnounced(length, why))


def begin_break(d: Decider) -> None:
    """The break counts from when the last table has finished its hand (T5)."""
    current_break = d.t.current_break
    if current_break.length and not current_break.until and d.t.all_idle:
        d.emit(ev.BreakBegan(d.now, d.now + current_break.length))


def pass_time(d: Decider) -> None:
    """Whatever of the clock is due by now."""
    t = d.t
    if t.paused:
        return
    if t.current_break.until and t.current_break.until <= d.now:
        rest_over(d)
    if t.clock.ends and t.clock.ends <= d.now:
        level_over(d)
    if t.hourly_at and t.hourly_at <= d.now and t.current_break == NO_BREAK:
        announce_break(d, t.setup.structure.hourly.length, "hour")


def rest_over(d: Decider) -> None:
    """The level goes on, or the next one begins where it was over."""
    d.emit(ev.BreakEnded(d.now))
    if d.t.clock.left:
        start_clock(d)
    else:
        begin_level(d, d.t.level + 1)


def pause(d: Decider, command: cm.Pause) -> None:
    d.running()
    if not d.t.paused:
        stop_clock(d)
        d.emit(ev.Paused(command.why))


def resume(d: Decider, command: cm.Resume) -> None:
    d.running()
    if d.t.paused:
        d.emit(ev.Resumed())
        start_clock(d)


def next_level(d: Decider, command: cm.NextLevel) -> None:
    d.running()
    if d.t.level >= len(d.t.setup.structure.levels):
        raise IllegalAction("last_level")
    begin_level(d, d.t.level + 1, command.why)


def previous_level(d: Decider, command: cm.PreviousLevel) -> None:
    d.running()
    if d.t.level < 2:
        raise IllegalAction("first_level")
    if d.t.setup.structure.unit(d.t.level) != d.t.setup.structure.unit(d.t.level - 1):
        raise IllegalAction("chips_raced")
    begin_level(d, d.t.level - 1, command.why)


def break_now(d: Decider, command: cm.BreakNow) -> None:
    d.running()
    if command.length <= 0 or d.t.current_break != NO_BREAK:
        raise IllegalAction("bad_break")
    announce_break(d, command.length, command.why)


def end_break(d: Decider, command: cm.EndBreak) -> None:
    """A break that is on is over, one that was announced does not come (F4)."""
    d.running()
    if d.t.current_break == NO_BREAK:
        raise IllegalAction("no_break")
    rest_over(d)
