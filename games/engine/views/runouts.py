"""All ways the remaining cards can come; equivalent boards are counted together instead of listed one by one."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from typing import Final, TypeAlias

from games.engine.cards import SUITS, Card, rank, suit

BOARD: Final = 5
NEVER: Final = BOARD + 1
FEWEST_SUITED: Final = 3
"""With fewer, two suits of one board could both make a flush, and `boards` would count it twice."""

Board: TypeAlias = tuple[Card, ...]
Patterns: TypeAlias = Counter[tuple[int, ...]]


def dealt(deck: Sequence[Card], needs: Sequence[int]) -> Iterator[tuple[Board, ...]]:
    """Every way to deal to each place the number of cards it needs."""
    if not needs:
        yield ()
        return
    for cards in combinations(deck, needs[0]):
        rest = [card for card in deck if card not in cards] if cards else deck
        for others in dealt(rest, needs[1:]):
            yield (cards, *others)


def ways(cards: int, needs: Sequence[int]) -> int:
    """How many ways `dealt` yields."""
    counts = []
    for need in needs:
        counts.append(comb(cards, need))
        cards -= need
    return prod(counts)


def flush_needs(holes: Sequence[Sequence[Card]], from_hole: int | None) -> tuple[int, ...]:
    """How many cards of each suit a board needs before any of these hands can make a flush, NEVER if none can."""

    def needs(one: int) -> int:
        held = max(sum(suit(card) == one for card in hole) for hole in holes)
        if from_hole is None:
            return BOARD - held
        return BOARD - from_hole if held >= from_hole else NEVER

    return tuple(needs(one) for one in range(len(SUITS)))


def boards(deck: Sequence[Card], needs: Sequence[int]) -> Iterator[tuple[int, Board]]:
    """All five-card boards, as (count, example) for each kind of board that is worth the same to every hand.

    `needs` come from `flush_needs`, none below FEWEST_SUITED; a suit with fewer cards on the board does not matter.
    """
    suited: Patterns = Counter()
    for one, need in enumerate(needs):
        yield from _suited_boards(deck, one, need, suited)
    cards_of = _by_rank(deck)
    for ranks in combinations_with_replacement(sorted(cards_of), BOARD):
        counts = Counter(ranks)
        many = prod(comb(len(cards_of[one]), count) for one, count in counts.items()) - suited[ranks]
        if many:
            yield many, _plain_board(cards_of, counts, needs)


def kinds(deck: Sequence[Card], needs: Sequence[int]) -> int:
    """An upper bound of the number of kinds that `boards` yields."""
    ranks = len(_by_rank(deck))
    held = Counter(map(suit, deck))
    suited = (
        comb(held[one], size) * comb(ranks + BOARD - size - 1, BOARD - size)
        for one, need in enumerate(needs)
        for size in range(need, BOARD + 1)
    )
    return comb(ranks + BOARD - 1, BOARD) + sum(suited)


def _suited_boards(deck: Sequence[Card], one: int, need: int, seen: Patterns) -> Iterator[tuple[int, Board]]:
    """The boards with at least `need` cards of suit `one`; they are counted by rank in `seen`."""
    same = [card for card in deck if suit(card) == one]
    others_of = _by_rank([card for card in deck if suit(card) != one])
    for size in range(need, BOARD + 1):
        others: list[tuple[int, Board]] = []
        for ranks in combinations_with_replacement(sorted(others_of), BOARD - size):
            counts = Counter(ranks)
            many = prod(comb(len(others_of[rank]), count) for rank, count in counts.items())
            if many:
                others.append((many, _firsts(others_of, counts)))
        for flush in combinations(same, size):
            for many, rest in others:
                board = flush + rest
                seen[tuple(sorted(map(rank, board)))] += many
                yield many, board


def _plain_board(cards_of: Mapping[int, Board], counts: Mapping[int, int], needs: Sequence[int]) -> Board:
    """A board of these ranks on which no suit reaches its need; the caller knows that one exists."""
    # Each rank starts with a different suit, so that the first tries already mix suits.
    choices = [
        combinations(cards_of[one][turn % 4 :] + cards_of[one][: turn % 4], count)
        for turn, (one, count) in enumerate(counts.items())
    ]
    for some in product(*choices):
        board = tuple(card for cards in some for card in cards)
        held = Counter(map(suit, board))
        if all(held[one] < need for one, need in enumerate(needs)):
            return board
    raise ValueError("every board of these ranks has a flush")


def _firsts(cards_of: Mapping[int, Board], counts: Mapping[int, int]) -> Board:
    return tuple(card for one, count in counts.items() for card in cards_of[one][:count])


def _by_rank(deck: Sequence[Card]) -> dict[int, Board]:
    cards_of: dict[int, Board] = {}
    for card in deck:
        cards_of[rank(card)] = (*cards_of.get(rank(card), ()), card)
    return cards_of
