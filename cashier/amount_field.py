"""The form field for amounts, used by every form that asks for one."""

from typing import Any

from django import forms

from cashier.currencies import currency as find_currency
from cashier.currencies import default_currency
from cashier.engine.errors import AmountError
from cashier.text import amount_refusal, amount_text, parse_amount


class AmountField(forms.CharField):
    """An amount typed in whole units and cleaned to minor units; an empty optional field is 0.

    Its `currency` is set with the field, or by `set_currency` when the form knows it; until then it is the first one.
    With `positive` zero is refused.
    """

    def __init__(self, *, currency: str = "", positive: bool = False, **options: Any) -> None:
        attrs = {"inputmode": "decimal", "autocomplete": "off", "class": "amount"}
        super().__init__(max_length=40, widget=forms.TextInput(attrs=attrs), **options)
        self._currency, self.positive = currency, positive

    @property
    def currency(self) -> str:
        """The code of the currency of the amount."""
        return self._currency or default_currency()

    @currency.setter
    def currency(self, code: str) -> None:
        self._currency = code

    def prepare_value(self, value: object) -> object:
        """Minor units as text; typed text is left as it is."""
        return amount_text(value, self.currency) if isinstance(value, int) else value

    def has_changed(self, initial: object, data: object) -> bool:
        """Whether another amount was typed, however it is written."""
        try:
            before = initial if isinstance(initial, int) else self.clean(initial)
            return self.clean(data) != before
        except forms.ValidationError:
            return True

    def clean(self, value: object) -> int:
        """Minor units; raises ValidationError for text that is not an amount of this currency."""
        text = super().clean(value)
        if not text:
            return 0
        try:
            minor = parse_amount(text, self.currency)
            if self.positive and not minor:
                raise AmountError("zero")
        except AmountError as refusal:
            raise forms.ValidationError(amount_refusal(refusal.code, find_currency(self.currency).digits)) from None
        return minor


def set_currency(form: forms.BaseForm, code: str) -> None:
    """Sets the currency of all amounts of a form."""
    for field in form.fields.values():
        if isinstance(field, AmountField):
            field.currency = code
