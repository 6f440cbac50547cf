"""Nicknames of two hole cards in hold'em (C11); English in every language."""

from functools import lru_cache

from games.engine.cards import RANKS, Card, rank

PAIRS_OF_CARDS = 52 * 51
# A hand has several names where the sources differ.
NICKNAMES: dict[str, tuple[str, ...]] = {
    "AA": ("Pocket Rockets", "American Airlines", "Bullets"),
    "KK": ("Cowboys", "King Kong"),
    "QQ": ("Ladies", "Double Date", "Canadian Aces"),
    "JJ": ("Hooks", "Fish Hooks"),
    "TT": ("Dimes",),
    "88": ("Snowmen",),
    "77": ("Hockey Sticks", "Sunset Strip"),
    "66": ("Route 66", "Kicks"),
    "55": ("Speed Limit", "Presto"),
    "44": ("Magnum", "Sailboats"),
    "33": ("Crabs",),
    "22": ("Ducks", "Pocket Swans"),
    "AK": ("Big Slick",),
    "AQ": ("Big Chick",),
    "AJ": ("Black Jack",),
    "A8": ("Dead Man's Hand",),
    "KQ": ("Marriage", "Royalty"),
    "KJ": ("Kojak", "King John"),
    "K9": ("Canine",),
    "QJ": ("Maverick",),
    "J5": ("Jackson Five",),
    "J4": ("Flat Tyre",),
    "T2": ("Doyle Brunson",),
    "92": ("Montana Banana",),
    "54": ("Colt 45", "Jesse James"),
}


@lru_cache(PAIRS_OF_CARDS)
def nicknames(hole: tuple[Card, ...]) -> tuple[str, ...]:
    """The nicknames of two hole cards, the usual one first; () if there is none."""
    ranks = "".join(RANKS[one] for one in sorted(map(rank, hole), reverse=True))
    return NICKNAMES.get(ranks, ())
