"""T4, T5: the clock with its levels, breaks and pauses."""

from games.engine.errors import IllegalAction
from tournaments.engine.setup.structure import LONGEST
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.reasons import BreakReason
from tournaments.engine.state.tournament_state import NO_BREAK


def begin_level(d: Decider, number: int, why: str = "") -> None:
    """Begin a level; tables play it from their next hand on (T4)."""
    stop_clock(d)
    d.emit(ev.LevelBegan(number, d.t.setup.structure.level(number).length, why))
    start_clock(d)


def start_clock(d: Decider) -> None:
    """Start the clock unless something stops it; the last level has no end."""
    t = d.t
    last = t.level >= len(t.setup.structure.levels)
    if not t.clock.ends and not t.hands_held and not t.hand_for_hand and not last:
        d.emit(ev.ClockStarted(d.now + t.clock.left))


def stop_clock(d: Decider) -> None:
    """Stop the clock and keep the time left in the level."""
    if d.t.clock.ends:
        d.emit(ev.ClockStopped(max(0, d.t.clock.ends - d.now)))


def finish_level(d: Decider) -> None:
    """Begin the break after the level, or the next level."""
    length = d.t.setup.structure.break_after(d.t.level)
    if length:
        announce_break(d, length, BreakReason.LEVEL)
    else:
        begin_level(d, d.t.level + 1)


def take_round_off(d: Decider) -> None:
    """Take the fixed time of a hand-for-hand round off the clock (T9)."""
    t = d.t
    if t.level < len(t.setup.structure.levels):
        left = max(0, t.clock.left - t.setup.structure.round_cost)
        d.emit(ev.ClockStopped(left))
        if not left:
            finish_level(d)


def announce_break(d: Decider, length: int, why: str) -> None:
    """Announce a break: it begins when all tables have finished their hands (T5)."""
    stop_clock(d)
    d.emit(ev.BreakAnnounced(length, why))


def begin_break(d: Decider) -> None:
    """Begin the announced break once the last table has finished its hand (T5)."""
    current_break = d.t.current_break
    if current_break.length and not current_break.until and d.t.all_idle:
        d.emit(ev.BreakBegan(d.now, d.now + current_break.length, current_break.why))


def pass_time(d: Decider) -> None:
    """Carry out everything that is due by the clock."""
    t = d.t
    if t.paused:
        return
    if t.current_break.until and t.current_break.until <= d.now:
        finish_break(d)
    if t.clock.ends and t.clock.ends <= d.now:
        finish_level(d)
    if t.hourly_at and t.hourly_at <= d.now and t.current_break == NO_BREAK:
        announce_break(d, t.setup.structure.hourly.length, BreakReason.HOUR)


def finish_break(d: Decider, why: str = "") -> None:
    """End the break and resume the level, or begin the next one if it was over."""
    d.emit(ev.BreakEnded(d.now, why))
    if d.t.clock.left:
        start_clock(d)
    else:
        begin_level(d, d.t.level + 1, why)


def pause(d: Decider, command: cm.Pause) -> None:
    """Stop the clock and begin no new hands, also after a pause that the room would end by itself (F4)."""
    d.check_running()
    if not d.t.paused or d.t.outage:
        stop_play(d, command.why)


def resume(d: Decider, command: cm.Resume) -> None:
    """Resume play and the clock (F4)."""
    d.check_running()
    if d.t.paused:
        resume_play(d, command.why)


def stop_play(d: Decider, why: str) -> None:
    """Pause: the clock stops, and no new hands begin."""
    stop_clock(d)
    d.emit(ev.Paused(why))


def resume_play(d: Decider, why: str) -> None:
    """End the pause: the clock runs, and hands begin."""
    d.emit(ev.Resumed(why, d.now))
    start_clock(d)


def next_level(d: Decider, command: cm.NextLevel) -> None:
    """Begin the next level at once (F4)."""
    d.check_running()
    _check_level(d, command.level)
    if d.t.level >= len(d.t.setup.structure.levels):
        raise IllegalAction("last_level")
    begin_level(d, d.t.level + 1, command.why)


def previous_level(d: Decider, command: cm.PreviousLevel) -> None:
    """Go back to the start of the previous level, unless chips that it needs have been raced off (F4, T11)."""
    d.check_running()
    _check_level(d, command.level)
    if d.t.level < 2:
        raise IllegalAction("first_level")
    if d.t.raced_into > d.t.setup.structure.unit(d.t.level - 1):
        raise IllegalAction("chips_raced")
    begin_level(d, d.t.level - 1, command.why)


def _check_level(d: Decider, seen: int) -> None:
    """Raise IllegalAction if the level that the director saw has ended meanwhile."""
    if seen and seen != d.t.level:
        raise IllegalAction("other_level")


def break_now(d: Decider, command: cm.BreakNow) -> None:
    """Announce a break for the director (F4)."""
    d.check_running()
    if not 0 < command.length <= LONGEST or d.t.current_break != NO_BREAK:
        raise IllegalAction("bad_break")
    announce_break(d, command.length, command.why)


def end_break(d: Decider, command: cm.EndBreak) -> None:
    """End the break, or call off an announced one (F4)."""
    d.check_running()
    if d.t.current_break == NO_BREAK:
        raise IllegalAction("no_break")
    finish_break(d, command.why)
