"""The pages of rake profiles in the back office (R1)."""

from collections.abc import Callable
from typing import Final
from urllib.parse import urlencode

from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from backoffice.api import person_url
from backoffice.web.api import Cell, Column, Filter, Listing, office_page, staff_id
from games.engine.rules.house_rule import Preset
from games.engine.rules.rake_presets import PRESET_TARIFFS
from games.engine.rules.rake_tariff import RakeTariff
from games.models.rake import RakeProfile
from games.money import escrow
from games.tables.rake_profiles import valid_versions
from games.text.house_rules.as_text import PRESET_NAMES
from games.text.rake_tariff import share_text, staff_facts
from games.web.rake.acts import MakeProfile, MakeVersion, Retire, Withdraw
from games.web.rake.forms import TariffForm
from games.web.rake.preview import SampleForm, preview_context, typed_sample
from games.web.rake.shown import find_profile, find_row, versions_shown

VIEW, CHANGE = "games.view_rakeprofile", "games.change_rakeprofile"
FIRST: Final = RakeTariff(50, 50, 50)
"""What the form of a new profile begins with."""
MOST_TABLES: Final = 100
"""How many tables of a profile its page names."""


@office_page(VIEW)
def profiles(request: HttpRequest) -> HttpResponse:
    """All profiles: the presets', and the room's with filters."""
    presets = [(slug, PRESET_NAMES[slug], share_text(PRESET_TARIFFS[slug])) for slug in Preset]
    context = {
        **_listing().context(request),
        "title": _("Rake"),
        "presets": presets,
        "may_change": request.user.has_perm(CHANGE),
        "empty": _("The room has no profile of its own yet: copy one of a preset, or make one."),
    }
    return render(request, "games/rake/profiles.html", context)


@office_page(VIEW)
def profiles_csv(request: HttpRequest) -> HttpResponseBase:
    """The room's profiles of the filtered list as a file."""
    return _listing().csv(request, filename="rake-profiles.csv")


@office_page(VIEW)
def profile(request: HttpRequest, slug: str) -> HttpResponse:
    """One profile: what it says, its versions and what differs, its tables, and the live preview."""
    shown = find_profile(slug)
    tables, more = list(shown.tables.only("name")[:MOST_TABLES]), 0
    if len(tables) == MOST_TABLES:
        more = shown.tables.count() - len(tables)
    versions = [(one, person_url(one.by) if one.by else "") for one in versions_shown(shown)]
    context = {
        "title": shown.name,
        "profile": shown,
        "facts": staff_facts(shown.tariff, shown.amounts),
        "tables": tables,
        "more": more,
        "list_url": f"{reverse('operators:tables')}?{urlencode({'rake': shown.code})}",
        "versions": versions,
        "currency": escrow.currency_label(shown.currency),
        "sample": SampleForm(currency=shown.currency),
        "may_change": request.user.has_perm(CHANGE),
    }
    return render(request, "games/rake/profile.html", context)


@office_page(CHANGE)
def new(request: HttpRequest) -> HttpResponse:
    """Makes a profile from nothing."""
    return MakeProfile(request, by=staff_id(request), tariff=FIRST, currency=escrow.default_currency()).respond()


@office_page(CHANGE)
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Makes a profile that begins as a copy of another."""
    shown = find_profile(slug)
    return MakeProfile(request, by=staff_id(request), tariff=shown.tariff, currency=shown.currency).respond()


@office_page(CHANGE)
def version(request: HttpRequest, slug: str) -> HttpResponse:
    """Makes a new version of a profile."""
    row = find_row(slug)
    return MakeVersion(request, by=staff_id(request), profile=row, tariff=find_profile(slug).tariff).respond()


@office_page(CHANGE)
def retire(request: HttpRequest, slug: str) -> HttpResponse:
    """Retires a profile."""
    return Retire(request, by=staff_id(request), profile=find_row(slug)).respond()


@office_page(CHANGE)
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Withdraws a version that is not valid yet."""
    row = find_row(slug)
    if not row.versions.filter(number=number).exists():
        raise Http404
    return Withdraw(request, by=staff_id(request), profile=row, number=number).respond()


@office_page(VIEW)
@require_GET
def preview(request: HttpRequest) -> HttpResponse:
    """The preview of a typed tariff, or of the profile `of`, as a fragment."""
    if slug := request.GET.get("of", ""):
        shown = find_profile(slug)
        return _preview(request, shown.currency, lambda: shown.tariff)
    typed = request.GET.get("currency") or request.GET.get("sample_currency", "")
    currency = typed if escrow.is_currency(typed) else escrow.default_currency()
    form = TariffForm(request.GET, currency=currency, tariff=FIRST)
    return _preview(request, currency, lambda: form.tariff if form.is_valid() else None)


def _preview(request: HttpRequest, currency: str, tariff_of: Callable[[], RakeTariff | None]) -> HttpResponse:
    sample, tariff = SampleForm(request.GET, currency=currency), tariff_of()
    context: dict[str, object] = {"wrong": sample.errors, "is_typed_wrongly": tariff is None}
    if sample.is_valid() and tariff is not None:
        context |= preview_context(tariff, currency, typed_sample(sample))
    return render(request, "games/rake/preview.html", context)


def _listing() -> Listing[RakeProfile]:
    valid = valid_versions()

    def now(row: RakeProfile) -> str:
        return share_text(valid[row.pk].tariff) if row.pk in valid else "–"

    return Listing(
        RakeProfile.objects.annotate(version_count=Count("versions")),
        [
            Column("name", _("name"), lambda row: Cell(row.name, reverse("rake:profile", args=[row.pk])), ("name",)),
            Column("currency", _("Currency"), lambda row: row.currency, ("currency",)),
            Column("share", _("Share of the pots"), now),
            Column(
                "versions", _("Versions"), lambda row: str(getattr(row, "version_count", 0)), ("version_count",), "n"
            ),
            Column("state", _("State"), lambda row: _("retired") if row.retired_at else _("in use"), ("retired_at",)),
        ],
        filters=[
            Filter(
                "currency",
                _("Currency"),
                {info.code: escrow.currency_label(info.code) for info in escrow.currencies()},
                lambda code: Q(currency=code),
            ),
            Filter(
                "state",
                _("State"),
                {"used": _("in use"), "retired": _("retired")},
                lambda state: Q(retired_at__isnull=state == "used"),
            ),
        ],
        search=lambda words: Q(name__icontains=words),
        order=("name",),
    )
