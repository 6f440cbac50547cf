"""Stakes worked out from a big blind or lower limit are whole chips, within the bounds where that is possible."""

import pytest

from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.usual_stakes import usual_stakes
from games.engine.rules.variants import CATALOGUE

FIXED = Structure.FIXED_LIMIT


@pytest.mark.parametrize(
    ("lower", "unit", "small"), [(100, 1, 50), (100, 25, 50), (50, 25, 25), (25, 25, 25), (75, 25, 25)]
)
def test_D4_the_small_blind_is_half_the_big_one_in_whole_chips(lower: int, unit: int, small: int) -> None:
    assert usual_stakes(CATALOGUE["holdem"], FIXED, lower, unit=unit) == Stakes(FIXED, small, lower)


@pytest.mark.parametrize(
    ("lower", "unit", "ante", "bring_in"),
    [(100, 1, 20, 50), (100, 25, 25, 50), (50, 25, 25, 25), (25, 25, 25, 25), (1_000, 100, 200, 500)],
)
def test_G12_G14_ante_and_bring_in_are_a_fifth_and_a_half_in_whole_chips(
    lower: int, unit: int, ante: int, bring_in: int
) -> None:
    assert usual_stakes(CATALOGUE["stud"], FIXED, lower, unit=unit) == Stakes(FIXED, 0, lower, ante, bring_in=bring_in)


def test_G12_draw_games_have_an_ante_and_no_bring_in() -> None:
    assert usual_stakes(CATALOGUE["draw"], FIXED, 100) == Stakes(FIXED, 0, 100, 20)
