"""The name of a hand and the cards that play (C5, C10), still untranslated."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product

from games.engine.cards import Card, rank
from games.engine.evaluation.categories import Category, HandName, ace_low_place, name_ranks
from games.engine.evaluation.rankings import HIGH, OMAHA_HIGH, Cards, Ranking, high
from games.engine.evaluation.short_deck import HIGH_SHORT
from games.engine.evaluation.tables import high_names

__all__ = [
    "Category",
    "HandName",
    "best_choices",
    "best_five",
    "best_five_omaha",
    "name_high",
    "name_value",
    "named",
    "playing_cards",
]


def name_high(cards: Cards) -> HandName:
    """The name of the best high hand in one to seven cards; straights and flushes need five."""
    if len(cards) < 5:
        return name_ranks(map(rank, cards))
    return name_value(high(cards))


@lru_cache(4096)
def named(ranking: Ranking, hole: Cards, board: Cards) -> HandName | None:
    """The name of the best hand by this ranking, None with too few cards or if no hand qualifies (C10)."""
    from_board = 0 if ranking.from_hole is None else 5 - ranking.from_hole
    if len(hole) + len(board) < (4 if ranking.four else 5) or len(board) < from_board:
        # Pairs and high cards have a name even with fewer than five cards.
        return name_ranks(map(rank, (*hole, *board))) if hole and ranking in (HIGH, HIGH_SHORT) else None
    value = ranking(hole, board)
    return None if value is None else ranking.names()[value - 1]


def name_value(value: int) -> HandName:
    """The name of a hand by the value that `high` or `high_omaha` returned."""
    return high_names()[value - 1]


def best_five(cards: Cards) -> tuple[Card, ...]:
    """The five of five, six or seven cards that make the best high hand, in reading order."""
    return playing_cards(HIGH, cards, ())


def best_five_omaha(hole: Cards, board: Cards) -> tuple[Card, ...]:
    """As `best_five`, from exactly two hole and three board cards (C6)."""
    return playing_cards(OMAHA_HIGH, hole, board)


def playing_cards(ranking: Ranking, hole: Cards, board: Cards) -> tuple[Card, ...]:
    """The five cards that play, first those that make the hand, then kickers; () if no five qualify.

    A badugi has one to four cards. Of equal choices the one with the higher cards plays, and spades before hearts,
    diamonds and clubs.
    """
    return _laid_out(max(best_choices(ranking, hole, board), default=()), ranking)


def best_choices(ranking: Ranking, hole: Cards, board: Cards) -> list[tuple[Card, ...]]:
    """Every choice of cards that makes the best hand, each sorted from the highest down; empty if none qualifies."""
    choices = [*_qualified(ranking, hole, board)]
    best = max((value for value, _ in choices), default=0)
    return [five for value, five in choices if value == best]


def _qualified(ranking: Ranking, hole: Cards, board: Cards) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Every choice of cards that qualifies, with its value; its cards are sorted from the highest down."""
    for ours, shared in _choices(ranking, hole, board):
        value = ranking(ours, shared)
        if value is not None:
            yield value, tuple(sorted((*ours, *shared), reverse=True))


def _choices(ranking: Ranking, hole: Cards, board: Cards) -> Iterator[tuple[Cards, Cards]]:
    """Every way to choose the cards that play, as (hole cards, board cards)."""
    if ranking.from_hole is None:
        name = named(ranking, hole, board) if ranking.four else None
        return ((some, ()) for some in combinations((*hole, *board), len(name.ranks) if name else 5))
    return product(combinations(hole, ranking.from_hole), combinations(board, 5 - ranking.from_hole))


def _laid_out(five: tuple[Card, ...], ranking: Ranking) -> tuple[Card, ...]:
    counts = Counter(map(rank, five))
    ace_last = ranking.ace_low or (ranking.wheel is not None and set(counts) == set(ranking.wheel))

    def place(card: Card) -> tuple[int, int, Card]:
        return counts[rank(card)], ace_low_place(rank(card)) if ace_last else rank(card), card

    return tuple(sorted(five, key=place, reverse=True))
