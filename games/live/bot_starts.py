"""Hold'em before the flop: which two cards are better than which."""

from functools import cache

from games.engine.cards import RANKS, Card, rank, suit

COMBINATIONS = 1326

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


def start_of(first: Card, second: Card) -> str:
    """The starting hand that two cards are: "AKs", "72o", "TT"."""
    high, low = sorted((rank(first), rank(second)), reverse=True)
    if high == low:
        return RANKS[high] * 2
    return RANKS[high] + RANKS[low] + ("s" if suit(first) == suit(second) else "o")


@cache
def tops() -> dict[str, float]:
    """Of each starting hand, which share of all two cards is as good or better."""
    shares, counted = {}, 0
    for start in BEST_FIRST.split():
        counted += 6 if len(start) == 2 else 4 if start[2] == "s" else 12
        shares[start] = counted / COMBINATIONS
    return shares
