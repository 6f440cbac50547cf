"""Forms of own limits, breaks and reality checks."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from backoffice.api import number
from cashier.amount_field import AmountField
from cashier.engine.limits import COOL_OFF_DAYS, SELF_EXCLUSION_MONTHS, LimitKind
from cashier.protection import LimitKey
from cashier.text import currency_label
from games.seating.reality_checks import CHOICES, EVERY

CONFIRMATION = "stop"
"""What a player types to stay away, the same in every language."""
MOST_HOURS = 24 * 31


class MoneyLimitForm(forms.Form):
    """The amount of a limit, or none."""

    none = forms.BooleanField(label=_("no limit"), required=False)

    def __init__(self, *args: Any, key: LimitKey, value: int | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["amount"] = AmountField(
            label=_("at most"),
            currency=key.currency,
            required=False,
            initial=value,
            help_text=currency_label(key.currency),
        )
        self.fields["none"].initial = False
        self.order_fields(["amount", "none"])

    @property
    def value(self) -> int | None:
        """The limit in minor units, None for none."""
        return None if self.cleaned_data["none"] else self.cleaned_data["amount"]

    def clean(self) -> dict[str, Any]:
        """Refuses a form that says neither; Any, as each field has values of its own type."""
        cleaned = super().clean() or self.cleaned_data
        if not cleaned.get("none") and not self.data.get("amount", "").strip():
            self.add_error("amount", _("Type an amount, or choose no limit."))
        return cleaned


class TimeLimitForm(forms.Form):
    """The hours and minutes of a limit, or none."""

    hours = forms.IntegerField(label=_("hours"), min_value=0, max_value=MOST_HOURS, required=False)
    minutes = forms.IntegerField(label=_("minutes"), min_value=0, max_value=59, required=False)
    none = forms.BooleanField(label=_("no limit"), required=False)

    def __init__(self, *args: Any, key: LimitKey, value: int | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if value is not None:
            self.fields["hours"].initial, self.fields["minutes"].initial = divmod(value, 60)

    @property
    def value(self) -> int | None:
        """The limit in minutes, None for none."""
        return None if self.cleaned_data["none"] else self._minutes()

    def _minutes(self) -> int:
        return 60 * (self.cleaned_data.get("hours") or 0) + (self.cleaned_data.get("minutes") or 0)

    def clean(self) -> dict[str, Any]:
        """Refuses a form that says neither; Any, as each field has values of its own type."""
        cleaned = super().clean() or self.cleaned_data
        if not cleaned.get("none") and cleaned.get("hours") is None and cleaned.get("minutes") is None:
            self.add_error("hours", _("Type a time, or choose no limit."))
        return cleaned


def limit_form(key: LimitKey) -> type[MoneyLimitForm] | type[TimeLimitForm]:
    """The form of a limit."""
    return TimeLimitForm if key.kind is LimitKind.TIME else MoneyLimitForm


class RealityCheckForm(forms.Form):
    """How often the player is told the time played and the result."""

    minutes = forms.ChoiceField(label=_("tell me"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        room = number(EVERY)
        usual = _("as the room does: every %(minutes)s minutes") % {"minutes": room} if room else _("never")
        choices = [("", usual), *((str(one), _("every %(minutes)s minutes") % {"minutes": one}) for one in CHOICES)]
        field = self.fields["minutes"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def every(self) -> int | None:
        """The chosen minutes, None for the room's."""
        return int(self.cleaned_data["minutes"]) if self.cleaned_data["minutes"] else None


class AwayForm(forms.Form):
    """How long the player stays away, and the typed confirmation."""

    length = forms.ChoiceField(label=_("how long"))
    confirmation = forms.CharField(
        label=_("type “stop” to confirm"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
    )

    def clean_confirmation(self) -> str:
        """The typed word; raises ValidationError for another."""
        typed = str(self.cleaned_data["confirmation"]).strip().casefold().strip("“”\"„'")
        if typed != CONFIRMATION:
            raise forms.ValidationError(_("Type the word “stop”: nothing has begun yet."))
        return typed

    @property
    def chosen(self) -> int:
        """Days or months, 0 for good."""
        return int(self.cleaned_data["length"])


class CoolOffForm(AwayForm):
    """A cool-off."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = {1: _("24 hours"), 3: _("3 days"), 7: _("7 days"), 30: _("30 days")}
        _set_choices(self, [(str(days), words[days]) for days in COOL_OFF_DAYS])


class SelfExclusionForm(AwayForm):
    """A self-exclusion."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = {6: _("6 months"), 12: _("1 year"), 60: _("5 years"), 0: _("for good")}
        _set_choices(self, [(str(months), words[months]) for months in SELF_EXCLUSION_MONTHS])


def _set_choices(form: AwayForm, choices: list[tuple[str, Any]]) -> None:
    field = form.fields["length"]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices
