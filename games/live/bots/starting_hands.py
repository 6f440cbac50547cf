"""How good a starting hand is among all those of its game: by a chart, by points, or by random deals."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import log
from random import Random

from games.engine.cards import RANKS, Card, rank, suit
from games.engine.rules.variant import Variant
from games.live.bots.hand_strength import OPPONENTS_IMAGINED, outlook
from games.live.bots.known_cards import KnownCards, Opponent

# How many random starting hands a hand is compared with.
SAMPLES, SAMPLES_BY_POINTS = 100, 400

# Best first: by how often a hand wins against one and against three unknown hands, with a little more for pairs,
# suited and connected cards, that win big pots.
BEST_FIRST = """
    AA KK QQ JJ TT 99 88 AKs AQs 77 AJs AKo KQs KJs 66 AQo QJs ATs KQo KTs 55 AJo QTs JTs A9s A8s ATo QJo A7s
    KJo 44 K9s KTo A5s A9o J9s Q9s T9s A6s A3s A8o JTo QTo K8s A4s A2s A7o K7s J8s K9o T8s 33 A5o K6s Q8s Q9o
    98s K5s A6o K8o A4o K7o 97s T9o 22 Q8o Q6s Q7s A3o K4s T7s A2o J9o 87s Q5s K2s J7s K6o K3s K5o J8o Q3s Q4s
    T8o J5s 86s J6s 76s Q6o K4o 96s Q2s J4s 98o K3o Q7o T6s J7o K2o 65s 85s 75s 54s J3s T7o J2s Q5o Q4o 87o T5s
    97o 95s T4s Q3o J5o 64s T6o T3s J6o J4o 53s 76o T2s 74s 96o 94s Q2o 86o 93s T5o 84s 63s 43s J2o J3o 95o 73s
    92s T4o 65o 85o 83s 52s 75o 82s T2o 42s T3o 74o 32s 94o 54o 62s 64o 84o 72s 93o 92o 43o 83o 63o 53o 73o 82o
    52o 72o 42o 32o 62o
"""


def starting_hand_share(known: KnownCards, rng: Random) -> float:
    """The share of all starting hands that are as good as this one or better, from near 0 to 1."""
    variant = known.variant
    if variant.board_cards and len(known.hole) == 2:
        return chart_shares(variant.deck)[starting_hand(*known.hole)]
    scores = _scores(variant)
    own_points = points(variant, known.hole) if variant.board_cards else _worth(known, rng)
    return max(1, len(scores) - bisect_left(scores, own_points)) / len(scores)


def starting_hand(first: Card, second: Card) -> str:
    """The name of two cards as a starting hand: "AKs", "72o", "TT"."""
    high, low = sorted((rank(first), rank(second)), reverse=True)
    if high == low:
        return RANKS[high] * 2
    return RANKS[high] + RANKS[low] + ("s" if suit(first) == suit(second) else "o")


@cache
def chart_shares(deck: tuple[Card, ...]) -> dict[str, float]:
    """For each starting hand of two cards, the share of all that are as good or better with this deck."""
    counts = Counter(starting_hand(*two) for two in combinations(deck, 2))
    shares, counted = {}, 0
    for start in BEST_FIRST.split():
        if start in counts:
            counted += counts[start]
            shares[start] = counted / counts.total()
    return shares


def points(variant: Variant, hole: Sequence[Card]) -> float:
    """How good four or more hole cards are when two play: the sum over every two of them, by chart and connection."""
    charted, ranks = chart_shares(variant.deck), Counter(map(rank, hole))
    total, high = 0.0, 0.6 if variant.low else 1.0
    for two in combinations(hole, 2):
        tripled = max(ranks[rank(card)] for card in two) > 2
        gap = abs(rank(two[0]) - rank(two[1]))
        close = 0 < gap < 4 and min(map(rank, two)) > 3
        total += (0.1 if tripled else high) * (-log(charted[starting_hand(*two)]) + 0.5 * close)
    if variant.low:
        small = sorted({(rank(card) + 1) % 13 for card in hole if (rank(card) + 1) % 13 < 8})
        best = {(0, 1): 7, (0, 2): 4.5, (1, 2): 2.5}
        if len(small) > 1:
            total += best.get((small[0], small[1]), 0) + 1.2 * (len(small) - 2)
    return total


@cache
def _scores(variant: Variant) -> list[float]:
    """The scores of many random starting hands, ascending."""
    # Seeded, so that every process compares with the same hands; no card is dealt by it.
    rng = Random(variant.code)  # noqa: S311
    first = variant.streets[0]
    size = first.down + first.up
    if variant.board_cards:
        return sorted(points(variant, rng.sample(variant.deck, size)) for _ in range(SAMPLES_BY_POINTS))
    starts = (tuple(rng.sample(variant.deck, size)) for _ in range(SAMPLES))
    return sorted(_worth(KnownCards(variant, 0, hole), rng) for hole in starts)


def _worth(known: KnownCards, rng: Random) -> float:
    """How often the hand would win against one opponent who plays any hand."""
    opponents = tuple(Opponent(1, opponent.face_up) for opponent in known.opponents[:OPPONENTS_IMAGINED])
    wins = outlook(known._replace(opponents=opponents), rng).wins
    return float(wins ** (1 / len(opponents)))
