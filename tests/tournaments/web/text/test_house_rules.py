"""The rules of a tournament in words: its preset, what differs from it, and the rules of its tables (section Y)."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import TimeoutAction
from games.engine.rules.stakes import Structure as Betting
from games.engine.rules.tournament_house_rules import CHOSEN_RULES, TABLE_PRESETS
from games.text.amounts import TOURNAMENT_CHIPS
from games.text.house_rules.as_text import PRESET_NAMES
from games.text.house_rules.form_fields import value_text
from games.text.house_rules.texts import HOUSE_RULE_TEXTS
from tests.tournaments.web.support.scenes import SUNDAY
from tournaments.engine.setup.house_rules import ANTE_KINDS, PRESETS, HouseRules
from tournaments.engine.setup.setup import Game, Setup
from tournaments.engine.setup.templates import structure_for
from tournaments.web.pages.announcement_lines import facts
from tournaments.web.text.house_rules import HOUSE_RULE_NAMES, rule_rows


def texts_of(setup: Setup) -> dict[str, str]:
    """The lines of an announcement by title."""
    return {fact.title: fact.text for fact in facts(setup)}


@pytest.mark.parametrize("preset", list(Preset))
def test_Y_the_announcement_tells_the_rules_of_its_preset(preset: Preset) -> None:
    structure = structure_for("standard", games=(Game(),), ante_kind=ANTE_KINDS[preset])
    chosen = SUNDAY._replace(
        preset=preset, house=PRESETS[preset], table_house=TABLE_PRESETS[preset], structure=structure
    )
    texts = texts_of(chosen)
    assert texts["House rules"].startswith(f"As in the preset {PRESET_NAMES[preset]}.")
    assert ("you fold." in texts["Clock"]) == (preset is Preset.SHOWDOWN)
    assert ("mucked at once" in texts["Showdown"]) == (preset is Preset.ETHP)
    assert ("first player at the table" in texts["Button"]) == (preset is Preset.ETHP)
    assert "You have 15 seconds to act." in texts["Clock"]
    assert "they rank ♠ ♥ ♦ ♣" in texts["Showdown"], "card draws and chip races (C2)"


@pytest.mark.parametrize("preset", list(Preset))
def test_Y_every_rule_of_a_tournament_is_listed_in_the_forms_words(preset: Preset) -> None:
    codes = ("holdem", "stud", "draw", "omaha8")
    every_game = tuple(Game(code, betting) for code in codes for betting in (Betting.FIXED_LIMIT, Betting.NO_LIMIT))
    chosen = SUNDAY._replace(house=PRESETS[preset], table_house=TABLE_PRESETS[preset], games=every_game)
    rows = rule_rows(chosen)
    for rule, (label, values) in HOUSE_RULE_NAMES.items():
        assert (str(label), str(values[str(getattr(chosen.house, rule))])) in rows
    assert set(HOUSE_RULE_NAMES) == set(HouseRules._fields)
    for rule in CHOSEN_RULES:
        value = value_text(rule, chosen.table_house, TOURNAMENT_CHIPS)
        assert (str(HOUSE_RULE_TEXTS[rule].label), value) in rows, rule
    assert not [label for label, _value in rows if "top-up" in label.casefold()], "nobody tops up in a tournament"


def test_Y_the_announcement_tells_what_differs_from_the_preset() -> None:
    house = replace(TABLE_PRESETS[Preset.SHOWDOWN], timeout_action=TimeoutAction.CHECK_OR_FOLD)
    chosen = SUNDAY._replace(preset=Preset.SHOWDOWN, house=PRESETS[Preset.ETHP], table_house=house)
    text = texts_of(chosen)["House rules"]
    assert text.startswith("As in the preset Showdown, except for: Returning players: takes over at once;")
    assert "Out of time: check, otherwise fold" in text
    assert "Antes: The big blind posts for all." in text


def test_T10_a_player_who_was_all_in_earlier_places_higher_in_words_and_all_languages() -> None:
    earlier = {"en": "all-in earlier places higher", "cs": "kdo byl all-in dřív", "sk": "kto bol all-in skôr"}
    for language, text in earlier.items():
        with override(language):
            assert any(text in fact.text for fact in facts(SUNDAY._replace(house=PRESETS[Preset.ETHP])))


def test_Y_a_rotation_tells_the_rules_of_all_its_games_once() -> None:
    games = (Game("holdem", Betting.FIXED_LIMIT), Game("stud", Betting.FIXED_LIMIT))
    text = texts_of(SUNDAY._replace(games=games))["Betting"]
    assert text.count("A round has at most 4 bets") == 1
    assert "When a pair shows on fourth street" in text
