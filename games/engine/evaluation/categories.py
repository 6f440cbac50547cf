"""The categories of hands of up to five cards, and the order of hands within them (C3, C4, C5)."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

WHEEL = (12, 3, 2, 1, 0)
"""The ranks of the lowest straight, 5-4-3-2-A (C4)."""
SHORT_WHEEL = (12, 7, 6, 5, 4)
"""The ranks of the lowest straight in a deck that begins with the six, 9-8-7-6-A."""


class Category(StrEnum):
    """The categories of high hands, worst first (C3), after the two that only low games have.

    A low is five cards without a pair (C7, C8), in deuce-to-seven also without a straight or flush; a badugi is one to
    four cards of different ranks and suits.
    """

    LOW = "low"
    BADUGI = "badugi"
    HIGH_CARD = "high_card"
    ONE_PAIR = "one_pair"
    TWO_PAIR = "two_pair"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    ROYAL_FLUSH = "royal_flush"


_PLACES = {category: place for place, category in enumerate(Category)}


@dataclass(frozen=True, slots=True)
class HandName:
    """The category and ranks of a hand, from which its name is written (C10).

    `ranks` are those that make the hand, then the kickers, each once: (10, 1) with full house is queens full of
    threes. A straight has its top rank alone, for the wheel the five (rank 3). A low has its ranks from the highest
    down, the ace last except in deuce-to-seven; a badugi has one rank for each of its cards in the same order.
    """

    category: Category
    ranks: tuple[int, ...]

    @property
    def strength(self) -> tuple[int, tuple[int, ...]]:
        """A sort key for hands of the same number of cards: the greater wins, equal ones split (C5)."""
        return _PLACES[self.category], self.ranks


def grouped(ranks: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The sizes of the groups of equal rank, and their ranks: the biggest group first, then the higher rank."""
    held = [*ranks]
    groups = sorted([(held.count(rank), rank) for rank in {*held}], reverse=True)
    return tuple([count for count, _ in groups]), tuple([rank for _, rank in groups])


def name_ranks(ranks: Iterable[int], *, suited: bool = False, wheel: tuple[int, ...] | None = WHEEL) -> HandName:
    """The name of a hand of one to five cards; `suited` means that five cards share a suit.

    `wheel` is the straight in which the ace is low, None if there is no such straight.
    """
    counts, order = grouped(ranks)
    top = _straight_top(order, wheel)
    if suited and top == WHEEL[0]:
        return HandName(Category.ROYAL_FLUSH, (top,))
    if top is not None:
        return HandName(Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT, (top,))
    return HandName(Category.FLUSH if suited else _group_category(counts), order)


def low_strength(ranks: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A sort key for ace-to-five lows of the same number of cards: the *smaller* wins (C7)."""
    return grouped(map(ace_low_place, ranks))


def name_low(ranks: Iterable[int]) -> HandName:
    """The name of an ace-to-five hand of five cards: a low, or a pair or more (C7)."""
    counts, places = grouped(map(ace_low_place, ranks))
    category = Category.LOW if len(counts) == 5 else _group_category(counts)
    return HandName(category, tuple((place - 1) % 13 for place in places))


def name_deuce(ranks: Iterable[int], *, suited: bool = False) -> HandName:
    """The name of a deuce-to-seven hand of five cards: a low, or a pair, straight or more; the ace is only high."""
    name = name_ranks(ranks, suited=suited, wheel=None)
    return HandName(Category.LOW, name.ranks) if name.category is Category.HIGH_CARD else name


def name_badugi(ranks: Iterable[int]) -> HandName:
    """The name of a badugi of one to four different ranks."""
    return HandName(Category.BADUGI, tuple(sorted(ranks, key=ace_low_place, reverse=True)))


def ace_low_place(rank: int) -> int:
    """The place of a rank when the ace is low: 0 for the ace, 12 for the king."""
    return (rank + 1) % 13


def _straight_top(order: tuple[int, ...], wheel: tuple[int, ...] | None) -> int | None:
    if wheel and order == wheel:
        return wheel[1]
    if len(order) == 5 and order[0] - order[4] == 4:
        return order[0]
    return None


def _group_category(counts: tuple[int, ...]) -> Category:
    match counts:
        case (4, *_):
            return Category.FOUR_OF_A_KIND
        case (3, 2):
            return Category.FULL_HOUSE
        case (3, *_):
            return Category.THREE_OF_A_KIND
        case (2, 2, *_):
            return Category.TWO_PAIR
        case (2, *_):
            return Category.ONE_PAIR
        case _:
            return Category.HIGH_CARD
