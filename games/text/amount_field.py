"""The form field for amounts, used by every form that asks for one."""

from typing import Any

from django import forms

from games.money.escrow import AmountError, amount_text, parse_amount
from games.text.refusals import refusal_text


class AmountField(forms.CharField):
    """An amount typed in whole units and cleaned to minor units; an empty optional field is 0."""

    def __init__(self, **options: Any) -> None:
        attrs = {"inputmode": "decimal", "autocomplete": "off", "class": "amount"}
        super().__init__(max_length=24, widget=forms.TextInput(attrs=attrs), **options)

    def prepare_value(self, value: object) -> object:
        """Minor units as text; typed text is left as it is."""
        return amount_text(value) if isinstance(value, int) else value

    def has_changed(self, initial: object, data: object) -> bool:
        """Whether another amount was typed, however it is written."""
        try:
            before = initial if isinstance(initial, int) else self.clean(initial)
            return self.clean(data) != before
        except forms.ValidationError:
            return True

    def clean(self, value: object) -> int:
        """Minor units; raises ValidationError for text that is not an amount."""
        text = super().clean(value)
        if not text:
            return 0
        try:
            return parse_amount(text)
        except AmountError:
            raise forms.ValidationError(refusal_text("bad_amount")) from None
