"""Which hand it is and which five cards play, as facts that the page turns into words (C5, C10)."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

from games.engine.cards import Card, rank
from games.engine.evaluation import HIGH, OMAHA_HIGH, Cards, Ranking, high
from games.engine.evaluation_tables import high_names
from games.engine.hand_classes import WHEEL, Category, HandName, ace_low_place, name_ranks

__all__ = ["Category", "HandName", "best_five", "best_five_omaha", "name_high", "name_value", "playing_cards"]


def name_high(cards: Cards) -> HandName:
    """The name of the best high hand in one to seven cards; straights and flushes need five."""
    if len(cards) < 5:
        return name_ranks(map(rank, cards))
    return name_value(high(cards))


def name_value(value: int) -> HandName:
    """The name of a hand by the number that `high` or `high_omaha` gave it."""
    return high_names()[value - 1]


def best_five(cards: Cards) -> tuple[Card, ...]:
    """The five of five, six or seven cards that make the best high hand, laid out to be read."""
    return playing_cards(HIGH, cards, ())


def best_five_omaha(hole: Cards, board: Cards) -> tuple[Card, ...]:
    """As `best_five`, of exactly two hole and three board cards (C6)."""
    return playing_cards(OMAHA_HIGH, hole, board)


def playing_cards(ranking: Ranking, hole: Cards, board: Cards) -> tuple[Card, ...]:
    """The five cards that play, those that make the hand first, then kickers; () where no five qualify.

    Of choices worth the same the one with the higher cards plays, and spades before hearts, diamonds, clubs:
    the odd chip in stud looks for the highest card of the five (P4).
    """
    _, five = max(_qualified(ranking, hole, board), default=(0, ()))
    return _laid_out(five, ace_low=ranking.ace_low)


def _qualified(ranking: Ranking, hole: Cards, board: Cards) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Every five cards that may play, highest first, with what they are worth; not those worth nothing."""
    for ours, shared in _choices(ranking, hole, board):
        value = ranking(ours, shared)
        if value is not None:
            yield value, tuple(sorted((*ours, *shared), reverse=True))


def _choices(ranking: Ranking, hole: Cards, board: Cards) -> Iterator[tuple[Cards, Cards]]:
    """Every way to take five cards, parted into hole cards and board."""
    if ranking.from_hole is None:
        return ((five, ()) for five in combinations((*hole, *board), 5))
    return product(combinations(hole, ranking.from_hole), combinations(board, 5 - ranking.from_hole))


def _laid_out(five: tuple[Card, ...], *, ace_low: bool) -> tuple[Card, ...]:
    counts = Counter(map(rank, five))
    ace_last = ace_low or set(counts) == set(WHEEL)

    def place(card: Card) -> tuple[int, int, Card]:
        return counts[rank(card)], ace_low_place(rank(card)) if ace_last else rank(card), card

    return tuple(sorted(five, key=place, reverse=True))
