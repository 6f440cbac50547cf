"""Whether a table's settings fit together, said in one place for the face and the operator's form."""

from games.engine.errors import IllegalAction
from games.engine.rules.house_rules import MinStack
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.validation import ANTE, BRING_IN, Bounds, bounds_of, validate
from games.engine.rules.variant import Forced, Variant
from games.models import FEWEST_SEATS, MOST_SEATS


def check_table(*, rules: Rules, seats: int, min_buy_in: int, max_buy_in: int, bots: int) -> None:
    """Raises IllegalAction for settings that nobody could play by; amounts in minor units, 0 = no bound (K2, B16)."""
    validate(rules)
    most = min(MOST_SEATS, rules.most_players)
    if not FEWEST_SEATS <= seats <= most:
        raise IllegalAction("seats_out_of_range", least=FEWEST_SEATS, most=most)
    if not 0 <= bots <= seats:
        raise IllegalAction("too_many_bots", seats=seats)
    if min_buy_in < 0 or (max_buy_in and max_buy_in < min_buy_in):
        raise IllegalAction("buy_in_bounds_wrong")
    if rules.house.min_stack_to_play is MinStack.BIG_BLIND and min_buy_in < rules.stakes.big_blind:
        raise IllegalAction("buy_in_below_stack", min=rules.stakes.big_blind)


def usual_stakes(variant: Variant, structure: Structure, lower: int, *, unit: int = 1) -> Stakes:
    """The usual stakes of a game for its big blind or lower limit: half of it as small blind, or ante and bring-in.

    Ante a fifth and bring-in a half of the lower limit, in whole chips where the game's bounds have room for one.
    """
    if variant.forced is Forced.BLINDS:
        return Stakes(structure, max(unit, lower // 2 // unit * unit), lower)
    bring_in = _usual(lower, BRING_IN, lower // 2, unit) if variant.forced is Forced.BRING_IN else 0
    return Stakes(structure, 0, lower, _usual(lower, ANTE, lower // 5, unit), bring_in=bring_in)


def _usual(lower: int, bounds: Bounds, wanted: int, unit: int) -> int:
    least, most = bounds_of(lower, bounds)
    low, high = -(-least // unit) * unit, most // unit * unit
    return max(low, min(high, -(-wanted // unit) * unit))
