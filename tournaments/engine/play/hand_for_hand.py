"""T9: hand-for-hand, in which all tables play each hand together near the money."""

from games.engine.errors import IllegalAction
from tournaments.engine.play.levels import start_clock, stop_clock
from tournaments.engine.setup.house_rules import HandForHand
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.reasons import HandForHandReason


def watch_bubble(d: Decider) -> None:
    """Start hand-for-hand one player before the money, unless the director has ended it there; end it in the money."""
    t = d.t
    automatic = t.setup.house.hand_for_hand is HandForHand.AUTO and not t.hand_for_hand_stopped
    if t.hand_for_hand and not t.manual_hand_for_hand and t.left != t.places_paid + 1:
        end(d, HandForHandReason.BUBBLE)
    elif automatic and not t.hand_for_hand and at_bubble(d):
        begin(d, HandForHandReason.BUBBLE)


def end_at_one_table(d: Decider) -> None:
    """End hand-for-hand when one table is left, before its next hand."""
    if d.t.hand_for_hand and len(d.t.tables) < 2:
        end(d, HandForHandReason.FINAL)


def at_bubble(d: Decider) -> bool:
    """Whether one more player than paid places is left, at several tables of one field."""
    t = d.t
    return t.entries_closed and t.left == t.places_paid + 1 and len(t.tables) > 1 and not t.setup.shootout


def switch(d: Decider, command: cm.SetHandForHand) -> None:
    """Switch hand-for-hand on or off for the director."""
    d.check_running()
    if command.on == d.t.hand_for_hand:
        return
    if command.on and len(d.t.tables) < 2:
        raise IllegalAction("one_table")
    if command.on:
        begin(d, command.why, manual=True)
    else:
        end(d, command.why, stopped=at_bubble(d))


def begin(d: Decider, why: str, *, manual: bool = False) -> None:
    """Start hand-for-hand with the next hands: the clock stops, and each round takes a fixed time off it."""
    d.emit(ev.HandForHandBegan(why, manual))
    stop_clock(d)


def end(d: Decider, why: str, *, stopped: bool = False) -> None:
    """End hand-for-hand: every table plays at its own pace again, and the clock runs."""
    d.emit(ev.HandForHandEnded(why, stopped))
    start_clock(d)
