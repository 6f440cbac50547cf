"""House rules as text: the choices of the operator's form and the sentences of the players' rules.

Both are built from `HOUSE_RULES` (what can be chosen) and `HOUSE_RULE_TEXTS` (the wording).
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import HOUSE_RULES, HouseRules
from games.engine.rules.rules import Rules
from games.text.amounts import AmountFormat
from games.text.house_rules.rule_text import FormGroup, Label, RulesSection
from games.text.house_rules.texts import HOUSE_RULE_TEXTS

PRESET_NAMES: Final[Mapping[Preset, Label]] = {
    Preset.ONLINE: _("Online"),
    Preset.SHOWDOWN: "Showdown",
    Preset.ETHP: "e-Texas Hold'em Poker",
}


class Choice(NamedTuple):
    """One value of a rule: `key` as a form sends it, the value itself and its label."""

    key: str
    value: object
    label: Label


def choices(rule: str) -> tuple[Choice, ...]:
    """The values of a rule to choose from; none for an amount."""
    labels = HOUSE_RULE_TEXTS[rule].values
    return tuple(Choice(_key(value), value, labels.get(value, str(value))) for value in HOUSE_RULES[rule].choices)


def choice_of(rule: str, house: HouseRules) -> Choice | None:
    """The chosen value of a rule; None for an amount, or a value that is not offered."""
    value = getattr(house, rule)
    return next((choice for choice in choices(rule) if choice.value == value), None)


def value_of(rule: str, key: str) -> object:
    """The value of a form's key, also a number that is not offered; raises ValueError for others."""
    offered = {choice.key: choice.value for choice in choices(rule)}
    return offered[key] if key in offered else HOUSE_RULES[rule].kind(key)


def rules_of_group(group: FormGroup) -> tuple[str, ...]:
    """The names of the rules in a group of the operator's form."""
    return tuple(name for name, text in HOUSE_RULE_TEXTS.items() if text.group is group)


def rule_sentences(section: RulesSection, rules: Rules, amounts: AmountFormat) -> Iterator[str]:
    """The players' sentences about the house rules of one section, without rules that do not affect the game."""
    for name, text in HOUSE_RULE_TEXTS.items():
        if text.section is not section or not HOUSE_RULES[name].applies(rules.variant, rules.stakes.structure):
            continue
        if callable(text.sentences):
            sentence = text.sentences(rules, amounts)
        else:
            sentence = str(text.sentences.get(getattr(rules.house, name), ""))
        if sentence:
            yield sentence


def _key(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
