"""Every house rule is declared once and used everywhere: in texts, the form, the players' rules and stored data."""

import json
from dataclasses import fields, replace
from typing import Any

import pytest
from django.forms import ChoiceField
from django.utils.translation import override

from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import HOUSE_RULES, ONLINE, PRESETS, Disconnect, HouseRules, rules_without_effect
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.rules.usual_stakes import usual_stakes
from games.engine.rules.variants import CATALOGUE
from games.text.house_rules.as_text import choice_of, choices, rule_sentences, rules_of_group, value_of
from games.text.house_rules.help import HOUSE_RULE_HELP
from games.text.house_rules.rule_text import FormGroup, RulesSection
from games.text.house_rules.texts import HOUSE_RULE_TEXTS
from games.text.refusals import SENTENCES
from games.web.operators.form_layout import SECTIONS
from games.web.operators.house_rules_form import HouseRulesForm
from games.web.text.rules import rules_sections
from tests.games.support.amounts import MONEY

VISIBLE_IN_PLAY = {"chip_unit", "show_pot"}
"""Rules without a sentence of their own: players see the chips and the pot at the table."""
REQUIRED_SETTINGS: dict[str, dict[str, Any]] = {
    "rabbit_fee": {"rabbit_hunt": True},
    "protections_a_day": {"disconnect": Disconnect.ALL_IN_PROTECTION},
}
"""Other settings that a rule needs before it has any effect."""


def values_of(rule: str) -> tuple[object, ...]:
    """The values to choose from, or amounts where there are none."""
    return HOUSE_RULES[rule].choices or (0 if rule == "rabbit_fee" else 1, 5_00)


def sentences_with(rule: str, value: object) -> set[str]:
    """The players' rules of all games at tables that play by this value."""
    house = replace(ONLINE, **REQUIRED_SETTINGS.get(rule, {}), **{rule: value})
    found = set()
    for variant in CATALOGUE.values():
        for structure in Structure:
            rules = Rules(variant, usual_stakes(variant, structure, 20_00, unit=house.chip_unit), house)
            found.add(str(rules_sections(rules, min_buy_in=0, max_buy_in=0, currency="PLAY")))
    return found


def test_Y_every_declared_rule_has_texts_and_every_text_a_rule() -> None:
    names = {field.name for field in fields(HouseRules)}
    assert set(HOUSE_RULES) == set(HOUSE_RULE_TEXTS) == set(ONLINE.to_data()) == names


@pytest.mark.parametrize("rule", HOUSE_RULES)
def test_Y_every_rule_has_a_label_and_a_label_for_each_value(rule: str) -> None:
    labels = [str(choice.label) for choice in choices(rule)]
    assert str(HOUSE_RULE_TEXTS[rule].label)
    assert all(labels)
    assert len(set(labels)) == len(labels) == len(HOUSE_RULES[rule].choices)
    assert set(HOUSE_RULE_TEXTS[rule].values) <= set(HOUSE_RULES[rule].choices)


@pytest.mark.parametrize("rule", HOUSE_RULES)
def test_Y_every_rule_is_a_field_of_the_operators_form(rule: str) -> None:
    form = HouseRulesForm()
    field = form.fields[rule]
    assert field.label == HOUSE_RULE_TEXTS[rule].label
    assert not field.required
    assert field.help_text == HOUSE_RULE_HELP[rule]
    if HOUSE_RULES[rule].choices:
        assert isinstance(field, ChoiceField)
        assert [key for key, _label in field.choices] == ["", *(choice.key for choice in choices(rule))]
    assert HOUSE_RULE_TEXTS[rule].group in [group for _key, _title, _fields, group in SECTIONS]


def test_Y_every_rule_is_in_one_group_of_the_form() -> None:
    grouped = [rule for group in FormGroup for rule in rules_of_group(group)]
    assert sorted(grouped) == sorted(HOUSE_RULES)


@pytest.mark.parametrize("rule", HOUSE_RULES)
def test_Y_every_rule_has_a_value_in_every_preset_and_it_can_be_chosen(rule: str) -> None:
    declared = HOUSE_RULES[rule]
    assert list(declared.presets) == list(Preset)
    for preset, house in PRESETS.items():
        assert getattr(house, rule) == declared.presets[preset]
        if declared.choices:
            choice = choice_of(rule, house)
            assert choice is not None
            assert value_of(rule, choice.key) == declared.presets[preset]


@pytest.mark.parametrize("rule", HOUSE_RULES)
def test_Y_every_value_can_be_stored(rule: str) -> None:
    for value in values_of(rule):
        house = replace(ONLINE, **{rule: value})
        assert HouseRules(**json.loads(json.dumps(house.to_data()))) == house


@pytest.mark.parametrize("rule", sorted(HOUSE_RULES.keys() - VISIBLE_IN_PLAY))
def test_Y_players_read_how_their_table_plays_every_rule(rule: str) -> None:
    sentences = [sentences_with(rule, value) for value in values_of(rule)]
    assert any(first != other for first in sentences for other in sentences)


def test_Y_rules_that_players_read_about_have_sentences() -> None:
    for rule, text in HOUSE_RULE_TEXTS.items():
        assert (text.section is not RulesSection.NONE) == bool(text.sentences), rule
    silent = {rule for rule, text in HOUSE_RULE_TEXTS.items() if text.section is RulesSection.NONE}
    assert silent == VISIBLE_IN_PLAY | {"protections_a_day"}, "the last is part of the sentence on disconnecting"


@pytest.mark.parametrize("rule", HOUSE_RULES)
def test_Y_every_rule_has_an_effect_on_some_game(rule: str) -> None:
    games = [(variant, structure) for variant in CATALOGUE.values() for structure in Structure]
    assert any(rule not in rules_without_effect(*game) for game in games)


def test_rules_of_other_games_have_no_effect() -> None:
    def without_effect(game: str, structure: Structure) -> frozenset[str]:
        return rules_without_effect(CATALOGUE[game], structure)

    assert "straddle" in without_effect("stud", Structure.FIXED_LIMIT)
    assert "draw_open" in without_effect("27td", Structure.FIXED_LIMIT)
    assert "draw_open" not in without_effect("draw", Structure.NO_LIMIT)
    assert "open_pair" not in without_effect("stud", Structure.FIXED_LIMIT)
    for other in ("stud8", "razz", "stud5", "holdem"):
        assert "open_pair" in without_effect(other, Structure.FIXED_LIMIT)
    assert "run_it" not in without_effect("omaha8", Structure.POT_LIMIT)
    assert "raise_cap" in without_effect("omaha8", Structure.POT_LIMIT)
    assert "raise_cap" not in without_effect("omaha8", Structure.FIXED_LIMIT)


def test_every_bound_has_a_sentence_for_its_refusal() -> None:
    assert {rule.bounds.refusal for rule in HOUSE_RULES.values() if rule.bounds} <= SENTENCES.keys()


def test_rules_without_effect_are_not_listed() -> None:
    holdem = CATALOGUE["holdem"]
    rules = Rules(holdem, usual_stakes(holdem, Structure.NO_LIMIT, 20_00))
    with override("en"):
        assert "cap" not in " ".join(rule_sentences(RulesSection.BETTING, rules, MONEY))
