"""Form fields of house rules: an empty field means as in the preset, and its options name the preset's value."""

import json
from collections.abc import Mapping, Sequence
from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import HOUSE_RULES, HouseRules
from games.money.escrow import AmountField
from games.text.amounts import AmountFormat
from games.text.house_rules.as_text import choice_of, choices
from games.text.house_rules.rule_text import Label
from games.text.house_rules.texts import HOUSE_RULE_TEXTS

AS_PRESET: Final = _("as the preset")
AS_PRESET_WITH_VALUE: Final = _("as the preset: {value}")
NO_EFFECT: Final = _("This rule does not apply to this game: leave it as in the preset.")


def choice_field(label: Label, options: Sequence[tuple[str, Label]]) -> forms.ChoiceField:
    """A field with these options, and an empty one for "as the preset"."""
    return forms.ChoiceField(label=label, choices=[("", AS_PRESET), *options], required=False)


def rule_field(rule: str) -> forms.Field:
    """The field of a table's house rule."""
    label = HOUSE_RULE_TEXTS[rule].label
    if not HOUSE_RULES[rule].choices:
        return AmountField(required=False, label=label)
    return forms.ChoiceField(label=label, choices=rule_options(rule), required=False)


def rule_options(rule: str) -> list[tuple[str, Label]]:
    """The options of a table's house rule, "as the preset" first."""
    return [("", AS_PRESET), *((choice.key, choice.label) for choice in choices(rule))]


def show_preset_values(field: forms.Field, values: Mapping[Preset, object]) -> None:
    """Gives a field its value in each preset, which the page's script shows beside "as the preset"."""
    texts = {preset: str(value) for preset, value in values.items()}
    field.widget.attrs.update({"data-presets": json.dumps(texts), "data-as": str(AS_PRESET_WITH_VALUE)})


def value_text(rule: str, house: HouseRules, amounts: AmountFormat) -> str:
    """The value of a table's house rule as the form shows it."""
    choice = choice_of(rule, house)
    return str(choice.label) if choice else amounts.text(getattr(house, rule))
