"""The rake in words: percent, rounding and caps by the number of players dealt in (R5)."""

from typing import Any

import pytest
from django.utils.translation import override

from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import PRESETS
from games.engine.rules.rake import NO_RAKE, RakeTerms
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.rules.usual_stakes import usual_stakes
from games.engine.rules.variants import CATALOGUE
from games.text.rake import RAKE_NAMES, rake_sentences
from tests.games.engine.support.rakes import preset_rake
from tests.games.support.amounts import MONEY


def table(rake: RakeTerms, preset: Preset = Preset.ONLINE, game: str = "holdem") -> Rules:
    """A table 10/20 with this rake."""
    house, variant = PRESETS[preset], CATALOGUE[game]
    return Rules(variant, usual_stakes(variant, Structure.NO_LIMIT, 20_00, unit=house.chip_unit), house, rake)


def of_preset(preset: Preset, game: str = "holdem") -> str:
    """What a table of this preset says about its rake."""
    rules = table(NO_RAKE, preset, game)
    rake = preset_rake(preset, rules.variant, rules.stakes, chip=rules.house.chip_unit)
    return " ".join(rake_sentences(rules._replace(rake=rake), MONEY))


def said(**profile: Any) -> str:
    """What a table with this profile says about its rake."""
    return " ".join(rake_sentences(table(RakeTerms("x", 50, **profile)), MONEY))


def test_R5_each_preset_tells_percent_rounding_and_caps() -> None:
    assert of_preset(Preset.ONLINE) == (
        "5% of the pots, rounded down to a multiple of 0.01. At most, by the number of players dealt in: "
        "10 with 2 players, 20 with 3 to 4 players, 30 with 5 players or more. No rake is taken without a flop."
    )
    assert of_preset(Preset.SHOWDOWN) == ("5% of the pots, rounded down to a multiple of 5. At most 300 a hand.")
    assert of_preset(Preset.ETHP) == "2% of the pots, rounded up to a multiple of 0.05. There is no cap."
    assert " ".join(rake_sentences(table(NO_RAKE), MONEY)) == "No rake."


def test_R5_caps_of_any_shape_are_told_from_two_players_on() -> None:
    assert "At most 3 a hand." in said(cap=3_00)
    assert "3 with 2 players, 5 with 3 players or more." in said(cap=3_00, caps_by_players=((3, 5_00),))
    assert "no cap with 2 to 3 players, 5 with 4 players or more." in said(caps_by_players=((4, 5_00),))
    assert "At most 5 a hand." in said(cap=3_00, caps_by_players=((2, 5_00), (4, 5_00)))
    assert "No rake is taken from pots below 12." in said(smallest_pot=12_00)


def test_R5_the_rounding_told_is_the_one_of_the_chips() -> None:
    rules = table(RakeTerms("x", 50), Preset.SHOWDOWN)
    assert "a multiple of 5." in " ".join(rake_sentences(rules, MONEY))


def test_R5_a_game_without_a_flop_says_when_it_is_free_of_rake() -> None:
    assert "No rake is taken from a hand that ends in its first round of betting." in of_preset(Preset.ONLINE, "stud")


@pytest.mark.parametrize(
    ("language", "words"),
    [("cs", "10 při 2 hráčích, 20 při 3 až 4 hráčích, 30 při 5 a více hráčích"),
     ("sk", "10 pri 2 hráčoch, 20 pri 3 až 4 hráčoch, 30 pri 5 a viac hráčoch")],
)  # fmt: skip
def test_R5_the_caps_are_told_in_every_language(language: str, words: str) -> None:
    with override(language):
        assert words in of_preset(Preset.ONLINE)
        assert len({str(name) for name in RAKE_NAMES.values()}) == len(RAKE_NAMES)
