"""Stakes worked out from a big blind or lower limit are whole chips, within the bounds where that is possible."""

import pytest

from games.engine.errors import IllegalAction
from games.engine.rules.house_rules import HouseRules
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.usual_stakes import check_limit_blinds, usual_stakes
from games.engine.rules.validation import validate
from games.engine.rules.variants import CATALOGUE
from tests.games.support.concurrency import refusal_code

FIXED = Structure.FIXED_LIMIT


@pytest.mark.parametrize(
    ("lower", "unit", "small"), [(100, 1, 50), (100, 25, 50), (50, 25, 25), (25, 25, 25), (75, 25, 25)]
)
def test_D4_the_small_blind_is_half_the_big_one_in_whole_chips(lower: int, unit: int, small: int) -> None:
    assert usual_stakes(CATALOGUE["holdem"], FIXED, lower, unit=unit) == Stakes(FIXED, small, lower)


def blinds_refused(small: int, lower: int, unit: int = 1, structure: Structure = FIXED) -> bool:
    """Whether these blinds are refused to somebody who chooses them."""
    rules = Rules(CATALOGUE["holdem"], Stakes(structure, small, lower), HouseRules(chip_unit=unit))
    return refusal_code(lambda: check_limit_blinds(rules)) == "limit_blinds_wrong"


def test_D4_in_fixed_limit_the_small_blind_is_half_the_lower_limit() -> None:
    assert [blinds_refused(small, 100) for small in (49, 50, 51, 100)] == [True, False, True, True]
    # K3: 0.50/1, that is blinds of 0.25 and 0.50.
    assert not blinds_refused(25, 50, unit=5)


@pytest.mark.parametrize(("small", "refused"), [(25, True), (50, False), (75, False), (100, True)])
def test_D4_B16_half_a_chip_goes_either_way(small: int, refused: bool) -> None:
    assert blinds_refused(small, 125, unit=25) == refused


@pytest.mark.parametrize("structure", [Structure.NO_LIMIT, Structure.POT_LIMIT])
def test_D4_no_limit_and_pot_limit_have_blinds_as_set_also_equal_ones(structure: Structure) -> None:
    assert not any(blinds_refused(small, 50, structure=structure) for small in (5, 20, 50))
    for small in (5, 20, 50):
        validate(Rules(CATALOGUE["holdem"], Stakes(structure, small, 50)))


def test_D4_blinds_that_a_table_has_may_stay() -> None:
    before = Rules(CATALOGUE["holdem"], Stakes(FIXED, 25, 100))
    check_limit_blinds(before._replace(house=HouseRules(raise_cap=3)), before)
    with pytest.raises(IllegalAction, match="limit_blinds_wrong"):
        check_limit_blinds(before._replace(stakes=Stakes(FIXED, 25, 200)), before)


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
