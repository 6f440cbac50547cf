"""Rules of which every value is unusual, so that a form which loses one is found."""

from typing import Any

from games.engine.errors import IllegalAction
from games.engine.rules.house_rules import HOUSE_RULES, ONLINE, PRESETS, HouseRules
from games.engine.rules.rake import RakeTerms
from games.engine.rules.rules import Clock

CLOCK = Clock(*(value * 2 + 345 for value in Clock()))
"""Every time differs from the usual one and is no whole number of seconds."""
CUSTOM_RAKE = RakeTerms("own", 35, 40_00, ((2, 5_00), (4, 15_00)), 1_00, False, 20_00, True)


def other_value(rule: str) -> Any:
    """A value of the rule that no preset has, if there is one; a number is, where possible, not even offered."""
    declared = HOUSE_RULES[rule]
    used = {getattr(house, rule) for house in PRESETS.values()}
    numbers = (17, 5, 2) if type(getattr(ONLINE, rule)) is int else ()
    for value in (*numbers, *declared.choices):
        if value not in used and _is_within_bounds(rule, value):
            return value
    return declared.choices[-1]


def _is_within_bounds(rule: str, value: object) -> bool:
    try:
        HouseRules(**{rule: value})
    except IllegalAction:
        return False
    return True


EVERY_RULE = HouseRules(**{rule: other_value(rule) for rule in HOUSE_RULES})
