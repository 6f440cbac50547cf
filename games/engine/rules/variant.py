"""A game as data: its streets, what is dealt, who opens, how hands rank. The hand machine names no game."""

from dataclasses import dataclass
from enum import StrEnum

from games.engine.cards import DECK, Card
from games.engine.evaluation.rankings import Ranking


class Opener(StrEnum):
    """Who acts first on a street."""

    AFTER_BLINDS = "after_blinds"
    LEFT_OF_BUTTON = "left_of_button"
    BRING_IN = "bring_in"
    SHOWING = "showing"
    AS_BEFORE = "as_before"


class Forced(StrEnum):
    """What is put in before the first decision."""

    BLINDS = "blinds"
    ANTES = "antes"
    BRING_IN = "bring_in"


@dataclass(frozen=True, slots=True)
class Street:
    """One street: burn, deal down and up, or to the board, or exchange up to `draw` cards, then bet.

    `upper_limit` is the fixed-limit bet; `open_pair` where a pair among the up cards doubles it (G15).
    """

    name: str
    opener: Opener
    burn: bool = False
    down: int = 0
    up: int = 0
    board: int = 0
    draw: int = 0
    upper_limit: bool = False
    open_pair: bool = False


@dataclass(frozen=True, slots=True)
class Variant:
    """A game: `high` and `low` rank hands; a game with both splits its pots (P5).

    A game won by the low hand alone names that ranking as `high`; `low_door` where up cards count the other way
    round too (razz). `draw_four` lets a player who keeps an ace exchange four cards (G13).
    """

    code: str
    max_players: int
    structures: tuple[str, ...]
    forced: Forced
    streets: tuple[Street, ...]
    high: Ranking
    low: Ranking | None = None
    low_door: bool = False
    draw_four: bool = False
    deck: tuple[Card, ...] = DECK

    @property
    def hole_cards(self) -> int:
        """How many cards each player is dealt in all, exchanges aside."""
        return sum(street.down + street.up for street in self.streets)

    @property
    def board_cards(self) -> int:
        """How many community cards the whole board has."""
        return sum(street.board for street in self.streets)

    @property
    def draws(self) -> int:
        """How many streets have an exchange of cards."""
        return sum(street.draw > 0 for street in self.streets)

    @property
    def shuffles(self) -> int:
        """How many shuffled decks a hand may need: the deck, and an order for each time cards are shuffled again."""
        return 1 + 2 * self.draws + any(street.up for street in self.streets)
