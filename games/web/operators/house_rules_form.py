"""The operator's choice of house rules: a preset, and the rules that differ from it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.errors import IllegalAction
from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import (
    HOUSE_RULES,
    PRESET_DIGITS,
    PRESETS,
    HouseRules,
    preset_house,
    presets_in,
    rules_without_effect,
)
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.rules.variant import Variant
from games.text.amounts import AmountFormat
from games.text.house_rules.as_text import PRESET_NAMES, choice_of, value_of
from games.text.house_rules.form_fields import (
    AS_PRESET_WITH_VALUE,
    NO_EFFECT,
    rule_field,
    rule_options,
    value_text,
)
from games.text.house_rules.help import HOUSE_RULE_HELP


class HouseRulesForm(forms.Form):
    """A preset, and one field for each house rule; an empty field means as in the preset."""

    preset = forms.ChoiceField(
        label=_("Preset"),
        choices=list(PRESET_NAMES.items()),
        help_text=_("Chooses every house rule and the rake; below you may choose any of them otherwise."),
    )

    @property
    def digits(self) -> int:
        """The decimals of the table's currency."""
        return 2

    @property
    def chosen_preset(self) -> Preset:
        """The preset that the form shows, whether it is right otherwise or not."""
        shown = str(self["preset"].value() or "")
        return Preset(shown) if shown in {*Preset} else Preset.ONLINE

    @property
    def chosen_house(self) -> HouseRules:
        """The rules of that preset in the table's currency; unscaled if it has no such amounts."""
        try:
            return preset_house(self.chosen_preset, self.digits)
        except IllegalAction:
            return PRESETS[self.chosen_preset]

    def show_preset_values(self) -> None:
        """Has the empty choice of each rule say what the chosen preset says."""
        house, amounts = self.chosen_house, AmountFormat(digits=self.digits)
        for rule in HOUSE_RULES:
            text = str(AS_PRESET_WITH_VALUE).format(value=value_text(rule, house, amounts))
            field = self.fields[rule]
            if isinstance(field, forms.ChoiceField):
                choices = cast("list[tuple[str, str]]", field.choices)
                field.choices = [("", text), *choices[1:]]
            else:
                field.widget.attrs["placeholder"] = text

    def offer_stored_values(self, house: HouseRules) -> None:
        """Adds the stored value of each rule that is not among the choices, so that saving the form keeps it."""
        for rule in HOUSE_RULES:
            if _has_choices(rule) and choice_of(rule, house) is None:
                value = str(getattr(house, rule))
                cast(forms.ChoiceField, self.fields[rule]).choices = [*rule_options(rule), (value, value)]

    def is_typed(self, field: str) -> bool:
        """Whether the form was sent with anything in this field; a typed zero is no empty field."""
        return bool(str(self.data.get(self.add_prefix(field), "")).strip())

    def differs(self, rule: str) -> bool:
        """Whether the form shows another value of a rule than the chosen preset has; nonsense differs."""
        shown = self[rule].value()
        if shown in (None, ""):
            return False
        try:
            value = value_of(rule, str(shown)) if _has_choices(rule) else self.fields[rule].clean(shown)
        except (ValueError, forms.ValidationError):
            return True
        return bool(value != getattr(self.chosen_house, rule))

    @property
    def chip_unit(self) -> int:
        """The smallest chip of a filled form in minor units; raises IllegalAction as `house_rules` does."""
        if not self.is_typed("chip_unit"):
            return preset_house(Preset(self.cleaned_data["preset"]), self.digits).chip_unit
        return replace(self.chosen_house, chip_unit=self.cleaned_data["chip_unit"]).chip_unit

    def house_rules(self, games: Iterable[tuple[Variant, Structure]], before: HouseRules | None = None) -> HouseRules:
        """The house rules of a filled form; a rule without effect that differs from the preset is a field error.

        It is none if it differed `before`. Raises IllegalAction for values out of bounds.
        """
        data = self.cleaned_data
        values = preset_house(Preset(data["preset"]), self.digits).to_data()
        chosen = {rule: value_of(rule, data[rule]) for rule in HOUSE_RULES if _has_choices(rule) and data[rule]}
        without_effect = frozenset.intersection(*(rules_without_effect(*game) for game in games))
        for rule, value in chosen.items():
            kept = before is not None and value == getattr(before, rule)
            if rule in without_effect and value != values[rule] and not kept:
                self.add_error(rule, NO_EFFECT)
        amounts = {rule: data[rule] for rule in HOUSE_RULES if not _has_choices(rule) and self.is_typed(rule)}
        return HouseRules(**{**values, **chosen, **amounts})


def initial_choices(house: HouseRules, digits: int = PRESET_DIGITS) -> dict[str, object]:
    """The form's initial values: the preset that differs least, and the rules that differ from it."""
    preset = nearest_preset(house, digits)
    return {"preset": preset} | {rule: _initial(rule, house) for rule in differing_rules(house, preset, digits)}


def differing_rules(house: HouseRules, preset: Preset, digits: int = PRESET_DIGITS) -> list[str]:
    """The names of the rules that differ from the preset in a currency with so many decimals."""
    data, values = house.to_data(), preset_house(preset, digits).to_data()
    return [rule for rule in HOUSE_RULES if data[rule] != values[rule]]


def nearest_preset(house: HouseRules, digits: int = PRESET_DIGITS) -> Preset:
    """The preset that differs least from these rules, among those that a currency with so many decimals can have."""
    return min(presets_in(digits), key=lambda preset: len(differing_rules(house, preset, digits)))


def with_house_rule(rules: Rules, choice: str, *, digits: int) -> Rules:
    """The rules with another value of one house rule: "rule=value", or "rule=" for that of their preset.

    `digits` are the decimals of the table's currency. Raises IllegalAction for a rule without effect in these games.
    """
    rule, _equals, key = choice.partition("=")
    games = [(game.variant, game.stakes.structure) for game in rules.mix or (rules,)]
    if all(rule in rules_without_effect(*game) for game in games):
        raise IllegalAction("rule_without_effect")
    preset = preset_house(nearest_preset(rules.house, digits), digits)
    # Any: the values of house rules are of many types, which their constructor checks.
    value: Any = value_of(rule, key) if key else getattr(preset, rule)
    return rules._replace(house=replace(rules.house, **{rule: value}))


def _has_choices(rule: str) -> bool:
    return bool(HOUSE_RULES[rule].choices)


def _initial(rule: str, house: HouseRules) -> object:
    if not _has_choices(rule):
        return getattr(house, rule)
    choice = choice_of(rule, house)
    return choice.key if choice else str(getattr(house, rule))


def _explained_field(rule: str) -> forms.Field:
    field = rule_field(rule)
    field.help_text = HOUSE_RULE_HELP[rule]
    return field


# Subclasses find fields among those that the class declares.
HouseRulesForm.declared_fields.update({rule: _explained_field(rule) for rule in HOUSE_RULES})
