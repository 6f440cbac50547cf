"""The announcement's house rules: a preset, the rules that differ from it, and the clock of the tables (section Y)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy

from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import HouseRules as TableHouseRules
from games.engine.rules.house_rules import rules_without_effect
from games.engine.rules.rules import Clock
from games.engine.rules.tournament_house_rules import CHOSEN_RULES, TABLE_PRESETS
from games.engine.rules.variants import CATALOGUE
from games.text.amounts import TOURNAMENT_CHIPS
from games.text.house_rules.as_text import PRESET_NAMES, choice_of, value_of
from games.text.house_rules.form_fields import (
    NO_EFFECT,
    choice_field,
    rule_field,
    show_preset_values,
    value_text,
)
from games.text.seconds import typed_milliseconds, whole_seconds
from tournaments.engine.setup.house_rules import PRESETS, HouseRules
from tournaments.engine.setup.setup import Game, Setup
from tournaments.web.text.house_rules import HOUSE_RULE_NAMES

CLOCK_FIELDS = ("turn_seconds", "bank_seconds")


class ChosenRules(NamedTuple):
    """The house rules of the tournament and of its tables, and the preset they were chosen from."""

    preset: Preset
    house: HouseRules
    table_house: TableHouseRules
    clock: Clock


class HouseRulesForm(forms.Form):
    """A preset, and one field for each rule that a tournament chooses; an empty field means as in the preset."""

    preset = forms.ChoiceField(label=gettext_lazy("Preset"), choices=list(PRESET_NAMES.items()))
    turn_seconds = forms.IntegerField(label=gettext_lazy("Seconds per turn"), min_value=3, max_value=300)
    bank_seconds = forms.IntegerField(label=gettext_lazy("Seconds in the time bank"), min_value=0, max_value=600)

    def add_preset_values(self) -> None:
        """Gives each rule's field the values of all presets, which the page's script shows."""
        for rule, (_label, names) in HOUSE_RULE_NAMES.items():
            values: dict[Preset, object] = {preset: names[getattr(house, rule)] for preset, house in PRESETS.items()}
            show_preset_values(self.fields[rule], values)
        for rule in CHOSEN_RULES:
            show_preset_values(
                self.fields[rule],
                {preset: value_text(rule, house, TOURNAMENT_CHIPS) for preset, house in TABLE_PRESETS.items()},
            )

    def check_effect(self, games: Iterable[Game]) -> None:
        """Adds an error to each field that differs from the preset in a rule without effect on these games."""
        data = self.cleaned_data
        if "preset" not in data:
            return
        preset = TABLE_PRESETS[Preset(data["preset"])]
        idle = frozenset.intersection(*(rules_without_effect(CATALOGUE[game.code], game.betting) for game in games))
        for rule in idle.intersection(CHOSEN_RULES):
            if data.get(rule) and value_of(rule, data[rule]) != getattr(preset, rule):
                self.add_error(rule, NO_EFFECT)

    def chosen_rules(self, clock: Clock) -> ChosenRules:
        """The rules of a valid form; `clock` has the times that the form does not show."""
        data = self.cleaned_data
        preset = Preset(data["preset"])
        house, table_house = PRESETS[preset], TABLE_PRESETS[preset]
        kinds = {rule: type(getattr(house, rule)) for rule in HOUSE_RULE_NAMES}
        return ChosenRules(
            preset,
            house._replace(**{rule: kind(data[rule]) for rule, kind in kinds.items() if data[rule]}),
            replace(table_house, **_chosen_values(data)),
            clock._replace(
                turn=typed_milliseconds(data["turn_seconds"], clock.turn),
                bank=typed_milliseconds(data["bank_seconds"], clock.bank),
            ),
        )


def initial_choices(setup: Setup) -> dict[str, object]:
    """The initial values of the fields: the preset, the rules that differ from it, and the clock."""
    house, table_house = PRESETS[setup.preset], TABLE_PRESETS[setup.preset]
    values: dict[str, object] = {
        "preset": str(setup.preset),
        "turn_seconds": whole_seconds(setup.clock.turn),
        "bank_seconds": whole_seconds(setup.clock.bank),
    }
    for rule in HOUSE_RULE_NAMES:
        chosen = getattr(setup.house, rule)
        values[rule] = "" if chosen == getattr(house, rule) else str(chosen)
    for rule in CHOSEN_RULES:
        choice = choice_of(rule, setup.table_house)
        same = getattr(setup.table_house, rule) == getattr(table_house, rule)
        values[rule] = "" if same or choice is None else choice.key
    return values


# `Any` because the values are of many types; the constructor of the rules checks them.
def _chosen_values(data: Mapping[str, str]) -> dict[str, Any]:
    return {rule: value_of(rule, data[rule]) for rule in CHOSEN_RULES if data[rule]}


# The form's fields are found among those that the class declares.
HouseRulesForm.declared_fields.update(
    {rule: choice_field(label, list(names.items())) for rule, (label, names) in HOUSE_RULE_NAMES.items()}
)
HouseRulesForm.declared_fields.update({rule: rule_field(rule) for rule in CHOSEN_RULES})
