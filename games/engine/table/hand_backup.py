"""The table as a hand found it, kept so that the hand can be voided without a trace (F5)."""

from typing import Any, NamedTuple

from games.engine.rules.button import Positions
from games.engine.table.seat import DepartedPlayer, Seat


class HandBackup(NamedTuple):
    """The table when the hand began; `seats` are by player, with their numbers.

    `mix` is the rotation, `turn` the place of its current game, `hands` the number of hands played of that game.
    """

    positions: Positions
    seats: dict[int, tuple[int, Seat]]
    gone: dict[int, DepartedPlayer]
    mix: tuple[Any, ...]
    turn: int
    hands: int
