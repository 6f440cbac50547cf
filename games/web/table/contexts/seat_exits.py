"""The buttons that a player always sees at the table: sit out, fold and sit out (D12), leave."""

from typing import NamedTuple

from games.engine.events.kinds import StopPlan
from games.engine.views.types import OwnView


class SeatExits(NamedTuple):
    """What the buttons to sit out and to leave depend on.

    `hand` is 0 unless the player may fold now; `folds_free`: a check would cost nothing.
    """

    sits_out_next: bool
    may_sit_out: bool
    may_leave: bool
    may_stay: bool
    hand: int = 0
    turn: int = 0
    price: int = 0
    folds_free: bool = False


def seat_exits_of(own: OwnView | None) -> SeatExits | None:
    """What of an own view the buttons depend on; None without a seat, or for a player who is barred."""
    if own is None or own.barred:
        return None
    goes = not own.tournament and bool(own.leaving or own.settings.target_table)
    choices = own.choices if own.choices and not own.choices.call_is_bring_in else None
    return SeatExits(
        sits_out_next=own.sits_out_next,
        may_sit_out=not own.sitting_out and not goes,
        may_leave=not own.tournament and not own.leaving,
        may_stay=goes and not own.settings.must_move and own.settings.stop_plan != StopPlan.HOUSE,
        hand=own.hand if choices else 0,
        turn=own.turn if choices else 0,
        price=choices.call if choices else 0,
        folds_free=choices is not None and choices.can_check,
    )
