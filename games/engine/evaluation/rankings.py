"""What a hand is worth: one number, greater wins, equal splits the pot (C3 to C8)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

from games.engine.cards import Card
from games.engine.evaluation.categories import WHEEL, HandName
from games.engine.evaluation.tables import (
    CARD_KEYS,
    FLUSH_BITS,
    NO_CARDS,
    RANK_BITS,
    THREE_SUITED,
    five_values,
    high_names,
    low_five_values,
    low_names,
    low_values,
    plain_values,
    suited_bits,
    suited_values,
)

Cards: TypeAlias = Sequence[Card]

EIGHT_HIGH: Final = 6120
"""The worst ace-to-five low that qualifies: 8-7-6-5-4, the last of the 56 best (C8)."""

_card_key = CARD_KEYS.__getitem__
_rank_key = [key & RANK_BITS for key in CARD_KEYS].__getitem__


def high(cards: Cards) -> int:
    """The best five of five, six or seven cards, 1 (7-5-4-3-2) to 7462 (royal flush) (C3, C4, C5)."""
    key = sum(map(_card_key, cards), NO_CARDS)
    if suit_bit := key & FLUSH_BITS:
        return suited_values()[suited_bits(cards, suit_bit)]
    return plain_values()[key & RANK_BITS]


def high_omaha(hole: Cards, board: Cards) -> int:
    """As `high`, of exactly two hole and three board cards (C6)."""
    if not sum(map(_card_key, board), THREE_SUITED) & FLUSH_BITS:
        return _best_of_ranks(five_values(), hole, board)
    plain, suited = plain_values(), suited_values()
    pairs = [NO_CARDS + first + second for first, second in combinations(map(_card_key, hole), 2)]
    threes = [sum(three) for three in combinations(map(_card_key, board), 3)]
    keys = [pair + three for pair in pairs for three in threes]
    return max([(suited if key & FLUSH_BITS else plain)[key & RANK_BITS] for key in keys])


def low_ace_five(cards: Cards) -> int:
    """The best low of five, six or seven cards, 1 (K-K-K-K-Q) to 6175 (5-4-3-2-A) (C7)."""
    return low_values()[sum(map(_card_key, cards)) & RANK_BITS]


def low_eight(cards: Cards) -> int | None:
    """As `low_ace_five`, None when no five different ranks are all eight or lower (C8)."""
    return _qualified(low_ace_five(cards))


def low_eight_omaha(hole: Cards, board: Cards) -> int | None:
    """As `low_eight`, of exactly two hole and three board cards (C6, C8)."""
    return _qualified(_best_of_ranks(low_five_values(), hole, board))


@dataclass(frozen=True, slots=True)
class Ranking:
    """A way to compare hands, for a game to name; called with hole cards and board.

    What it returns compares: greater wins, None takes no part; `names` are the names of 1, 2, 3 and so on.
    `from_hole` says how many hole cards must play, None for any number; `ace_low` whether the ace is the lowest
    card; `wheel` is the straight that an ace begins; `four` where up to four cards play, not five.
    """

    name: str
    value: Callable[[Cards, Cards], int | None]
    from_hole: int | None = None
    ace_low: bool = False
    names: Callable[[], Sequence[HandName]] = high_names
    wheel: tuple[int, ...] | None = WHEEL
    four: bool = False

    def __call__(self, hole: Cards, board: Cards) -> int | None:
        return self.value(hole, board)


HIGH: Final = Ranking("high", lambda hole, board: high((*hole, *board)))
OMAHA_HIGH: Final = Ranking("omaha_high", high_omaha, from_hole=2)
LOW_ACE_FIVE: Final = Ranking(
    "low_ace_five", lambda hole, board: low_ace_five((*hole, *board)), ace_low=True, names=low_names
)
LOW_EIGHT: Final = Ranking("low_eight", lambda hole, board: low_eight((*hole, *board)), ace_low=True, names=low_names)
OMAHA_LOW_EIGHT: Final = Ranking("omaha_low_eight", low_eight_omaha, from_hole=2, ace_low=True, names=low_names)


def _best_of_ranks(values: dict[int, int], hole: Cards, board: Cards) -> int:
    """The best of two hole and three board cards where suits do not matter."""
    pairs = [first + second for first, second in combinations(map(_rank_key, hole), 2)]
    threes = [sum(three) for three in combinations(map(_rank_key, board), 3)]
    return max([values[pair + three] for pair in pairs for three in threes])


def _qualified(low: int) -> int | None:
    return low if low >= EIGHT_HIGH else None
