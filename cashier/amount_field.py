"""The form fields for amounts and their currency, used by every form that asks for them."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from cashier.currencies import currencies, default_currency, find
from cashier.currencies import currency as find_currency
from cashier.engine import money
from cashier.engine.errors import AmountError
from cashier.text import amount_refusal, currency_label, digits_text


class AmountField(forms.CharField):
    """An amount typed in whole units and cleaned to minor units; an empty optional field is 0.

    Its `currency` is set with the field, or by `set_currency` when the form knows it; until then it is the first one.
    With `positive` zero is refused.
    """

    def __init__(self, *, currency: str = "", positive: bool = False, **options: Any) -> None:
        attrs = {"inputmode": "decimal", "autocomplete": "off", "class": "amount"}
        super().__init__(max_length=40, widget=forms.TextInput(attrs=attrs), **options)
        self._currency, self.positive = currency, positive
        self._digits: int | None = None

    @property
    def currency(self) -> str:
        """The code of the currency of the amount."""
        return self._currency or default_currency()

    @currency.setter
    def currency(self, code: str) -> None:
        self._currency = code

    @property
    def digits(self) -> int:
        """The decimals of the amount: those of its currency, if no others are set."""
        return find_currency(self.currency).digits if self._digits is None else self._digits

    @digits.setter
    def digits(self, digits: int) -> None:
        self._digits = digits

    def prepare_value(self, value: object) -> object:
        """Minor units as text; typed text is left as it is."""
        return digits_text(value, self.digits) if isinstance(value, int) else value

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
            minor = money.parse_amount(text, self.digits, marks=find_currency(self.currency).marks)
            if self.positive and not minor:
                raise AmountError("zero")
        except AmountError as refusal:
            raise forms.ValidationError(amount_refusal(refusal.code, self.digits)) from None
        return minor


def currency_choices() -> list[tuple[str, str]]:
    """The currencies in use, as (code, label)."""
    return [(info.code, currency_label(info.code)) for info in currencies()]


class CurrencyField(forms.ChoiceField):
    """A currency in use; the amounts of its form are read in it after `use_chosen_currency`."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("label", gettext_lazy("Currency"))
        super().__init__(choices=currency_choices, initial=default_currency, **options)


def use_chosen_currency(form: forms.BaseForm, name: str = "currency") -> str:
    """Sets the currency of all amounts to the one chosen in the field `name`, or its first value; returns its code."""
    typed = form[name].value()
    code = typed if isinstance(typed, str) and find(typed) else default_currency()
    set_currency(form, code)
    return code


def set_currency(form: forms.BaseForm, code: str) -> None:
    """Sets the currency of all amounts of a form."""
    for field in form.fields.values():
        if isinstance(field, AmountField):
            field.currency = code
