"""Where a starting hand stands among all: by a chart, by points, or by what it makes of imagined deals."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import log
from random import Random

from games.engine.cards import RANKS, Card, rank, suit
from games.engine.rules.variant import Variant
from games.live.bots.hand_strength import RIVALS_IMAGINED, outlook
from games.live.bots.known_cards import Known, Rival

# How many random starts the others are measured by.
STARTS, STARTS_BY_POINTS = 100, 400

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


def standing(known: Known, dice: Random) -> float:
    """Which share of all starting hands is as good as this or better, near 0 to 1."""
    variant = known.variant
    if variant.board_cards and len(known.hole) == 2:
        return tops(variant.deck)[start_of(*known.hole)]
    scores = _scores(variant)
    mine = points(variant, known.hole) if variant.board_cards else _worth(known, dice)
    return max(1, len(scores) - bisect_left(scores, mine)) / len(scores)


def start_of(first: Card, second: Card) -> str:
    """The starting hand that two cards are: "AKs", "72o", "TT"."""
    high, low = sorted((rank(first), rank(second)), reverse=True)
    if high == low:
        return RANKS[high] * 2
    return RANKS[high] + RANKS[low] + ("s" if suit(first) == suit(second) else "o")


@cache
def tops(deck: tuple[Card, ...]) -> dict[str, float]:
    """Of each starting hand of this deck, which share of all two cards is as good or better."""
    counts = Counter(start_of(*two) for two in combinations(deck, 2))
    shares, counted = {}, 0
    for start in BEST_FIRST.split():
        if start in counts:
            counted += counts[start]
            shares[start] = counted / counts.total()
    return shares


def points(variant: Variant, hole: Sequence[Card]) -> float:
    """How good a start of four or more cards is of which two play: pairs of cards that are good, and go together."""
    charted, ranks = tops(variant.deck), Counter(map(rank, hole))
    total, high = 0.0, 0.6 if variant.low else 1.0
    for two in combinations(hole, 2):
        spoilt = max(ranks[rank(card)] for card in two) > 2
        gap = abs(rank(two[0]) - rank(two[1]))
        close = 0 < gap < 4 and min(map(rank, two)) > 3
        total += (0.1 if spoilt else high) * (-log(charted[start_of(*two)]) + 0.5 * close)
    if variant.low:
        small = sorted({(rank(card) + 1) % 13 for card in hole if (rank(card) + 1) % 13 < 8})
        best = {(0, 1): 7, (0, 2): 4.5, (1, 2): 2.5}
        if len(small) > 1:
            total += best.get((small[0], small[1]), 0) + 1.2 * (len(small) - 2)
    return total


@cache
def _scores(variant: Variant) -> list[float]:
    """The scores of many random starts, ascending."""
    # The same starts for every table: a yardstick, no chance that decides anything.
    dice = Random(variant.code)  # noqa: S311
    first = variant.streets[0]
    size = first.down + first.up
    if variant.board_cards:
        return sorted(points(variant, dice.sample(variant.deck, size)) for _ in range(STARTS_BY_POINTS))
    starts = (tuple(dice.sample(variant.deck, size)) for _ in range(STARTS))
    return sorted(_worth(Known(variant, 0, hole), dice) for hole in starts)


def _worth(known: Known, dice: Random) -> float:
    """How often the start would win against one of the rivals, taken as players of any hand."""
    rivals = tuple(Rival(1, rival.up) for rival in known.rivals[:RIVALS_IMAGINED])
    wins = outlook(known._replace(rivals=rivals), dice).wins
    return float(wins ** (1 / len(rivals)))
