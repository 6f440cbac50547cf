"""Badugi: most cards, up to four, with no two of the same rank or suit; then the lowest cards win, ace low."""

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import Final

from games.engine.cards import SUITS
from games.engine.evaluation.categories import HandName, ace_low_place, name_badugi
from games.engine.evaluation.rankings import Cards, Ranking
from games.engine.evaluation.tables import CARD_KEYS

_card_key = CARD_KEYS.__getitem__


def badugi(cards: Cards) -> int:
    """The best badugi in one or more cards, 1 (a king alone) to 1092 (4-3-2-A); raises ValueError without cards."""
    values = _values().get
    keys = [*map(_card_key, cards)]
    for size in range(min(4, len(keys)), 0, -1):
        # Cards that share a rank or a suit add up to a sum that no badugi has.
        if best := max([values(sum(some), 0) for some in combinations(keys, size)]):
            return best
    raise ValueError("a badugi has at least one card")


@cache
def badugi_names() -> tuple[HandName, ...]:
    """The names of the 1,092 different badugis, worst first: 13 of one card, 78 of two, 286 of three, 715 of four."""
    names = [name_badugi(ranks) for size in range(1, 5) for ranks in combinations(range(13), size)]
    return tuple(sorted(names, key=_strength))


def _strength(name: HandName) -> tuple[int, list[int]]:
    return len(name.ranks), [-ace_low_place(rank) for rank in name.ranks]


@cache
def _values() -> dict[int, int]:
    """The values of all badugis, by the sum of their cards' keys."""
    return {
        sum(map(_card_key, _cards(name.ranks, suits))): value
        for value, name in enumerate(badugi_names(), start=1)
        for suits in combinations(range(len(SUITS)), len(name.ranks))
    }


def _cards(ranks: Iterable[int], suits: Iterable[int]) -> list[int]:
    return [rank * len(SUITS) + suit for rank, suit in zip(ranks, suits, strict=True)]


BADUGI: Final = Ranking(
    "badugi", lambda hole, board: badugi((*hole, *board)), ace_low=True, names=badugi_names, four=True
)
