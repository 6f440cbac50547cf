"""Bluffs of house bots: stealing the antes with the best door card, standing pat with a bad hand."""

from collections.abc import Sequence
from random import Random

from games.engine.cards import RANKS, Card, rank
from games.engine.rules.variant import Variant
from games.live.bots.known_cards import KnownCards

# Door cards that others believe: in a high game from the ten up, in razz up to the six.
HIGH_ENOUGH = RANKS.index("T")
LOW_ENOUGH = 5
FEW = 2
HOPELESS = 2


def best_door(variant: Variant, own: Sequence[Card], others: Sequence[Sequence[Card]]) -> bool:
    """Whether the bot's own door card is higher (in razz lower) than every other and high enough to be believed."""
    if len(own) != 1:
        return False
    height = [_height(variant, up[-1]) for up in (own, *others) if up]
    enough = -LOW_ENOUGH if variant.low_door else HIGH_ENOUGH
    return height[0] >= enough and height[0] > max(height[1:], default=-len(RANKS))


def steals(behind: int, callers: int, aggression: float, rng: Random) -> bool:
    """Whether a bot with the best door card completes with any hand: nobody has called and few are left to act."""
    return behind <= FEW and not callers and rng.random() < 0.2 + 0.5 * aggression


def stands_pat(cards: KnownCards, discards: int, aggression: float, rng: Random) -> bool:
    """Whether a bot bluffs by standing pat, in the last draw against one opponent who drew cards.

    `discards` is how many cards the bot would exchange if it played the hand honestly."""
    alone = len(cards.opponents) == 1 and cards.opponents[0].drew > 0 and cards.opponents[0].strength_shown <= FEW
    last = cards.street + 1 == len(cards.variant.streets)
    return alone and last and discards >= HOPELESS and rng.random() < 0.05 + 0.12 * aggression


def bluff_chance(aggression: float) -> float:
    """How often a bot that stood pat with a bad hand bets it: mostly, because a check would waste the bluff."""
    return 0.55 + 0.35 * aggression


def _height(variant: Variant, card: Card) -> int:
    """The height of a door card, greater is better: high cards, in razz low ones with the ace the lowest."""
    return -((rank(card) + 1) % len(RANKS)) if variant.low_door else rank(card)
