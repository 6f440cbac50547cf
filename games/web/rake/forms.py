"""The form of what a rake profile says: shares, rounding and rows of caps, each field explained (R1)."""

import re
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.web.api import reason_field
from games.engine.errors import IllegalAction
from games.engine.rules.rake import Attribution
from games.engine.rules.rake_tariff import FEWEST, MOST, MOST_ROWS, CapRow, RakeTariff, fits_games
from games.engine.rules.variants import CATALOGUE
from games.models.rake import RakeProfile
from games.money import escrow
from games.money.escrow import AmountField, set_currency
from games.text.games import STRUCTURES, short_game_name
from games.text.rake import percent_text
from games.text.rake_tariff import ATTRIBUTIONS
from games.text.refusals import refusal_text

FEWEST_ROWS, MORE_ROWS = 4, 2
MORE: Final = "more"
"""The value of the button that asks for more rows."""
MOST_OF_BLIND = 10_000
CAP_FIELDS = ("game", "structure", "small_blind_from", "players_from", "cap", "of_blind")
_PERCENT = re.compile(r"([0-9]{1,2})(?:[.,]([0-9]))?\s*%?")


class PercentField(forms.CharField):
    """A share in percent with at most one decimal, cleaned to per mille."""

    def __init__(self, **options: Any) -> None:
        attrs = {"inputmode": "decimal", "autocomplete": "off", "class": "amount"}
        super().__init__(max_length=12, widget=forms.TextInput(attrs=attrs), **options)

    def prepare_value(self, value: object) -> object:
        """Per mille as percent; typed text is left as it is."""
        return percent_text(value) if isinstance(value, int) else value

    def clean(self, value: object) -> int:
        """Per mille; raises ValidationError for text that is no share below 100%."""
        found = _PERCENT.fullmatch(super().clean(value).strip())
        if found is None:
            raise forms.ValidationError(_("Write a share from 0 to 99.9%, such as 5 or 2.5."))
        return 10 * int(found[1]) + int(found[2] or 0)


def _games() -> list[tuple[str, str]]:
    return [("", _("all games")), *((code, short_game_name(code)) for code in CATALOGUE)]


def _structures() -> list[tuple[str, object]]:
    return [("", _("all")), *STRUCTURES.items()]


