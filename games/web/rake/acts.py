"""What operators do to rake profiles: each act with a preview, a reason and its place in the log (R1, F3)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, ClassVar, TypeVar

from django import forms
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.web.api import ActPage, reason_field
from games.engine.rules.changes import rule_changes
from games.engine.rules.rake_tariff import RakeTariff, with_rake
from games.models import Table
from games.models.rake import RakeProfile
from games.money import escrow
from games.operations import rake_profiles
from games.text.amounts import AmountFormat
from games.text.changes import change_text
from games.text.rake_tariff import difference_text, differences, staff_facts
from games.web.rake.forms import ProfileForm, TariffForm, VersionForm
from games.web.rake.preview import SampleForm
from games.web.rake.shown import moment_text

MOST_TABLES = 20
"""How many tables are named one by one."""
T = TypeVar("T", bound=TariffForm)


class TariffPage(ActPage[T]):
    """An act whose form says a tariff, with the live preview beside it."""

    template: ClassVar[str] = "games/rake/tariff_page.html"

    def __init__(self, request: HttpRequest, *, by: int, tariff: RakeTariff, currency: str) -> None:
        super().__init__(request)
        self.by, self.tariff, self.currency = by, tariff, currency

    def form_options(self) -> dict[str, Any]:
        return {"tariff": self.tariff, "currency": self.currency}

    def context(self) -> dict[str, Any]:
        currency = self.request.POST.get("currency", "")
        known = currency if escrow.is_currency(currency) else self.currency
        return {"sample": SampleForm(currency=known), "sample_currency": self.currency, "explains": True}


class MakeProfile(TariffPage[ProfileForm]):
    """Makes a profile, from nothing or as a copy."""

    form_class = ProfileForm
    title = gettext_lazy("New rake profile")
    button = gettext_lazy("Create the profile")
    intro = gettext_lazy(
        "What the room takes from the pots. Each table chooses a profile; what it says changes only by new versions."
    )

    def consequences(self, form: ProfileForm) -> Sequence[str]:
        rake_profiles.check_new(name=form.cleaned_data["name"], tariff=form.tariff)
        label = escrow.currency_label(form.cleaned_data["currency"])
        return [
            _("Tables in this currency can choose it at once: {currency}.").format(currency=label),
            *(f"{fact.label}: {fact.value}" for fact in staff_facts(form.tariff, _amounts(form))),
        ]

    def carry_out(self, form: ProfileForm) -> str:
        data = form.cleaned_data
        profile = rake_profiles.make_profile(
            by=self.by,
            name=data["name"],
            currency=data["currency"],
            tariff=form.tariff,
            reason=data["reason"],
        )
        return reverse("rake:profile", args=[profile.pk])


class MakeVersion(TariffPage[VersionForm]):
    """Gives a profile a new version."""

    form_class = VersionForm
    button = gettext_lazy("Create the version")
    intro = gettext_lazy("Running hands keep the rake they began with. No version before this one changes.")

    def __init__(self, request: HttpRequest, *, by: int, profile: RakeProfile, tariff: RakeTariff) -> None:
        super().__init__(request, by=by, tariff=tariff, currency=profile.currency)
        self.profile = profile
        self.title = _("New version of {name}").format(name=profile.name)

    def consequences(self, form: VersionForm) -> Sequence[str]:
        valid_from: datetime | None = form.cleaned_data["valid_from"]
        rake_profiles.check_impartial(self.by, self.profile)
        rake_profiles.check_version(self.profile, form.tariff, valid_from)
        amounts = AmountFormat.of_currency(self.currency)
        since = _("The version is valid at once.")
        if valid_from is not None:
            since = _("The version is valid from {moment}.").format(moment=moment_text(valid_from))
        changes = differences(self._before(valid_from), form.tariff, amounts)
        return [since, *map(difference_text, changes), *self._tables(valid_from, form.tariff, amounts)]

    def _before(self, valid_from: datetime | None) -> RakeTariff:
        """What the profile says just before the version is valid, which may be what another version will say."""
        version = rake_profiles.version_before(self.profile, valid_from)
        return version.tariff if version else self.tariff

    def _tables(self, valid_from: datetime | None, tariff: RakeTariff, amounts: AmountFormat) -> list[str]:
        tables = rake_profiles.tables_with(self.profile.code)
        if not (count := tables.count()):
            return [_("No open table has this profile.")]
        before = self._before(valid_from)
        lines = [_table_line(table, before, tariff, amounts) for table in tables[:MOST_TABLES]]
        if (rest := count - len(lines)) > 0:
            lines.append(_("And so do {count} more tables.").format(count=rest))
        return [
            _("From then on each of these tables plays by it with its next hand, and its players are told:"),
            *lines,
        ]

    def carry_out(self, form: VersionForm) -> str:
        rake_profiles.make_version(
            by=self.by,
            profile_id=self.profile.pk,
            tariff=form.tariff,
            valid_from=form.cleaned_data["valid_from"],
            reason=form.cleaned_data["reason"],
        )
        return reverse("rake:profile", args=[self.profile.pk])


class ReasonForm(forms.Form):
    """A reason alone."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"] = reason_field()


class Retire(ActPage[ReasonForm]):
    """Retires a profile."""

    form_class = ReasonForm
    button = gettext_lazy("Retire the profile")
    is_danger = True

    def __init__(self, request: HttpRequest, *, by: int, profile: RakeProfile) -> None:
        super().__init__(request)
        self.by, self.profile = by, profile
        self.title = _("Retire {name}").format(name=profile.name)

    def consequences(self, form: ReasonForm) -> Sequence[str]:
        count = rake_profiles.tables_with(self.profile.code).count()
        return [
            _("No table can choose this profile from now on."),
            _("Open tables that keep it and its versions: {count}.").format(count=count),
        ]

    def carry_out(self, form: ReasonForm) -> str:
        rake_profiles.retire_profile(by=self.by, profile_id=self.profile.pk, reason=form.cleaned_data["reason"])
        return reverse("rake:profile", args=[self.profile.pk])


class Withdraw(ActPage[ReasonForm]):
    """Withdraws a version that is not valid yet."""

    form_class = ReasonForm
    button = gettext_lazy("Withdraw the version")
    is_danger = True

    def __init__(self, request: HttpRequest, *, by: int, profile: RakeProfile, number: int) -> None:
        super().__init__(request)
        self.by, self.profile, self.number = by, profile, number
        self.title = _("Withdraw version {number} of {name}").format(number=number, name=profile.name)

    def consequences(self, form: ReasonForm) -> Sequence[str]:
        rake_profiles.check_impartial(self.by, self.profile)
        rake_profiles.check_withdrawal(self.profile, self.number)
        return [_("The version never becomes valid. It stays in the list as withdrawn.")]

    def carry_out(self, form: ReasonForm) -> str:
        rake_profiles.withdraw_version(
            by=self.by, profile_id=self.profile.pk, number=self.number, reason=form.cleaned_data["reason"]
        )
        return reverse("rake:profile", args=[self.profile.pk])


def _amounts(form: ProfileForm) -> AmountFormat:
    return AmountFormat.of_currency(form.cleaned_data["currency"])


def _table_line(table: Table, before: RakeTariff, after: RakeTariff, amounts: AmountFormat) -> str:
    rules = table.rules
    old, new = (with_rake(rules, tariff, code=rules.rake.code) for tariff in (before, after))
    changes = rule_changes(old, new)
    texts = [change_text(*change, amounts) for change in changes] or [_("nothing changes for the players")]
    return _("{table}: {changes}").format(table=table.name, changes="; ".join(texts))
