"""Table settings that fit together, and those that are refused."""

import pytest

from games.engine.errors import IllegalAction
from games.engine.rules.house_rules import HouseRules, MinStack
from games.engine.rules.mixed_games import MIXES, rotation
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import AnteKind, Structure
from games.engine.rules.usual_stakes import usual_stakes
from games.engine.rules.validation import validate
from games.engine.rules.variant import Forced
from games.engine.rules.variants import CATALOGUE
from games.tables.validation import check_table
from games.text.games import FAMILIES, GAMES, code_of, family, game_name, short_game_name
from games.text.refusals import SENTENCES
from tests.games.support.concurrency import refusal_code


def stakes_refusal(variant: str, **changes: int | AnteKind) -> str:
    """The code with which these stakes are refused, or "ok" if they are accepted."""
    stakes = usual_stakes(CATALOGUE[variant], Structure.FIXED_LIMIT, 20_00)
    code = refusal_code(lambda: validate(Rules(CATALOGUE[variant], stakes._replace(**changes))))
    assert code in (*SENTENCES, "ok")
    return code


@pytest.mark.parametrize("game", CATALOGUE)
@pytest.mark.parametrize("lower", [6, 100, 20_00, 12_345])
def test_usual_stakes_are_valid_for_every_game(game: str, lower: int) -> None:
    for structure in Structure:
        validate(Rules(CATALOGUE[game], usual_stakes(CATALOGUE[game], structure, lower)))


def test_G12_the_ante_is_a_sixth_to_a_third_of_the_lower_limit() -> None:
    assert [stakes_refusal("draw", ante=ante) for ante in (3_33, 3_34, 6_66, 6_67)] == [
        "ante_out_of_range", "ok", "ok", "ante_out_of_range",
    ]  # fmt: skip
    assert stakes_refusal("draw", ante=0) == "ante_out_of_range"
    assert stakes_refusal("holdem", ante=0) == "ok"
    assert stakes_refusal("holdem", ante=20_01) == "ante_wrong"


def test_G14_the_bring_in_is_half_to_two_thirds_of_the_lower_limit() -> None:
    codes = [stakes_refusal("stud", bring_in=amount) for amount in (9_99, 10_00, 13_33, 13_34)]
    assert codes == ["bring_in_out_of_range", "ok", "ok", "bring_in_out_of_range"]
    assert stakes_refusal("holdem", bring_in=10_00) == "no_bring_in_here"
    assert stakes_refusal("draw", bring_in=10_00) == "no_bring_in_here"


def test_stakes_that_a_game_does_not_have_are_refused() -> None:
    assert stakes_refusal("stud", small_blind=10_00) == "no_blinds_here"
    assert stakes_refusal("draw", ante_kind=AnteKind.BIG_BLIND) == "ante_each_here"
    assert stakes_refusal("holdem", small_blind=0) == "blinds_wrong"
    assert stakes_refusal("27td", small_blind=30_00) == "blinds_wrong"
    assert stakes_refusal("razz", big_blind=0) == "limit_wrong"


def test_B16_every_forced_amount_is_in_whole_chips() -> None:
    stud = CATALOGUE["stud"]
    stakes = usual_stakes(stud, Structure.FIXED_LIMIT, 20_00)._replace(bring_in=10_50)
    with pytest.raises(IllegalAction, match="not_a_multiple"):
        validate(Rules(stud, stakes, HouseRules(chip_unit=100)))


def test_G1_to_G8_seats_are_limited_by_the_cards_of_the_game() -> None:
    for code, most in (("holdem", 10), ("stud", 8), ("draw", 6)):
        variant = CATALOGUE[code]
        rules = Rules(variant, usual_stakes(variant, Structure.FIXED_LIMIT, 20_00))
        check_table(rules=rules, seats=most, min_buy_in=0, max_buy_in=0, bots=0)
        with pytest.raises(IllegalAction, match="seats_out_of_range"):
            check_table(rules=rules, seats=most + 1, min_buy_in=0, max_buy_in=0, bots=0)


def test_D5_the_buy_in_covers_the_smallest_stack_that_is_dealt_in() -> None:
    holdem = CATALOGUE["holdem"]
    house = HouseRules(min_stack_to_play=MinStack.BIG_BLIND)
    rules = Rules(holdem, usual_stakes(holdem, Structure.NO_LIMIT, 20_00), house)
    check_table(rules=rules, seats=6, min_buy_in=20_00, max_buy_in=0, bots=0)
    with pytest.raises(IllegalAction, match="buy_in_below_stack"):
        check_table(rules=rules, seats=6, min_buy_in=19_99, max_buy_in=0, bots=0)


def test_every_game_has_a_name_and_a_family() -> None:
    assert set(CATALOGUE) <= set(GAMES)
    assert game_name("stud8", "fl") == "Fixed-limit stud hi-lo"
    assert game_name("holdem", "nl") == "No-limit hold'em"
    assert short_game_name("stud8") == "Stud hi-lo"
    assert short_game_name("new-game") == "New-game"
    assert len({game_name(code, "nl") for code in CATALOGUE}) == len(CATALOGUE)
    assert {code_of(rotation(code, 20_00)) for code in MIXES} == set(MIXES)
    assert game_name("horse", "fl") == "H.O.R.S.E."
    for code, variant in CATALOGUE.items():
        assert family(code) in FAMILIES
        assert (family(code) == "stud") == (variant.forced is Forced.BRING_IN)
        assert (family(code) == "draw") == (variant.draws > 0)
