"""What people type at the table's doors: how many chips, and a password where there is one."""

import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.errors import IllegalAction
from games.money.escrow import AmountError, amount_text, parse_amount
from games.text.refusals import refusal_text


class AmountField(forms.CharField):
    """An amount as people type it, cleaned to minor units."""

    def __init__(self, **options: Any) -> None:
        attrs = {"inputmode": "decimal", "autocomplete": "off", "class": "amount"}
        super().__init__(max_length=24, widget=forms.TextInput(attrs=attrs), **options)

    def clean(self, value: Any) -> int:
        """Minor units; refuses what is no amount."""
        try:
            return parse_amount(super().clean(value))
        except AmountError:
            raise forms.ValidationError(refusal_text("bad_amount")) from None


class ChipsForm(forms.Form):
    """How many chips to bring; `key` makes a doubled press one buy-in."""

    amount = AmountField(label=_("Chips"))
    key = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, first: int) -> None:
        super().__init__(data, initial={"amount": amount_text(first), "key": uuid.uuid4().hex})

    def refused(self, refusal: IllegalAction) -> None:
        """Puts a refusal into words under the amount."""
        self.add_error(None, refusal_text(refusal.code, refusal.detail))


class SeatForm(ChipsForm):
    """Sitting down at a table that asks for a password."""

    password = forms.CharField(
        label=_("Password of this table"),
        max_length=128,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )
