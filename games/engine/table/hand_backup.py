"""What a hand found when it began, kept so that a void hand leaves no trace but the line that tells of it (F5)."""

from typing import Any, NamedTuple

from games.engine.rules.button import Positions
from games.engine.table.seat import DepartedPlayer, Seat


class HandBackup(NamedTuple):
    """The table as the hand began: `seats` by player with their numbers, `mix` and `turn` of its rotation.

    `hands` of the rotation's game had been played.
    """

    positions: Positions
    seats: dict[int, tuple[int, Seat]]
    gone: dict[int, DepartedPlayer]
    mix: tuple[Any, ...]
    turn: int
    hands: int
