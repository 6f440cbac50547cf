"""A game as data: its streets, deals, openers and rankings. The `hand` package plays any game described like this."""

from dataclasses import dataclass
from enum import StrEnum

from games.engine.cards import DECK, Card
from games.engine.evaluation.rankings import Ranking


class Opener(StrEnum):
    """How the first player to act on a street is determined."""

    AFTER_BLINDS = "after_blinds"
    LEFT_OF_BUTTON = "left_of_button"
    BRING_IN = "bring_in"
    SHOWING = "showing"


class Forced(StrEnum):
    """The forced bets before the first decision."""

    BLINDS = "blinds"
    ANTES = "antes"
    BRING_IN = "bring_in"


@dataclass(frozen=True, slots=True)
class Street:
    """One street: burn, deal down and up cards or board cards, or exchange up to `draw` cards, then bet.

    `upper_limit` means that fixed limit plays the upper limit, `open_pair` that a pair of up cards allows it (G15).
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

    A game won by the low hand alone has that ranking as `high`; in razz up cards are ranked low as well (`low_door`).
    `draw_four` lets a player who keeps an ace exchange four cards (G13).
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
        """The number of cards each player is dealt in a hand, apart from exchanges."""
        return sum(street.down + street.up for street in self.streets)

    @property
    def board_cards(self) -> int:
        """The number of community cards on a complete board."""
        return sum(street.board for street in self.streets)

    @property
    def draws(self) -> int:
        """The number of streets with an exchange of cards."""
        return sum(street.draw > 0 for street in self.streets)

    @property
    def shuffles(self) -> int:
        """The number of shuffled decks a hand may need: the deck itself, and one for each possible reshuffle."""
        return 1 + 2 * self.draws + any(street.up for street in self.streets)
