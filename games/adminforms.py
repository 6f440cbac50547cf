"""The operator's form for a table: plain fields in whole units, checked together and turned into rules."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from games.buyin import AmountError, amount_text, parse_amount
from games.engine.errors import IllegalAction
from games.engine.houserules import PRESETS, HouseRules
from games.engine.rake import ETHP_RAKE, NO_RAKE, SHOWDOWN_RAKE, RakeProfile, online_rake
from games.engine.rules import Clock, Rules
from games.engine.stakes import Stakes, Structure
from games.engine.variants import CATALOGUE
from games.models import Table
from games.tablerules import check_table
from games.words import say

STRUCTURES = {
    Structure.NO_LIMIT: _("No limit"),
    Structure.POT_LIMIT: _("Pot limit"),
    Structure.FIXED_LIMIT: _("Fixed limit"),
}
AMOUNT_TROUBLE = _("This is not an amount.")


class AmountField(forms.CharField):
    """An amount in whole units, kept in minor units; empty is 0."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, strip=True, max_length=24, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return amount_text(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return 0
        try:
            return parse_amount(text)
        except AmountError:
            raise forms.ValidationError(AMOUNT_TROUBLE) from None


class TableForm(forms.ModelForm):  # type: ignore[type-arg]
    """One table; `rules` of the cleaned form are what it is to play by."""

    game = forms.ChoiceField(label=_("Game"))
    structure = forms.ChoiceField(
        label=_("Structure"), choices=[(str(code), name) for code, name in STRUCTURES.items()]
    )
    small_blind = AmountField(label=_("Small blind"))
    big_blind = AmountField(label=_("Big blind"))
    ante = AmountField(label=_("Ante"))
    preset = forms.ChoiceField(label=_("House rules"), choices=[(code, code) for code in PRESETS])
    raise_cap = forms.TypedChoiceField(
        label=_("Raises on a street"),
        coerce=int,
        choices=[(0, _("no cap")), *((cap, str(cap)) for cap in (2, 3, 4, 5))],
        help_text=_("Counts the first bet; in fixed limit only."),
    )
    turn_seconds = forms.IntegerField(label=_("Seconds a turn"), min_value=3, max_value=300)
    bank_seconds = forms.IntegerField(label=_("Seconds in the time bank"), min_value=0, max_value=600)
    rake = forms.ChoiceField(label=_("Rake"), choices=[(code, code) for code in ("none", "online", "showdown", "ethp")])
    min_buy_in = AmountField(label=_("Smallest buy-in"), help_text=_("Empty: no bound."))
    max_buy_in = AmountField(label=_("Largest buy-in"), help_text=_("Empty: no bound."))
    new_password = forms.CharField(
        label=_("New password"), required=False, strip=True, max_length=64, help_text=_("Empty: as it is.")
    )
    no_password = forms.BooleanField(label=_("Take the password away"), required=False)

    class Meta:
        model = Table
        fields: ClassVar = ["name", "seats", "min_buy_in", "max_buy_in", "bots", "sort_order"]

    rules: Rules

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = [(code, code) for code in CATALOGUE]  # type: ignore[attr-defined]
        rules = self.instance.rules if self.instance.pk else None
        for name, value in _first_values(rules).items():
            self.initial.setdefault(name, value)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return data
        try:
            self.rules = _rules(data, self.instance.rules if self.instance.pk else None)
            check_table(
                rules=self.rules,
                seats=data.get("seats", self.instance.seats),
                min_buy_in=data["min_buy_in"],
                max_buy_in=data["max_buy_in"],
                bots=data["bots"],
            )
        except IllegalAction as refusal:
            raise forms.ValidationError(say(refusal.code, refusal.detail)) from None
        return data


def _first_values(rules: Rules | None) -> dict[str, Any]:
    """What the form shows first: the table's own settings, or those of a usual new table."""
    if rules is None:
        blinds, house, clock, game, rake = (10_00, 20_00, 0), PRESETS["online"], Clock(), "holdem", "none"
        structure = str(Structure.NO_LIMIT)
    else:
        stakes, house, clock = rules.stakes, rules.house, rules.clock
        blinds, structure = (stakes.small_blind, stakes.big_blind, stakes.ante), str(stakes.structure)
        game, rake = rules.variant.code, rules.rake.code
    return {
        "game": game,
        "structure": structure,
        "small_blind": blinds[0],
        "big_blind": blinds[1],
        "ante": blinds[2],
        "preset": _preset_of(house),
        "raise_cap": house.raise_cap,
        "turn_seconds": clock.turn // 1000,
        "bank_seconds": clock.bank // 1000,
        "rake": rake,
    }


def _preset_of(house: HouseRules) -> str:
    """The preset these rules come from: the one that differs least."""
    data = house.to_data()

    def differing(code: str) -> int:
        preset = PRESETS[code].to_data()
        return sum(data[key] != preset[key] for key in data)

    return min(PRESETS, key=differing)


def _rules(data: dict[str, Any], before: Rules | None) -> Rules:
    """The rules of a filled form; what it has no field for stays as it was."""
    house = PRESETS[data["preset"]]
    if before is not None and data["preset"] == _preset_of(before.house):
        house = before.house
    big_blind = data["big_blind"]
    clock = before.clock if before else Clock()
    stakes = Stakes(Structure(data["structure"]), data["small_blind"], big_blind, data["ante"])
    if before is not None:
        stakes = stakes._replace(ante_kind=before.stakes.ante_kind)
    return Rules(
        CATALOGUE[data["game"]],
        stakes,
        HouseRules(**{**house.to_data(), "raise_cap": data["raise_cap"]}),
        _rake(data["rake"], big_blind, before),
        clock._replace(turn=data["turn_seconds"] * 1000, bank=data["bank_seconds"] * 1000),
    )


def _rake(code: str, big_blind: int, before: Rules | None) -> RakeProfile:
    if before is not None and (before.rake.code, before.stakes.big_blind) == (code, big_blind):
        return before.rake
    profiles = {"showdown": SHOWDOWN_RAKE, "ethp": ETHP_RAKE, "online": online_rake(big_blind)}
    return profiles.get(code, NO_RAKE)
