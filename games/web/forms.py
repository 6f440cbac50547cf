"""The forms for sitting down and adding chips, and what forms here have in common."""

import uuid
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TypeAlias, cast

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.errors import IllegalAction
from games.money.escrow import AmountField, amount_text, set_currency
from games.text.amounts import AmountFormat
from games.text.refusals import refusal_text

YEARS = range(2000, 2200)
Choice: TypeAlias = tuple[int | str, str | Promise]
"""The value and the label of one choice."""


def set_choices(form: forms.Form, name: str, choices: Iterable[Choice]) -> None:
    """Sets the choices of the choice field `name`."""
    cast(forms.ChoiceField, form.fields[name]).choices = list(choices)


class RoomMomentField(forms.DateTimeField):
    """A moment typed as day and time of the room's time zone, to the minute.

    An hour that the clocks repeat means the first of the two; one that they leave out is the hour after it.
    """

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def to_python(self, value: object) -> datetime | None:
        """The aware moment, None for an empty field."""
        if value in self.empty_values:
            return None
        try:
            typed = parse_datetime(text) if ":" in (text := str(value).strip()) else None
        except ValueError:
            typed = None
        if typed is None or typed.tzinfo is not None or typed.year not in YEARS:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        zone = timezone.get_default_timezone()
        return typed.replace(second=0, microsecond=0, tzinfo=zone).astimezone(UTC)


class ChipsForm(forms.Form):
    """How many chips to bring; a form that is sent twice with the same `key` is one buy-in."""

    amount = AmountField(label=_("Chips"))
    key = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, data: QueryDict | None = None, *, currency: str) -> None:
        super().__init__(data, initial={"key": uuid.uuid4().hex})
        self.currency = currency
        self.amounts = AmountFormat.of_currency(currency)
        set_currency(self, currency)

    def suggest(self, amount: int) -> None:
        """Begins with an amount, minor units."""
        self.initial["amount"] = amount_text(amount, self.currency)

    def show_refusal(self, refusal: IllegalAction) -> None:
        """Shows a refusal above the form."""
        self.add_error(None, refusal_text(refusal.code, refusal.detail, amount=self.amounts.text))


class SeatForm(ChipsForm):
    """The form for sitting down at a table with a password."""

    password = forms.CharField(
        label=_("Password of this table"),
        max_length=128,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )
