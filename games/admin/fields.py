"""An amount as an operator types it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.money.escrow import AmountError, amount_text, parse_amount

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
