"""The operator's choice of house rules: a preset, and whatever is to differ from it."""

import json
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.admin.fields import AmountField
from games.engine.rules.house_rules import PRESETS, HouseRules
from games.engine.rules.stakes import Structure
from games.engine.rules.variant import Variant
from games.money.escrow import amount_text
from games.tables.validation import idle_rules
from games.text.house_rules import PRESET_NAMES, RULES, key_of, value_of

AS_PRESET = _("as the preset")
AS_PRESET_SAYS = _("as the preset: {value}")
IDLE = _("This rule says nothing about this game: leave it to the preset.")


def _field(rule: str) -> forms.ChoiceField:
    house = RULES[rule]
    choices = [("", AS_PRESET), *((choice.key, choice.words) for choice in house.choices)]
    return forms.ChoiceField(label=house.label, choices=choices, required=False)


class HouseForm(forms.Form):
    """House rules in a form; an empty field is as the preset has it."""

    preset = forms.ChoiceField(label=_("Preset"), choices=list(PRESET_NAMES.items()))
    suit_order = _field("suit_order")
    draw_open = _field("draw_open")
    open_pair = _field("open_pair")
    raise_cap = _field("raise_cap")
    uncapped_heads_up = _field("uncapped_heads_up")
    min_bet = _field("min_bet")
    min_raise = _field("min_raise")
    short_raise = _field("short_raise")
    timeout_action = _field("timeout_action")
    call_time = _field("call_time")
    disconnect = _field("disconnect")
    protections_a_day = _field("protections_a_day")
    chip_unit = AmountField(label=RULES["chip_unit"].label)
    show_pot = _field("show_pot")
    showdown_order = _field("showdown_order")
    auto_muck = _field("auto_muck")
    all_in_show = _field("all_in_show")
    run_it = _field("run_it")
    first_button = _field("first_button")
    button = _field("button")
    min_stack_to_play = _field("min_stack_to_play")
    entry = _field("entry")
    enter_between = _field("enter_between")
    missed_blinds = _field("missed_blinds")
    straddle = _field("straddle")
    rabbit_hunt = _field("rabbit_hunt")
    rabbit_fee = AmountField(label=RULES["rabbit_fee"].label)
    top_up = _field("top_up")
    top_up_min = _field("top_up_min")
    return_hours = _field("return_hours")
    chat_in_hand = _field("chat_in_hand")

    class Media:
        js = ("js/admin/house-rules.js",)

    def tell_presets(self) -> None:
        """Gives each field what the presets say, for the page to show beside "as the preset"."""
        for rule, house in RULES.items():
            says = {
                code: str(_words(rule, preset) if house.choices else amount_text(getattr(preset, rule)))
                for code, preset in PRESETS.items()
            }
            attrs = {"data-presets": json.dumps(says), "data-as": str(AS_PRESET_SAYS)}
            self.fields[rule].widget.attrs.update(attrs)

    def house_rules(self, games: Iterable[tuple[Variant, Structure]]) -> HouseRules:
        """The rules of a filled form; a choice of a rule that says nothing about any game is an error at its field.

        Raises IllegalAction for rules that could not be.
        """
        data = self.cleaned_data
        values = PRESETS[data["preset"]].to_data()
        chosen = {rule: value_of(rule, data[rule]) for rule in RULES if RULES[rule].choices and data[rule]}
        idle = frozenset.intersection(*(idle_rules(variant, structure) for variant, structure in games))
        for rule, value in chosen.items():
            if rule in idle and value != values[rule]:
                self.add_error(rule, IDLE)
        amounts = {rule: data[rule] for rule in RULES if not RULES[rule].choices and data[rule]}
        return HouseRules(**{**values, **chosen, **amounts})


def first_choices(house: HouseRules) -> dict[str, Any]:
    """What the form shows first: the preset that differs least, and what differs from it."""
    preset = _nearest(house)
    data, usual = house.to_data(), PRESETS[preset].to_data()
    differs = [rule for rule in RULES if data[rule] != usual[rule]]
    return {"preset": preset} | {rule: key_of(rule, house) if RULES[rule].choices else data[rule] for rule in differs}


def _nearest(house: HouseRules) -> str:
    data = house.to_data()

    def differing(code: str) -> int:
        preset = PRESETS[code].to_data()
        return sum(data[key] != preset[key] for key in data)

    return min(PRESETS, key=differing)


def _words(rule: str, house: HouseRules) -> Any:
    key = key_of(rule, house)
    return next(choice.words for choice in RULES[rule].choices if choice.key == key)
