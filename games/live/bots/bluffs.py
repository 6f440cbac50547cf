"""What a bot makes others believe now and then: a door card that is worth the antes, a hand that needs no card."""

from collections.abc import Sequence
from random import Random

from games.engine.cards import RANKS, Card, rank
from games.engine.rules.variant import Variant
from games.live.bots.known_cards import Known

# Door cards that are believed: in a high game from the ten up, in razz up to the six.
HIGH_ENOUGH = RANKS.index("T")
LOW_ENOUGH = 5
FEW = 2
HOPELESS = 2


def best_door(variant: Variant, mine: Sequence[Card], others: Sequence[Sequence[Card]]) -> bool:
    """Whether my door card looks better than every other that shows, and good enough to be believed."""
    if len(mine) != 1:
        return False
    height = [_height(variant, up[-1]) for up in (mine, *others) if up]
    enough = -LOW_ENOUGH if variant.low_door else HIGH_ENOUGH
    return height[0] >= enough and height[0] > max(height[1:], default=-len(RANKS))


def steals(behind: int, callers: int, bold: float, dice: Random) -> bool:
    """Whether a bot with the best door card completes with anything: nobody has come in and few may still."""
    return behind <= FEW and not callers and dice.random() < 0.2 + 0.5 * bold


def stands_pat(cards: Known, thrown: int, bold: float, dice: Random) -> bool:
    """Whether a bot keeps a hand that `thrown` cards would not save: in the last draw, against one who drew himself."""
    alone = len(cards.rivals) == 1 and cards.rivals[0].drew > 0 and cards.rivals[0].firmness <= FEW
    last = cards.street + 1 == len(cards.variant.streets)
    return alone and last and thrown >= HOPELESS and dice.random() < 0.05 + 0.12 * bold


def bluff_chance(bold: float) -> float:
    """How often a bot that stood pat bets a hand that is nothing: mostly, or standing pat was for nothing."""
    return 0.55 + 0.35 * bold


def _height(variant: Variant, card: Card) -> int:
    """How good a door card looks, greater is better: high cards, in razz low ones with the ace the lowest."""
    return -((rank(card) + 1) % len(RANKS)) if variant.low_door else rank(card)
