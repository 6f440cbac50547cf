"""T14: warnings and penalties, in hands, rounds, minutes or chips; they end by themselves or are lifted."""

from typing import Final

from games.engine.errors import IllegalAction
from tournaments.engine.setup.structure import LONGEST, MINUTE
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.entrant import Entrant
from tournaments.engine.state.reasons import DeferredKind, RemovalReason

MOST_HANDS: Final = 1_000
"""A penalty is at most this many hands (T14)."""


def warn(d: Decider, command: cm.Warn) -> None:
    """Warn a player (T14)."""
    d.check_running()
    d.emit(ev.Warned(d.entrant(command.player).player, command.why))


def deferred(d: Decider, command: cm.Penalise) -> ev.Deferred:
    """The penalty, to take effect when no hand runs at the player's table (T14).

    Raises IllegalAction for an empty or too long penalty, and for chips that cannot be taken.
    """
    d.check_running()
    entrant, unit = d.entrant(command.player), d.t.setup.structure.unit(d.t.level)
    hands = command.hands + command.rounds * hands_of_a_round(d, entrant)
    lengths = (command.hands, command.rounds, command.time)
    if min(lengths) < 0 or not any((*lengths, command.chips)) or hands > MOST_HANDS or command.time > LONGEST:
        raise IllegalAction("bad_penalty", most=MOST_HANDS, minutes=LONGEST // MINUTE)
    if command.chips:
        _check_chips(command.chips, entrant.stack, unit)
    return ev.Deferred(
        DeferredKind.PENALISE, command.player, hands, chips=command.chips, why=command.why, time=command.time
    )


def hands_of_a_round(d: Decider, entrant: Entrant) -> int:
    """The hands of one round at the player's table: one for each player there, the penalised one included (T14)."""
    return len(d.t.ready(d.t.tables[entrant.table])) if entrant.table else d.t.setup.seats


def take_effect(d: Decider, act: ev.Deferred) -> None:
    """Take the chips, one always remains, and begin the hands and the time to be sat out (T14)."""
    unit, stack = d.t.setup.structure.unit(d.t.level), d.t.players[act.player].stack
    chips = min(act.chips, _most_chips(stack, unit))
    if chips > 0:
        d.emit(ev.ChipsRemoved(act.player, chips, RemovalReason.PENALTY))
    d.emit(ev.Penalised(act.player, act.table, act.why, time=act.time))


def lift(d: Decider, command: cm.LiftPenalty) -> None:
    """End the penalty: the player plays again from the next hand on (F4)."""
    d.check_running()
    entrant = d.entrant(command.player)
    timed = d.t.timed_penalties.get(entrant.player)
    if not entrant.penalty_hands and timed is None:
        raise IllegalAction("no_penalty")
    time = (timed.left or max(1, timed.ends - d.now)) if timed else 0
    d.emit(ev.Penalised(entrant.player, -entrant.penalty_hands, command.why, time=-time))


def keep_time(d: Decider) -> None:
    """Start, stop and end the penalties in minutes: they stand while nobody could play anyway (T14)."""
    stands = d.t.penalties_stand
    for player, timed in list(d.t.timed_penalties.items()):
        if 0 < timed.ends <= d.now:
            d.emit(ev.PenaltyTimed(player, 0, 0))
        elif timed.ends and stands:
            d.emit(ev.PenaltyTimed(player, 0, timed.ends - d.now))
        elif timed.left and not stands:
            d.emit(ev.PenaltyTimed(player, d.now + timed.left, 0))


def _check_chips(chips: int, stack: int, unit: int) -> None:
    """Raises IllegalAction unless the chips can be taken from the stack so that one remains (B8, T14)."""
    most = _most_chips(stack, unit)
    if not most:
        raise IllegalAction("no_penalty_chips")
    if chips % unit or not unit <= chips <= most:
        raise IllegalAction("bad_penalty_chips", unit=unit, min=unit, max=most)


def _most_chips(stack: int, unit: int) -> int:
    """The most chips that a penalty takes from the stack: one of the smallest in play always remains (T14)."""
    return max(0, stack - unit) // unit * unit
