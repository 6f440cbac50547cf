"""A game as data: its streets, what is dealt, who opens, how hands rank. The hand machine names no game."""

from enum import StrEnum
from typing import NamedTuple

from games.engine.evaluation import Ranking


class Opener(StrEnum):
    """Who acts first on a street."""

    AFTER_BLINDS = "after_blinds"
    LEFT_OF_BUTTON = "left_of_button"


class Forced(StrEnum):
    """What is put in before the cards."""

    BLINDS = "blinds"


class Street(NamedTuple):
    """One street: burn, then deal, then a round of betting at the lower or upper limit."""

    name: str
    opener: Opener
    burn: bool = False
    down: int = 0
    board: int = 0
    upper_limit: bool = False


class Variant(NamedTuple):
    """A game: `high` and `low` rank hands; a game with both splits its pots (P5)."""

    code: str
    max_players: int
    structures: tuple[str, ...]
    forced: Forced
    streets: tuple[Street, ...]
    high: Ranking
    low: Ranking | None = None

    @property
    def hole_cards(self) -> int:
        """How many cards each player is dealt in all."""
        return sum(street.down for street in self.streets)

    @property
    def board_cards(self) -> int:
        """How many community cards the whole board has."""
        return sum(street.board for street in self.streets)
