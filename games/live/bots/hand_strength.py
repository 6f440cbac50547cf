"""How often a hand wins: its possible final hands against those of the hands that opponents may hold."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate, islice, pairwise
from math import prod
from random import Random
from typing import NamedTuple

from games.engine.cards import Card
from games.engine.rules.variant import Variant
from games.live.bots.drawing import drawn, opponent_hands
from games.live.bots.known_cards import KnownCards, Opponent, Value, hand_value, random_hands, weakest_first

OPPONENTS_IMAGINED = 3
# How many hands are evaluated for a decision; a hand of which two of four cards play takes as long as eight others.
EVALUATIONS, TWO_OF_FOUR, TWO_HALVES = 600, 8, 1.5
RIVER_HANDS = 60
OWN_ENDS, OPPONENT_ENDS = 40, 24
LEAST_CARDS = 5


class Outlook(NamedTuple):
    """Shares of the pot in random deals: `wins` at the end of the hand, `ahead` if it ended now."""

    wins: float
    ahead: float


class Hands(NamedTuple):
    """Values of the hands an opponent may hold, weakest first: `now` (None with too few cards) and at the end."""

    now: list[Value] | None
    ends: list[Value]


def outlook(known: KnownCards, rng: Random) -> Outlook:
    """What share of the pot the hand takes from opponents, each of whom holds the best of some random hands.

    The more strength an opponent has shown, the more hands the best is chosen from. A board or face-up cards that help
    the opponent need no extra weight, because they are part of each of these hands.
    """
    known = known._replace(opponents=known.opponents[:OPPONENTS_IMAGINED])
    return _with_board(known, rng) if known.variant.board_cards else _without_board(known, rng)


def _without_board(known: KnownCards, rng: Random) -> Outlook:
    """Stud and draw games: every player has cards of their own."""
    variant = known.variant
    stub = known.unseen()
    if variant.draws:
        hands = [_drawing_hands(known, opponent) for opponent in known.opponents]
        ends = _own_draws(known, stub, rng)
    else:
        hands = [_up_and_down(known, opponent, stub, rng) for opponent in known.opponents]
        extra = islice(random_hands(stub, known.to_come, rng), OWN_ENDS) if known.to_come else [()]
        ends = [hand_value(variant, known.hole + more, known.board) for more in extra]
    wins = _share(variant, ends, [each.ends for each in hands], _strength_shown(known, early=hands[0].now is None))
    now = [each.now for each in hands if each.now is not None]
    if not now:
        return Outlook(wins, wins)
    own = hand_value(variant, known.hole, known.board)
    return Outlook(wins, _share(variant, [own], now, _strength_shown(known)))


def _up_and_down(known: KnownCards, opponent: Opponent, stub: list[Card], rng: Random) -> Hands:
    """Hands that an opponent may hold, given the face-up cards."""
    variant, board = known.variant, known.board
    down = len(known.hole) - len(opponent.face_up)
    holes = [
        (opponent.face_up + cards[:down], opponent.face_up + cards)
        for cards in islice(random_hands(stub, down + known.to_come, rng), OPPONENT_ENDS)
    ]
    ends = [hand_value(variant, hole, board) for _, hole in holes]
    if len(known.hole) + len(board) < LEAST_CARDS:
        return Hands(None, [ends[place] for place in weakest_first(ends)])
    now = [hand_value(variant, hole, board) for hole, _ in holes] if known.to_come else ends
    order = weakest_first(now)
    return Hands([now[place] for place in order], [ends[place] for place in order])


def _drawing_hands(known: KnownCards, opponent: Opponent) -> Hands:
    """Hands of players who exchanged as many cards as the opponent did."""
    rows = opponent_hands(known.variant, known.draws, opponent.drew)
    return Hands([now for now, _ in rows], [end for _, end in rows])


def _own_draws(known: KnownCards, stub: list[Card], rng: Random) -> list[Value]:
    variant = known.variant
    left = variant.draws - known.draws
    if not left:
        return [hand_value(variant, known.hole, known.board)]
    cards = islice(random_hands(stub, len(known.hole) * left, rng), OWN_ENDS)
    return [hand_value(variant, drawn(variant, known.hole, known.street, new), known.board) for new in cards]


def _with_board(known: KnownCards, rng: Random) -> Outlook:
    """Board games: some random boards, and some random hands that any opponent may hold."""
    variant, board, own = known.variant, known.board, known.hole
    evaluations = EVALUATIONS / (TWO_OF_FOUR if variant.high.from_hole else 1) / (TWO_HALVES if variant.low else 1)
    count = min(RIVER_HANDS, int(evaluations))
    stub, boards = known.unseen(), [board]
    to_come = variant.board_cards - len(board)
    if to_come:
        count = int((3.5 * evaluations) ** 0.5)
        runs = min(int(evaluations) // count, len(stub) // 2 // to_come)
        rng.shuffle(stub)
        boards = [(*board, *stub[run * to_come : (run + 1) * to_come]) for run in range(runs)]
        # The cards of these boards are in nobody's hand.
        stub = stub[runs * to_come :]
    holes = list(islice(random_hands(stub, len(own), rng), count))
    early, opponents, ahead = len(board) < LEAST_CARDS - 2, len(known.opponents), 0.0
    strength_shown = _strength_shown(known, early=early)
    if not early:
        now = [hand_value(variant, hole, board) for hole in holes]
        order = weakest_first(now)
        holes, now = [holes[place] for place in order], [now[place] for place in order]
        ahead = _share(variant, [hand_value(variant, own, board)], [now] * opponents, strength_shown)
        if not to_come:
            return Outlook(ahead, ahead)
    wins = 0.0
    for final in boards:
        ends = [hand_value(variant, hole, final) for hole in holes]
        if early:
            ends = [ends[place] for place in weakest_first(ends)]
        wins += _share(variant, [hand_value(variant, own, final)], [ends] * opponents, strength_shown) / len(boards)
    return Outlook(wins, wins if early else ahead)


def _strength_shown(known: KnownCards, *, early: bool = False) -> list[float]:
    """The strength each opponent has shown; early it counts half, because hands are then chosen by how they end."""
    return [1 + (opponent.strength_shown - 1) / 2 if early else opponent.strength_shown for opponent in known.opponents]


def _share(
    variant: Variant, own_values: Sequence[Value], opponents: Sequence[Sequence[Value]], strength_shown: Sequence[float]
) -> float:
    """The average share of the pot that `own_values` win; each opponent's hands are weakest first."""
    weights = [_weights(len(hands), strength) for hands, strength in zip(opponents, strength_shown, strict=True)]
    once = len(own_values) == 1
    beats_highs, beats_lows = (
        [
            _beats([value[half] for value in hands], each, once=once)
            for hands, each in zip(opponents, weights, strict=True)
        ]
        for half in (0, 1)
    )
    total = 0.0
    for high, low in own_values:
        share = prod([beats(high) for beats in beats_highs])
        if variant.low and low:
            share = (share + prod([beats(low) for beats in beats_lows])) / 2
        elif variant.low:
            # The low half goes to the high hand when nobody has a low.
            share *= 0.5 + 0.5 * prod([2 * beats(0) for beats in beats_lows])
        total += share
    return total / len(own_values)


def _weights(count: int, strength: float) -> list[float]:
    """How likely each of `count` hands, weakest first, is the best of `strength` random ones."""
    powers = [(place / count) ** strength for place in range(count + 1)]
    return [upper - lower for lower, upper in pairwise(powers)]


def _beats(theirs: Sequence[int], weights: Sequence[float], *, once: bool) -> Callable[[int], float]:
    """How likely a value wins against these, which have weights; a tie counts as half. Asked `once`, none is sorted."""
    pairs = list(zip(theirs, weights, strict=True))
    if once:
        return lambda value: (
            sum([weight for other, weight in pairs if other < value])
            + 0.5 * sum([weight for other, weight in pairs if other == value])
        )
    pairs.sort()
    values, sums = [value for value, _ in pairs], [0.0, *accumulate([weight for _, weight in pairs])]
    return lambda value: (sums[bisect_left(values, value)] + sums[bisect_right(values, value)]) / 2
