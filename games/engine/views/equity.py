"""Equity: the share of the pot each face-up hand wins on average over all possible runouts (H5)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import comb, lcm
from typing import Final, NamedTuple, TypeAlias

from games.engine.cards import Card
from games.engine.evaluation.rankings import Ranking
from games.engine.rules.variant import Variant
from games.engine.views.runouts import BOARD, FEWEST_SUITED, boards, dealt, flush_needs, kinds, ways

RandomBelow: TypeAlias = Callable[[int], int]
"""Returns a random int from 0 up to, but not including, the given number."""

LIMIT: Final = 200_000
SAMPLES: Final = 20_000

Holes: TypeAlias = Sequence[tuple[Card, ...]]
Runout: TypeAlias = tuple[int, Holes, tuple[Card, ...]]
"""How many equivalent runouts this one counts for, every hand's cards, and the board."""


class Equity(NamedTuple):
    """Each seat's share of the pot, adding up to 1; `exact` if all runouts were counted, else `runouts` of them."""

    shares: dict[int, float]
    exact: bool
    runouts: int


def equities(
    variant: Variant,
    hands: Mapping[int, Sequence[Card]],
    board: Sequence[Card] = (),
    *,
    dead: Iterable[Card] = (),
    undealt: int | None = None,
    rng: RandomBelow | None = None,
    limit: int = LIMIT,
    samples: int = SAMPLES,
) -> Equity:
    """The equity of each hand if nobody folds and no more cards are exchanged.

    `dead` are cards known to be out of the deck. `undealt` is how many cards can still be dealt, burn cards included,
    if unknown cards are out as well (G16). Exact up to `limit` evaluated hands; beyond that, up to `samples` runouts
    drawn with `rng` within the same limit. Raises ValueError if `rng` is needed but missing, or a card appears twice.
    """
    holes = [tuple(hole) for hole in hands.values()]
    known = [*board, *dead, *(card for hole in holes for card in hole)]
    deck = [card for card in variant.deck if card not in known]
    if len(deck) + len(known) != len(variant.deck):
        raise ValueError("a card is named twice")
    needs = _needs(variant, holes, board, len(deck) if undealt is None else undealt)
    price = _price(variant, holes)
    every = _every(variant, deck, holes, tuple(board), needs, limit // price)
    if every is not None:
        return _shared(variant, list(hands), every, exact=True)
    if rng is None:
        raise ValueError("too many runouts to go through, and no random source")
    sampled = _sampled(deck, holes, tuple(board), needs, rng, max(1, min(samples, limit // price)))
    return _shared(variant, list(hands), sampled, exact=False)


def _needs(variant: Variant, holes: Holes, board: Sequence[Card], undealt: int) -> list[int]:
    """How many cards each hand still gets, with the board's number last."""
    shared = max(0, len(board) - variant.board_cards)
    needs = [variant.hole_cards - len(hole) - shared for hole in holes]
    if sum(needs) > undealt:
        # Too few for a last card each: one community card for all (G16).
        return [*(need - 1 for need in needs), 1]
    return [*needs, max(0, variant.board_cards - len(board))]


def _price(variant: Variant, holes: Holes) -> int:
    """How many five-card hands have to be evaluated for one runout."""
    rankings = [variant.high, *filter(None, [variant.low])]
    return sum(_choices(ranking, hole) for ranking in rankings for hole in holes)


def _choices(ranking: Ranking, hole: Sequence[Card]) -> int:
    return 1 if ranking.from_hole is None else comb(len(hole), ranking.from_hole)


def _every(
    variant: Variant, deck: list[Card], holes: Holes, board: tuple[Card, ...], needs: list[int], most: int
) -> Iterator[Runout] | None:
    """All runouts, None if there are more than `most`."""
    if needs[-1] == BOARD and not any(needs[:-1]):
        suits = flush_needs(holes, variant.high.from_hole)
        if min(suits) >= FEWEST_SUITED and kinds(deck, suits) <= most:
            return ((many, holes, cards) for many, cards in boards(deck, suits))
    if ways(len(deck), needs) <= most:
        return ((1, *_with(holes, board, cards)) for cards in dealt(deck, needs))
    return None


def _sampled(
    deck: list[Card], holes: Holes, board: tuple[Card, ...], needs: list[int], rng: RandomBelow, samples: int
) -> Iterator[Runout]:
    """Random runouts."""
    total, size = sum(needs), len(deck)
    for _ in range(samples):
        for place in range(total):
            other = place + rng(size - place)
            deck[place], deck[other] = deck[other], deck[place]
        coming = iter(deck)
        yield 1, *_with(holes, board, [tuple(next(coming) for _ in range(need)) for need in needs])


def _with(holes: Holes, board: tuple[Card, ...], cards: Sequence[tuple[Card, ...]]) -> tuple[Holes, tuple[Card, ...]]:
    return [hole + more for hole, more in zip(holes, cards, strict=False)], board + cards[-1]


def _shared(variant: Variant, seats: Sequence[int], every: Iterable[Runout], *, exact: bool) -> Equity:
    """Each seat's average share of the pot; where a low qualifies, high and low get half each (P5)."""
    # A pot that any number of winners can divide evenly, and so can its halves.
    pot = 2 * lcm(*range(1, len(seats) + 1))
    won, runouts = [0] * len(seats), 0
    for many, holes, board in every:
        runouts += many
        lows = _best(variant.low, holes, board) if variant.low else []
        part = many * pot // (2 if lows else 1)
        for winners in (_best(variant.high, holes, board), lows):
            for place in winners:
                won[place] += part // len(winners)
    shares = {seat: amount / (pot * runouts) for seat, amount in zip(seats, won, strict=True)}
    return Equity(shares, exact, runouts)


def _best(ranking: Ranking, holes: Holes, board: tuple[Card, ...]) -> list[int]:
    """The indexes of the best hands, none if no hand qualifies."""
    values = [ranking(hole, board) for hole in holes]
    best = max((value for value in values if value is not None), default=None)
    return [] if best is None else [place for place, value in enumerate(values) if value == best]
