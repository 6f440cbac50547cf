"""Rules D6-D8 of the rulebook: no pattern of play pays fewer blinds a hand than playing every hand does."""

from itertools import product

import pytest

from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import PRESETS
from tests.games.engine.support.blind_patterns import cheaper_pattern
from tests.games.engine.support.table_moves import Size, cheaper_moves

BLIND_RULES = ("button", "entry", "enter_between", "missed_blinds")


@pytest.mark.parametrize(("players", "empty"), [(2, 0), (3, 0), (6, 0), (10, 0), (3, 1)])
@pytest.mark.parametrize("preset", list(Preset))
def test_D6_D7_D8_no_pattern_is_cheaper_than_honest_play_in_any_preset(
    preset: Preset, players: int, empty: int
) -> None:
    house = {name: getattr(PRESETS[preset], name) for name in BLIND_RULES}
    assert cheaper_pattern(players, empty, **house) == ()


@pytest.mark.parametrize("missed", ["both", "big_blind", "owed"])
@pytest.mark.parametrize("button", ["dead", "moving"])
def test_D6_D7_D8_no_pattern_is_cheaper_with_any_combination_of_rules(button: str, missed: str) -> None:
    for entry, between in product(("post", "free"), ("pay_both", "wait_button", "big_blind")):
        house = {"button": button, "entry": entry, "enter_between": between, "missed_blinds": missed}
        assert cheaper_pattern(5, **house) == (), house
    assert cheaper_pattern(3, 1, button=button, missed_blinds=missed) == ()


TWO_TABLES = [
    *((Size(3), Size(3)), (Size(4), Size(3, 1)), (Size(3, 2), Size(3, 1)), (Size(5), Size(5))),
    *((Size(3), Size(5)), (Size(4), Size(5))),
]


@pytest.mark.parametrize(("first", "second"), TWO_TABLES)
@pytest.mark.parametrize("preset", list(Preset))
def test_D7_D8_K8_no_way_between_tables_is_cheaper_than_honest_play(preset: Preset, first: Size, second: Size) -> None:
    house = {name: getattr(PRESETS[preset], name) for name in BLIND_RULES}
    assert cheaper_moves(first, second, **house) == ()