class TariffForm(forms.Form):
    """What a profile says; `tariff` is set when the form is valid. With "more" it has more rows for caps."""

    no_limit = PercentField(label=gettext_lazy("No limit"), help_text=gettext_lazy("Percent of the pots."))
    pot_limit = PercentField(label=gettext_lazy("Pot limit"), help_text=gettext_lazy("Percent of the pots."))
    fixed_limit = PercentField(label=gettext_lazy("Fixed limit"), help_text=gettext_lazy("Percent of the pots."))
    unit = AmountField(
        label=gettext_lazy("Unit of rounding"),
        positive=True,
        help_text=gettext_lazy("Rake is a multiple of it, and of the smallest chip of the table where that is larger."),
    )
    rounding = forms.ChoiceField(
        label=gettext_lazy("Direction of rounding"),
        choices=[("down", gettext_lazy("down")), ("up", gettext_lazy("up"))],
        help_text=gettext_lazy("A rake rounded up is never more than the pots."),
    )
    smallest_pot = AmountField(
        label=gettext_lazy("Smallest raked pot"),
        required=False,
        help_text=gettext_lazy("Hands with less in all pots together pay none. Leave empty to rake every pot."),
    )
    no_flop_no_drop = forms.BooleanField(
        label=gettext_lazy("No flop, no drop"),
        required=False,
        help_text=gettext_lazy("Hands that end in the first round of betting pay none."),
    )
    attribution = forms.ChoiceField(
        label=gettext_lazy("Whose rake it is"),
        choices=list(ATTRIBUTIONS.items()),
        help_text=gettext_lazy("For reports only: it changes nobody's chips."),
    )
    rows = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=MOST_ROWS, required=False)

    tariff: RakeTariff

    def __init__(
        self, data: Mapping[str, Any] | None = None, *args: Any, currency: str, tariff: RakeTariff, **kwargs: Any
    ) -> None:
        count = min(max(len(tariff.caps) + MORE_ROWS, FEWEST_ROWS), MOST_ROWS)
        if data is not None:
            count = _row_count(data)
            # A form that was sent keeps its number of rows in its data, where a hidden field takes its value from.
            data = {**{name: data[name] for name in data}, "rows": str(count)}
        super().__init__(data, *args, **kwargs)
        self.initial = {**_initial(tariff), "rows": count, **self.initial}
        for number in range(count):
            row = tariff.caps[number] if number < len(tariff.caps) else None
            self._add_row(number, row if data is None else None)
        set_currency(self, currency)

    def _add_row(self, number: int, row: CapRow | None) -> None:
        place = _("row {number}").format(number=number + 1)
        fields: dict[str, forms.Field] = {
            "game": forms.ChoiceField(label=_("Game, {row}").format(row=place), choices=_games, required=False),
            "structure": forms.ChoiceField(
                label=_("Structure, {row}").format(row=place), choices=_structures, required=False
            ),
            "small_blind_from": AmountField(label=_("From small blind, {row}").format(row=place), required=False),
            "players_from": forms.IntegerField(
                label=_("From players, {row}").format(row=place), min_value=FEWEST, max_value=MOST, required=False
            ),
            "cap": AmountField(label=_("Cap, {row}").format(row=place), required=False),
            "of_blind": forms.IntegerField(
                label=_("Or percent of the big blind, {row}").format(row=place),
                min_value=1,
                max_value=MOST_OF_BLIND,
                required=False,
            ),
        }
        for name, field in fields.items():
            self.fields[f"cap{number}_{name}"] = field
        if row is not None:
            values = {**row._asdict(), "cap": None if row.of_blind else row.cap, "of_blind": row.of_blind or None}
            values["small_blind_from"] = row.small_blind_from or None
            self.initial.update({f"cap{number}_{name}": values[name] for name in CAP_FIELDS})

    @property
    def cap_rows(self) -> list[list[forms.BoundField]]:
        """The fields of each row."""
        return [[self[f"cap{number}_{name}"] for name in CAP_FIELDS] for number in range(self._count)]

    @property
    def tariff_fields(self) -> list[forms.BoundField]:
        """The fields in every form of a tariff other than the rows of caps."""
        return [self[name] for name in TariffForm.base_fields if name != "rows"]

    @property
    def _count(self) -> int:
        return sum(name.endswith("_cap") for name in self.fields)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        caps = self._caps(data)
        if self.errors:
            return data
        self.tariff = RakeTariff(
            data["no_limit"],
            data["pot_limit"],
            data["fixed_limit"],
            caps,
            data["unit"],
            data["rounding"] == "up",
            data["smallest_pot"],
            data["no_flop_no_drop"],
            Attribution(data["attribution"]),
        )
        try:
            self.tariff.check()
        except IllegalAction as refusal:
            raise forms.ValidationError(refusal_text(refusal.code)) from None
        return data

    def _caps(self, data: Mapping[str, Any]) -> tuple[CapRow, ...]:
        rows: list[CapRow] = []
        for number in range(self._count):
            row = self._cap(number, {name: data.get(f"cap{number}_{name}") for name in CAP_FIELDS})
            if row is not None and any(row.place == other.place for other in rows):
                self.add_error(f"cap{number}_cap", _("A row above has a cap for the same hands: keep one of them."))
            elif row is not None:
                rows.append(row)
        return tuple(rows)

    def _cap(self, number: int, values: Mapping[str, Any]) -> CapRow | None:
        """The row of caps with this number; None for an empty one and for one with an error."""
        where = CapRow(
            game=values["game"] or "",
            structure=values["structure"] or "",
            small_blind_from=values["small_blind_from"] or 0,
            players_from=values["players_from"] or FEWEST,
        )
        typed = bool(str(self.data.get(self.add_prefix(f"cap{number}_cap")) or "").strip())
        if any(f"cap{number}_{name}" in self.errors for name in CAP_FIELDS):
            return None
        if not typed and not values["of_blind"]:
            if where != CapRow():
                self.add_error(f"cap{number}_cap", _("Type the cap, or 0 for hands without one."))
            return None
        if typed and values["of_blind"]:
            self.add_error(f"cap{number}_of_blind", _("Either an amount or a part of the big blind."))
            return None
        if not fits_games(where):
            self.add_error(f"cap{number}_structure", _("This game is not played with this structure."))
            return None
        return where._replace(cap=values["cap"] or 0, of_blind=values["of_blind"] or 0)


def _row_count(data: Mapping[str, Any]) -> int:
    typed = str(data.get("rows", ""))
    count = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 4 else FEWEST_ROWS
    return min(count + (MORE_ROWS if data.get("back") == MORE else 0), MOST_ROWS)


def _initial(tariff: RakeTariff) -> dict[str, object]:
    return {
        **tariff._asdict(),
        "smallest_pot": tariff.smallest_pot or None,
        "rounding": "up" if tariff.round_up else "down",
        "attribution": tariff.attribution.value,
    }


class ProfileForm(TariffForm):
    """A new profile: its name, its currency and what its first version says."""

    name = forms.CharField(
        label=gettext_lazy("name"),
        max_length=RakeProfile._meta.get_field("name").max_length,
        help_text=gettext_lazy("Operators choose a table's rake by it, and players read it on the page of rules."),
    )
    currency = forms.ChoiceField(
        label=gettext_lazy("Currency"), help_text=gettext_lazy("Only tables in this currency can choose the profile.")
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *args: Any, currency: str, **kwargs: Any) -> None:
        chosen = str(data.get("currency", "")) if data is not None else ""
        known = escrow.is_currency(chosen)
        super().__init__(data, *args, currency=chosen if known else currency, **kwargs)
        field = self.fields["currency"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(info.code, escrow.currency_label(info.code)) for info in escrow.currencies()]
        self.initial.setdefault("currency", currency)
        self.fields["reason"] = reason_field()

    @property
    def head_fields(self) -> list[forms.BoundField]:
        """The fields before the tariff."""
        return [self["name"], self["currency"]]


class VersionForm(TariffForm):
    """A new version: from when it is valid, and what it says."""

    valid_from = forms.DateTimeField(
        label=gettext_lazy("Valid from"),
        required=False,
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("Leave empty to apply it at once. Each table takes it with its next hand from then on."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"] = reason_field(help_text=_("It is kept in the log and shown to the players."))

    @property
    def head_fields(self) -> list[forms.BoundField]:
        """The fields before the tariff."""
        return [self["valid_from"]]
