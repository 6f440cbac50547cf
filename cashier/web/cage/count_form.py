"""The form of a count: the sum of each currency, or how many notes and coins there are of each."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _

from backoffice.web.api import OnceField
from cashier.amount_field import AmountField
from cashier.currencies import currency
from cashier.engine.pieces import MOST_PIECES, Pieces, pieces_of, total
from cashier.text import currency_label, money_text


class CountGroup(NamedTuple):
    """One currency of the form: the field of the sum, those of notes and coins, and whether any of them was used."""

    sum: BoundField
    pieces: list[BoundField]
    is_used: bool


class CountForm(forms.Form):
    """What was counted in each currency; the name of a field of a sum is its currency.

    A sum that is left empty is made of the notes and coins; a sum that differs from them is refused.
    """

    token = OnceField()

    def __init__(self, *args: Any, codes: Collection[str], required: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        self.codes, self.required = list(codes), required
        self.pieces: dict[str, Pieces] = {}
        counted: dict[str, forms.Field] = {}
        for code in self.codes:
            counted[code] = AmountField(label=currency_label(code), currency=code, required=False)
            for piece in currency(code).pieces:
                counted[_piece_name(code, piece)] = _piece_field(code, piece)
        self.fields = {**counted, **self.fields}

    def clean(self) -> dict[str, Any]:
        """Makes the sums of notes and coins."""
        for code in self.codes:
            self._clean_count(code)
        return self.cleaned_data

    def _clean_count(self, code: str) -> None:
        names = {_piece_name(code, piece): piece for piece in currency(code).pieces}
        if any(name in self.errors for name in (code, *names)):
            return
        numbers = {piece: self.cleaned_data[name] for name, piece in names.items()}
        typed = bool(str(self[code].data or "").strip())
        if any(number is not None for number in numbers.values()):
            pieces = pieces_of({piece: number or 0 for piece, number in numbers.items()})
            made = total(pieces)
            if typed and self.cleaned_data[code] != made:
                words = {"sum": money_text(made, code)}
                sentence = _("The notes and coins make %(sum)s. Leave the sum empty, or count again.") % words
                self.add_error(code, sentence)
                return
            self.pieces[code], self.cleaned_data[code] = pieces, made
        elif self.required and not typed:
            self.add_error(code, _("Type the sum, or how many notes and coins there are: 0 if there are none."))

    @property
    def counted(self) -> Mapping[str, int]:
        """The amount of each currency, minor units."""
        return {code: self.cleaned_data[code] for code in self.codes}

    def groups(self) -> Iterator[CountGroup]:
        """The fields of each currency."""
        for code in self.codes:
            pieces = [self[_piece_name(code, piece)] for piece in currency(code).pieces]
            yield CountGroup(self[code], pieces, any(field.data for field in pieces))

    def other_fields(self) -> Iterator[BoundField]:
        """The fields that belong to no currency."""
        counted = {name for code in self.codes for name in (code, *_piece_names(code))}
        return (field for field in self if field.name not in counted)


def pieces_text(pieces: Pieces, code: str) -> str:
    """Notes and coins as they were counted: "3 × 1 000 Kč, 2 × 50 Kč"."""
    return ", ".join(f"{number} × {money_text(piece, code)}" for piece, number in pieces)


def _piece_name(code: str, piece: int) -> str:
    return f"{code}_{piece}"


def _piece_names(code: str) -> list[str]:
    return [_piece_name(code, piece) for piece in currency(code).pieces]


def _piece_field(code: str, piece: int) -> forms.IntegerField:
    attrs = {"inputmode": "numeric", "autocomplete": "off", "class": "amount"}
    return forms.IntegerField(
        label=money_text(piece, code),
        min_value=0,
        max_value=MOST_PIECES,
        required=False,
        widget=forms.TextInput(attrs=attrs),
    )
