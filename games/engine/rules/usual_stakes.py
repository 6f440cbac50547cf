"""The usual stakes of a game, worked out from its big blind or lower limit."""

from games.engine.errors import IllegalAction
from games.engine.rules.rules import Game, Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.validation import ANTE, BRING_IN, Bounds, bounds_of
from games.engine.rules.variant import Forced, Variant


def usual_stakes(variant: Variant, structure: Structure, lower: int, *, unit: int = 1) -> Stakes:
    """Stakes for a big blind or lower limit of `lower`, in minor units and whole chips of `unit`.

    The small blind is half the big blind (D4). In games without blinds the ante is a fifth and the bring-in half of
    the lower limit (G12, G14), rounded to whole chips if the bounds allow it.
    """
    if variant.forced is Forced.BLINDS:
        return Stakes(structure, max(unit, lower // 2 // unit * unit), lower)
    bring_in = _within(lower, BRING_IN, lower // 2, unit) if variant.forced is Forced.BRING_IN else 0
    return Stakes(structure, 0, lower, _within(lower, ANTE, lower // 5, unit), bring_in=bring_in)


def check_limit_blinds(rules: Rules, before: Rules | None = None) -> None:
    """Raises IllegalAction unless small blinds in fixed limit are half the lower limit, in whole chips (D4).

    This is asked of stakes that somebody chooses: those of `before`, which were chosen when it was not, may stay.
    """
    if before is not None and (rules.stakes, rules.mix) == (before.stakes, before.mix):
        return
    unit = rules.house.chip_unit
    for variant, stakes in rules.mix or (Game(rules.variant, rules.stakes),):
        off = abs(2 * stakes.small_blind - stakes.lower_limit)
        if variant.forced is Forced.BLINDS and stakes.structure is Structure.FIXED_LIMIT and off >= 2 * unit:
            small = usual_stakes(variant, stakes.structure, stakes.lower_limit, unit=unit).small_blind
            raise IllegalAction("limit_blinds_wrong", small=small)


def _within(lower: int, bounds: Bounds, wanted: int, unit: int) -> int:
    """`wanted` rounded up to whole chips, within the bounds at this lower limit."""
    least, most = bounds_of(lower, bounds)
    low, high = -(-least // unit) * unit, most // unit * unit
    return max(low, min(high, -(-wanted // unit) * unit))
