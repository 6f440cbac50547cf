"""Short-deck high: 36 cards from the six up, where a flush beats a full house and a straight beats trips.

The lowest straight is 9-8-7-6-A. With nine ranks a flush is rarer than a full house; ranking three of a kind below a
straight is the more common of two conventions.
"""

from functools import cache
from typing import Final

from games.engine.cards import DECK, RANKS, rank
from games.engine.evaluation.categories import SHORT_WHEEL, Category, HandName, name_ranks
from games.engine.evaluation.rankings import Cards, Ranking
from games.engine.evaluation.tables import (
    CARD_KEYS,
    FLUSH_BITS,
    NO_CARDS,
    RANK_BITS,
    HandTable,
    different_fives,
    rank_fives,
    rank_key,
    suited_bits,
    up_to_seven,
)

LOWEST: Final = RANKS.index("6")
SHORT_DECK: Final = tuple(card for card in DECK if rank(card) >= LOWEST)

_WORST_FIRST: Final = (
    Category.HIGH_CARD,
    Category.ONE_PAIR,
    Category.TWO_PAIR,
    Category.THREE_OF_A_KIND,
    Category.STRAIGHT,
    Category.FULL_HOUSE,
    Category.FLUSH,
    Category.FOUR_OF_A_KIND,
    Category.STRAIGHT_FLUSH,
    Category.ROYAL_FLUSH,
)

_card_key = CARD_KEYS.__getitem__


def high_short(cards: Cards) -> int:
    """The value of the best hand in five to seven cards of the short deck, 1 (J-9-8-7-6) to 1404 (royal flush)."""
    key = sum(map(_card_key, cards), NO_CARDS)
    if suit_bit := key & FLUSH_BITS:
        return _suited()[suited_bits(cards, suit_bit)]
    return _plain()[key & RANK_BITS]


@cache
def short_names() -> tuple[HandName, ...]:
    """The names of the 1,404 different five-card hands of the short deck, worst first."""
    names = {_name(ranks) for ranks in rank_fives(LOWEST)}
    names |= {_name(ranks, suited=True) for ranks in different_fives(LOWEST)}
    return tuple(sorted(names, key=lambda name: (_WORST_FIRST.index(name.category), name.ranks)))


@cache
def _plain() -> HandTable:
    values = _values()
    return up_to_seven({rank_key(ranks): values[_name(ranks)] for ranks in rank_fives(LOWEST)})


@cache
def _suited() -> HandTable:
    values = _values()
    return up_to_seven({rank_key(ranks): values[_name(ranks, suited=True)] for ranks in different_fives(LOWEST)})


def _values() -> dict[HandName, int]:
    return {name: value for value, name in enumerate(short_names(), start=1)}


def _name(ranks: tuple[int, ...], *, suited: bool = False) -> HandName:
    return name_ranks(ranks, suited=suited, wheel=SHORT_WHEEL)


HIGH_SHORT: Final = Ranking(
    "high_short", lambda hole, board: high_short((*hole, *board)), names=short_names, wheel=SHORT_WHEEL
)
