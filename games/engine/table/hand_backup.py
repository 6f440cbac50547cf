"""The table as a hand found it, kept so that the hand can be voided without a trace (F5)."""

from typing import NamedTuple

from games.engine.rules.button import Positions
from games.engine.rules.rules import Game
from games.engine.table.seat import DepartedPlayer, Seat


class HandBackup(NamedTuple):
    """The table when the hand began; `seats` are by player, with their numbers.

    `mix` is the rotation, `game_index` the place of its current game, `game_hands` how many hands of it were played.
    `orbit_from` is where the last orbit began.
    """

    positions: Positions
    seats: dict[int, tuple[int, Seat]]
    departed: dict[int, DepartedPlayer]
    mix: tuple[Game, ...]
    game_index: int
    game_hands: int
    orbit_from: int
