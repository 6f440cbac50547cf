"""Fields of the cage's forms: cash currencies and money."""

from collections.abc import Collection, Iterable
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy

from backoffice.web.api import OnceField, reason_field
from cashier.amount_field import AmountField, set_currency
from cashier.currencies import all_currencies, currencies
from cashier.engine.currency import PLAY
from cashier.models import Cage, Drawer
from cashier.text import currency_label


def cash_currencies() -> list[str]:
    """The codes of the currencies in use that are paid in and out."""
    return [info.code for info in currencies() if info.code != PLAY]


def every_cash_currency() -> list[str]:
    """The codes of the currencies that are or were paid in and out."""
    return [info.code for info in all_currencies() if info.code != PLAY]


def open_desks(but: int = 0) -> list[Cage]:
    """The cages with an open drawer."""
    there = Drawer.objects.filter(closed_at=None).exclude(cage_id=but).values("cage_id")
    return list(Cage.objects.filter(pk__in=there, is_retired=False))


def offer(form: forms.Form, name: str, choices: Iterable[tuple[int | str, str]]) -> None:
    """Sets the choices of a choice field."""
    cast(forms.ChoiceField, form.fields[name]).choices = list(choices)


class MoneyForm(forms.Form):
    """An amount in a currency, with the reason; a second submit carries the same token."""

    amount = AmountField(
        label=gettext_lazy("amount"),
        positive=True,
        help_text=gettext_lazy("Type it as you write it: 1000, 1 000.50 or 1000,50."),
    )
    currency = forms.ChoiceField(
        label=gettext_lazy("currency"), help_text=gettext_lazy("Each currency has a wallet of its own.")
    )
    reason = reason_field()
    token = OnceField()

    def __init__(self, *args: Any, codes: Collection[str], **options: Any) -> None:
        super().__init__(*args, **options)
        offer(self, "currency", [(code, currency_label(code)) for code in codes])
        chosen = str(self["currency"].value() or "")
        if usable := chosen if chosen in codes else next(iter(codes), ""):
            set_currency(self, usable)

    @property
    def money(self) -> tuple[int, str]:
        """The amount, minor units, and its currency."""
        return self.cleaned_data["amount"], self.cleaned_data["currency"]
