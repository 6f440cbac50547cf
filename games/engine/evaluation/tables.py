"""Lookup tables with a value for every hand, built on first use.

Each card has a key, and the keys of a hand are added up. The sum counts the cards of every rank (three bits
each) and above them the cards of every suit (four bits each), so it does not depend on the order of the cards and
no two different hands share one. The value of a hand is then one lookup.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

from games.engine.cards import DECK, Card, rank, suit
from games.engine.evaluation.categories import HandName, low_strength, name_low, name_ranks

_RANK_KEYS: Final = tuple(1 << 3 * rank for rank in range(13))
_SUIT_KEYS: Final = tuple(1 << 39 + 4 * suit for suit in range(4))

CARD_KEYS: Final = tuple(_RANK_KEYS[rank(card)] + _SUIT_KEYS[suit(card)] for card in DECK)
RANK_BITS: Final = (1 << 39) - 1

NO_CARDS: Final = sum(3 * key for key in _SUIT_KEYS)
"""Where the sum begins: each suit counts from three, so that five cards of a suit set a bit of FLUSH_BITS."""
FLUSH_BITS: Final = sum(8 * key for key in _SUIT_KEYS)

THREE_SUITED: Final = sum(5 * key for key in _SUIT_KEYS)
"""Where a board's sum begins: each suit counts from five, so that three cards of a suit set a bit of FLUSH_BITS."""

_card_key = CARD_KEYS.__getitem__


class HandTable(dict[int, int]):
    """Values by the rank bits of a hand; an unknown sum raises a ValueError that does not reveal cards."""

    sizes = "five, six or seven"

    def __missing__(self, key: int) -> int:
        raise ValueError(f"a hand has {self.sizes} cards")


def suited_bits(cards: Iterable[Card], suit_bit: int) -> int:
    """The rank bits of the cards whose suit has set this bit of FLUSH_BITS.

    With five cards of a suit the other two are too few for a full house or quads, so the suited cards are the hand.
    """
    # The key of a suit is three bits below the bit that the suit sets.
    return sum([key for key in map(_card_key, cards) if key << 3 & suit_bit]) & RANK_BITS


def build_high_tables() -> None:
    """Makes the tables of high hands now, in some 150 ms, so that the first hand that is ranked need not wait."""
    plain_values()
    suited_values()


@cache
def high_names() -> tuple[HandName, ...]:
    """The names of the 7,462 different five-card hands, worst first (C3, C5)."""
    names = {name_ranks(ranks) for ranks in rank_fives()}
    names |= {name_ranks(ranks, suited=True) for ranks in different_fives()}
    return tuple(sorted(names, key=lambda name: name.strength))


@cache
def plain_values() -> HandTable:
    """The values, 1 to 7462, of the best high hand in five to seven cards without a flush."""
    values = _high_values()
    return up_to_seven({rank_key(ranks): values[name_ranks(ranks)] for ranks in rank_fives()})


@cache
def suited_values() -> HandTable:
    """The values, 1 to 7462, of the best high hand in five to seven cards of one suit."""
    values = _high_values()
    return up_to_seven({rank_key(ranks): values[name_ranks(ranks, suited=True)] for ranks in different_fives()})


@cache
def five_values() -> dict[int, int]:
    """As `plain_values` for five cards only, which makes the table small enough for fast lookups."""
    values = plain_values()
    return {key: values[key] for key in map(rank_key, rank_fives())}


@cache
def low_five_values() -> dict[int, int]:
    """As `low_values` for five cards only."""
    values = low_values()
    return {key: values[key] for key in map(rank_key, rank_fives())}


@cache
def low_values() -> HandTable:
    """The values, 1 to 6175, of the best ace-to-five low in five to seven cards: the greater is better (C7)."""
    return up_to_seven({rank_key(ranks): value for value, ranks in enumerate(_lows(), start=1)})


@cache
def low_names() -> tuple[HandName, ...]:
    """The names of the 6,175 different ace-to-five hands, worst first (C7)."""
    return tuple(map(name_low, _lows()))


def _high_values() -> dict[HandName, int]:
    return {name: value for value, name in enumerate(high_names(), start=1)}


def _lows() -> list[tuple[int, ...]]:
    return sorted(rank_fives(), key=low_strength, reverse=True)


def rank_fives(lowest: int = 0) -> list[tuple[int, ...]]:
    """Every combination of the ranks of five cards, ascending, in a deck whose lowest rank is `lowest`."""
    sorted_fives = combinations_with_replacement(range(lowest, 13), 5)
    return [ranks for ranks in sorted_fives if ranks[0] != ranks[4]]


def different_fives(lowest: int = 0) -> list[tuple[int, ...]]:
    """As `rank_fives` with five different ranks, which are those a flush can have."""
    return [ranks for ranks in rank_fives(lowest) if len(set(ranks)) == 5]


def rank_key(ranks: Iterable[int]) -> int:
    """The rank bits of cards with these ranks."""
    return sum(_RANK_KEYS[rank] for rank in ranks)


def up_to_seven(fives: Mapping[int, int]) -> HandTable:
    """The values of five, six and seven cards, worked out from those of `fives`."""
    sixes = _one_card_more(fives)
    return HandTable({**fives, **sixes, **_one_card_more(sixes)})


def _one_card_more(values: Mapping[int, int]) -> dict[int, int]:
    """The values of hands with one card more: each is the best value that is left when one card is taken away."""
    best: dict[int, int] = {}
    for key, value in values.items():
        for one in _RANK_KEYS:
            larger = key + one
            if value > best.get(larger, 0):
                best[larger] = value
    return best
