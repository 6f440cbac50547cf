"""Deuce-to-seven low: the ace is only high, straights and flushes count against a hand, 7-5-4-3-2 is best."""

from functools import cache
from typing import Final

from games.engine.evaluation.categories import HandName, name_deuce
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
)

_card_key = CARD_KEYS.__getitem__


class FiveCards(HandTable):
    """A table of the values of five-card hands."""

    sizes = "five"


def deuce_seven(cards: Cards) -> int:
    """The value of five cards, 1 (royal flush) to 7462 (7-5-4-3-2 of more than one suit)."""
    key = sum(map(_card_key, cards), NO_CARDS)
    return (_suited() if key & FLUSH_BITS else _plain())[key & RANK_BITS]


@cache
def deuce_names() -> tuple[HandName, ...]:
    """The names of the 7,462 different five-card hands, worst first; 5-4-3-2-A is ace high, not a straight."""
    names = {name_deuce(ranks) for ranks in rank_fives()}
    names |= {name_deuce(ranks, suited=True) for ranks in different_fives()}
    return tuple(sorted(names, key=lambda name: name.strength, reverse=True))


@cache
def _plain() -> FiveCards:
    values = _values()
    return FiveCards({rank_key(ranks): values[name_deuce(ranks)] for ranks in rank_fives()})


@cache
def _suited() -> FiveCards:
    values = _values()
    return FiveCards({rank_key(ranks): values[name_deuce(ranks, suited=True)] for ranks in different_fives()})


def _values() -> dict[HandName, int]:
    return {name: value for value, name in enumerate(deuce_names(), start=1)}


DEUCE_SEVEN: Final = Ranking(
    "deuce_seven", lambda hole, board: deuce_seven((*hole, *board)), names=deuce_names, wheel=None
)
