"""The house rules of tournament tables, which switch off everything for cash tables (D2, H5-H7, B15, D9, T13)."""

from dataclasses import replace

from games.engine.errors import IllegalAction
from games.engine.rules.house_rules import ButtonRule, Disconnect, HouseRules, MinRaise, MinStack
from games.engine.rules.rake import NO_RAKE
from games.engine.rules.rules import Rules
from games.engine.rules.tournament import Tournament


def for_tournament(rules: Rules, tournament: Tournament, *, chip_unit: int = 1) -> Rules:
    """These rules adapted to a tournament; `chip_unit` is the smallest chip in play (B16)."""
    house = replace(_with_fixed_rules(rules.house), chip_unit=chip_unit)
    return rules._replace(house=house, rake=NO_RAKE, tournament=tournament)


def check_tournament(rules: Rules) -> None:
    """Raises IllegalAction if the rules of a tournament table contain anything meant for cash tables."""
    if rules.house != _with_fixed_rules(rules.house) or rules.rake != NO_RAKE:
        raise IllegalAction("not_for_tournaments")
    if rules.tournament is not None and (rules.tournament.id < 1 or rules.tournament.pause < 0):
        raise IllegalAction("not_for_tournaments")


def _with_fixed_rules(house: HouseRules) -> HouseRules:
    """These house rules with those that have one value in tournaments, whatever the preset (section Y)."""
    return replace(
        house,
        button=ButtonRule.DEAD,
        all_in_show=True,
        run_it=1,
        rabbit_hunt=False,
        rabbit_fee=0,
        straddle=False,
        disconnect=Disconnect.CHECK_OR_FOLD,
        min_stack_to_play=MinStack.NONE,
        min_raise=MinRaise.LAST_RAISE,
    )
