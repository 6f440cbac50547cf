"""What a hand is worth: one number, greater wins, equal splits the pot (C3 to C8)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

from games.engine.cards import Card
from games.engine.evaluation_tables import (
    CARD_KEYS,
    FLUSH_BITS,
    NO_CARDS,
    RANK_BITS,
    low_values,
    plain_values,
    suited_values,
)

Cards: TypeAlias = Sequence[Card]

EIGHT_HIGH: Final = 6120
"""The worst ace-to-five low that qualifies: 8-7-6-5-4, the last of the 56 best (C8)."""

_card_key = CARD_KEYS.__getitem__


def high(cards: Cards) -> int:
    """The best five of five, six or seven cards, 1 (7-5-4-3-2) to 7462 (royal flush) (C3, C4, C5)."""
    key = sum(map(_card_key, cards), NO_CARDS)
    if suit_bit := key & FLUSH_BITS:
        return _flush(cards, suit_bit)
    return plain_values()[key & RANK_BITS]


def high_omaha(hole: Cards, board: Cards) -> int:
    """As `high`, of exactly two hole and three board cards (C6)."""
    plain, suited = plain_values(), suited_values()
    return max([(suited if key & FLUSH_BITS else plain)[key & RANK_BITS] for key in _omaha_keys(hole, board)])


def low_ace_five(cards: Cards) -> int:
    """The best low of five, six or seven cards, 1 (K-K-K-K-Q) to 6175 (5-4-3-2-A) (C7)."""
    return low_values()[sum(map(_card_key, cards)) & RANK_BITS]


def low_eight(cards: Cards) -> int | None:
    """As `low_ace_five`, None when no five different ranks are all eight or lower (C8)."""
    return _qualified(low_ace_five(cards))


def low_eight_omaha(hole: Cards, board: Cards) -> int | None:
    """As `low_eight`, of exactly two hole and three board cards (C6, C8)."""
    values = low_values()
    return _qualified(max([values[key & RANK_BITS] for key in _omaha_keys(hole, board)]))


@dataclass(frozen=True, slots=True)
class Ranking:
    """A way to compare hands, for a game to name; called with hole cards and board.

    What it returns compares: greater wins, None takes no part. `from_hole` says how many hole cards must
    play, None for any number; `ace_low` whether the ace is the lowest card.
    """

    name: str
    value: Callable[[Cards, Cards], int | None]
    from_hole: int | None = None
    ace_low: bool = False

    def __call__(self, hole: Cards, board: Cards) -> int | None:
        return self.value(hole, board)


HIGH: Final = Ranking("high", lambda hole, board: high((*hole, *board)))
OMAHA_HIGH: Final = Ranking("omaha_high", high_omaha, from_hole=2)
LOW_ACE_FIVE: Final = Ranking("low_ace_five", lambda hole, board: low_ace_five((*hole, *board)), ace_low=True)
LOW_EIGHT: Final = Ranking("low_eight", lambda hole, board: low_eight((*hole, *board)), ace_low=True)
OMAHA_LOW_EIGHT: Final = Ranking("omaha_low_eight", low_eight_omaha, from_hole=2, ace_low=True)


def _flush(cards: Cards, suit_bit: int) -> int:
    # Five of a suit leave two cards: too few for a full house or quads, so the suited cards are the hand.
    # A card's suit key is three bits below the bit that its suit lights up.
    suited = [key for key in map(_card_key, cards) if key << 3 & suit_bit]
    return suited_values()[sum(suited) & RANK_BITS]


def _omaha_keys(hole: Cards, board: Cards) -> Iterator[int]:
    pairs = [sum(pair, NO_CARDS) for pair in combinations(map(_card_key, hole), 2)]
    threes = [sum(three) for three in combinations(map(_card_key, board), 3)]
    return (pair + three for pair in pairs for three in threes)


def _qualified(low: int) -> int | None:
    return low if low >= EIGHT_HIGH else None
