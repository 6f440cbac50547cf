"""The value of a hand as one number: the greater wins, equal values split the pot (C3 to C8)."""

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
    """The value of the best high hand in five to seven cards, 1 (7-5-4-3-2) to 7462 (royal flush) (C3, C4, C5)."""
    key = sum(map(_card_key, cards), NO_CARDS)
    if suit_bit := key & FLUSH_BITS:
        return suited_values()[suited_bits(cards, suit_bit)]
    return plain_values()[key & RANK_BITS]


def high_omaha(hole: Cards, board: Cards) -> int:
    """As `high`, from exactly two hole and three board cards (C6)."""
    if not sum(map(_card_key, board), THREE_SUITED) & FLUSH_BITS:
        return _best_of_ranks(five_values(), hole, board)
    plain, suited = plain_values(), suited_values()
    pairs = [NO_CARDS + first + second for first, second in combinations(map(_card_key, hole), 2)]
    threes = [sum(three) for three in combinations(map(_card_key, board), 3)]
    keys = [pair + three for pair in pairs for three in threes]
    return max([(suited if key & FLUSH_BITS else plain)[key & RANK_BITS] for key in keys])


def low_ace_five(cards: Cards) -> int:
    """The value of the best low in five to seven cards, 1 (K-K-K-K-Q) to 6175 (5-4-3-2-A) (C7)."""
    return low_values()[sum(map(_card_key, cards)) & RANK_BITS]


def low_eight(cards: Cards) -> int | None:
    """As `low_ace_five`, None without five different ranks of eight or lower (C8)."""
    return _qualified(low_ace_five(cards))


def low_eight_omaha(hole: Cards, board: Cards) -> int | None:
    """As `low_eight`, from exactly two hole and three board cards (C6, C8)."""
    return _qualified(_best_of_ranks(low_five_values(), hole, board))


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """How a game ranks hands, equal to itself alone: called with hole cards and board it returns the value of the hand.

    The greater value wins, None does not qualify; `names` returns the names of the values from 1 on. `from_hole` is the
    number of hole cards that must play, None for any; `ace_low` is set if the ace is low; `wheel` is the
    straight in which the ace is low; `four` is set if up to four cards play instead of five.
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
    """The best value of two hole and three board cards when suits do not matter."""
    pairs = [first + second for first, second in combinations(map(_rank_key, hole), 2)]
    threes = [sum(three) for three in combinations(map(_rank_key, board), 3)]
    return max([values[pair + three] for pair in pairs for three in threes])


def _qualified(low: int) -> int | None:
    return low if low >= EIGHT_HIGH else None
