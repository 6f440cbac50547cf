"""The house rules of tournament tables: each tournament chooses some, the others have one value there (section Y)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from games.engine.errors import IllegalAction
from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import HOUSE_RULES, PRESETS, HouseRules
from games.engine.rules.rake import NO_RAKE
from games.engine.rules.rules import Rules
from games.engine.rules.tournament import Tournament

CHOSEN_RULES: Final = tuple(name for name, rule in HOUSE_RULES.items() if rule.in_tournaments is None and rule.choices)
"""The rules that a tournament chooses for its tables; its smallest chip comes from its structure (B16)."""
# `Any` because the values are of many types, which the constructor of the rules checks.
_FIXED_RULES: Final[Mapping[str, Any]] = {
    name: rule.in_tournaments for name, rule in HOUSE_RULES.items() if rule.in_tournaments is not None
}


def for_tournament(rules: Rules, tournament: Tournament, *, chip_unit: int = 1) -> Rules:
    """These rules adapted to a tournament; `chip_unit` is the smallest chip in play (B16)."""
    house = replace(_with_fixed_rules(rules.house), chip_unit=chip_unit)
    return rules._replace(house=house, rake=NO_RAKE, mix_rakes=(), tournament=tournament)


def check_tournament(rules: Rules) -> None:
    """Raises IllegalAction if the rules of a tournament table contain anything meant for cash tables."""
    if rules.house != _with_fixed_rules(rules.house) or {*rules.rakes} != {NO_RAKE}:
        raise IllegalAction("not_for_tournaments")
    if rules.tournament is not None and (rules.tournament.id < 1 or rules.tournament.pause < 0):
        raise IllegalAction("not_for_tournaments")


def _with_fixed_rules(house: HouseRules) -> HouseRules:
    """These house rules with those that have one value in tournaments, whatever the preset (section Y)."""
    return replace(house, **_FIXED_RULES)


TABLE_PRESETS: Final[Mapping[Preset, HouseRules]] = {
    preset: replace(_with_fixed_rules(house), chip_unit=1) for preset, house in PRESETS.items()
}
"""The house rules of tournament tables in each preset, without the smallest chip."""
