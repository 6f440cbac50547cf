"""The operator's choice of house rules: a preset, and the rules that differ from it."""

from collections.abc import Iterable, Mapping
from typing import cast

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import HOUSE_RULES, PRESETS, HouseRules, rules_without_effect
from games.engine.rules.stakes import Structure
from games.engine.rules.variant import Variant
from games.text.house_rule_fields import NO_EFFECT, rule_field, rule_options, show_preset_values, value_text
from games.text.house_rules import PRESET_NAMES, choice_of, value_of


class HouseRulesForm(forms.Form):
    """A preset, and one field for each house rule; an empty field means as in the preset."""

    preset = forms.ChoiceField(label=_("Preset"), choices=list(PRESET_NAMES.items()))

    class Media:
        js = ("js/house_rules.js",)

    def add_preset_values(self) -> None:
        """Gives each field the values of all presets, which the page's script shows beside "as the preset"."""
        for rule in HOUSE_RULES:
            self.show_presets(rule, {preset: value_text(rule, house) for preset, house in PRESETS.items()})

    def show_presets(self, field: str, texts: Mapping[Preset, str]) -> None:
        """Gives a field the text of each preset's value."""
        show_preset_values(self.fields[field], texts)

    def offer_stored_values(self, house: HouseRules) -> None:
        """Adds the stored value of each rule that is not among the choices, so that saving the form keeps it."""
        for rule in HOUSE_RULES:
            if _has_choices(rule) and choice_of(rule, house) is None:
                value = str(getattr(house, rule))
                cast(forms.ChoiceField, self.fields[rule]).choices = [*rule_options(rule), (value, value)]

    def is_typed(self, field: str) -> bool:
        """Whether the form was sent with anything in this field; a typed zero is no empty field."""
        return bool(str(self.data.get(self.add_prefix(field), "")).strip())

    def house_rules(self, games: Iterable[tuple[Variant, Structure]], before: HouseRules | None = None) -> HouseRules:
        """The house rules of a filled form; a rule without effect that differs from the preset is a field error.

        It is none if it differed `before`. Raises IllegalAction for values out of bounds.
        """
        data = self.cleaned_data
        values = PRESETS[data["preset"]].to_data()
        chosen = {rule: value_of(rule, data[rule]) for rule in HOUSE_RULES if _has_choices(rule) and data[rule]}
        without_effect = frozenset.intersection(*(rules_without_effect(*game) for game in games))
        for rule, value in chosen.items():
            kept = before is not None and value == getattr(before, rule)
            if rule in without_effect and value != values[rule] and not kept:
                self.add_error(rule, NO_EFFECT)
        amounts = {rule: data[rule] for rule in HOUSE_RULES if not _has_choices(rule) and self.is_typed(rule)}
        return HouseRules(**{**values, **chosen, **amounts})


def initial_choices(house: HouseRules) -> dict[str, object]:
    """The form's initial values: the preset that differs least, and the rules that differ from it."""
    preset = nearest_preset(house)
    data, values = house.to_data(), PRESETS[preset].to_data()
    differing = [rule for rule in HOUSE_RULES if data[rule] != values[rule]]
    return {"preset": preset} | {rule: _initial(rule, house) for rule in differing}


def _has_choices(rule: str) -> bool:
    return bool(HOUSE_RULES[rule].choices)


def _initial(rule: str, house: HouseRules) -> object:
    if not _has_choices(rule):
        return getattr(house, rule)
    choice = choice_of(rule, house)
    return choice.key if choice else str(getattr(house, rule))


def nearest_preset(house: HouseRules) -> Preset:
    """The preset that differs least from these rules."""
    data = house.to_data()

    def difference(preset: Preset) -> int:
        values = PRESETS[preset].to_data()
        return sum(data[rule] != values[rule] for rule in data)

    return min(PRESETS, key=difference)


# Subclasses, and the admin's fieldsets, find fields among those that the class declares.
HouseRulesForm.declared_fields.update({rule: rule_field(rule) for rule in HOUSE_RULES})
