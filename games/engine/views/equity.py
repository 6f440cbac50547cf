"""What share of the pot each hand wins on average, over all that can still come; only for hands that lie open (H5)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import comb, lcm
from typing import Final, NamedTuple, TypeAlias

from games.engine.cards import Card
from games.engine.evaluation.rankings import Ranking
from games.engine.rules.variant import Variant
from games.engine.views.runouts import BOARD, FEWEST_SUITED, boards, dealt, flush_needs, kinds, ways

Dice: TypeAlias = Callable[[int], int]
"""Gives an int from 0 up to, but not, the number asked for, each as likely."""

LIMIT: Final = 200_000
SAMPLES: Final = 20_000

Holes: TypeAlias = Sequence[tuple[Card, ...]]
Runout: TypeAlias = tuple[int, Holes, tuple[Card, ...]]
"""How often it counts, every hand's cards and the board."""


class Equity(NamedTuple):
    """Each seat's share of the pot, together 1; `exact` when every runout counted, else `runouts` were drawn."""

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
    dice: Dice | None = None,
    limit: int = LIMIT,
    samples: int = SAMPLES,
) -> Equity:
    """The equity of each hand if nobody folds and no card is exchanged any more.

    `dead` are cards known to be out of the deck; `undealt` is how many can still be dealt, burnt ones too, where
    unknown ones are out as well (G16). Exact up to `limit` evaluated hands; above it up to `samples` runouts by `dice`
    within the same limit. ValueError where dice are needed and not given, or where a card is named twice.
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
    if dice is None:
        raise ValueError("too many runouts to go through, and no dice")
    chance = _drawn(deck, holes, tuple(board), needs, dice, max(1, min(samples, limit // price)))
    return _shared(variant, list(hands), chance, exact=False)


def _needs(variant: Variant, holes: Holes, board: Sequence[Card], undealt: int) -> list[int]:
    """How many cards each hand still gets, and last the board."""
    shared = max(0, len(board) - variant.board_cards)
    needs = [variant.hole_cards - len(hole) - shared for hole in holes]
    if sum(needs) > undealt:
        # Too few for a last card each: one lies open for all (G16).
        return [*(need - 1 for need in needs), 1]
    return [*needs, max(0, variant.board_cards - len(board))]


def _price(variant: Variant, holes: Holes) -> int:
    """How many hands of five a runout has to look at."""
    rankings = [variant.high, *filter(None, [variant.low])]
    return sum(_choices(ranking, hole) for ranking in rankings for hole in holes)


def _choices(ranking: Ranking, hole: Sequence[Card]) -> int:
    return 1 if ranking.from_hole is None else comb(len(hole), ranking.from_hole)


def _every(
    variant: Variant, deck: list[Card], holes: Holes, board: tuple[Card, ...], needs: list[int], most: int
) -> Iterator[Runout] | None:
    """All runouts, None if they are more than `most`."""
    if needs[-1] == BOARD and not any(needs[:-1]):
        suits = flush_needs(holes, variant.high.from_hole)
        if min(suits) >= FEWEST_SUITED and kinds(deck, suits) <= most:
            return ((many, holes, cards) for many, cards in boards(deck, suits))
    if ways(len(deck), needs) <= most:
        return ((1, *_with(holes, board, cards)) for cards in dealt(deck, needs))
    return None


def _drawn(
    deck: list[Card], holes: Holes, board: tuple[Card, ...], needs: list[int], dice: Dice, samples: int
) -> Iterator[Runout]:
    """Runouts by chance."""
    total, size = sum(needs), len(deck)
    for _ in range(samples):
        for place in range(total):
            other = place + dice(size - place)
            deck[place], deck[other] = deck[other], deck[place]
        coming = iter(deck)
        yield 1, *_with(holes, board, [tuple(next(coming) for _ in range(need)) for need in needs])


def _with(holes: Holes, board: tuple[Card, ...], cards: Sequence[tuple[Card, ...]]) -> tuple[Holes, tuple[Card, ...]]:
    return [hole + more for hole, more in zip(holes, cards, strict=False)], board + cards[-1]


def _shared(variant: Variant, seats: Sequence[int], every: Iterable[Runout], *, exact: bool) -> Equity:
    """The pot of every runout shared out, a half each to high and low where a low qualifies (P5)."""
    # A pot that every number of winners can share without a rest, and so can its halves.
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
    """The places of the best hands, none if none takes part."""
    values = [ranking(hole, board) for hole in holes]
    best = max((value for value in values if value is not None), default=None)
    return [] if best is None else [place for place, value in enumerate(values) if value == best]
