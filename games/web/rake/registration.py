"""The pages, acts and subjects of rake profiles in the back office."""

from collections.abc import Collection, Mapping

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from backoffice.api import (
    ChangeText,
    Named,
    OfficePage,
    Section,
    register_acts,
    register_change_text,
    register_pages,
    register_subject,
)
from games.models.rake import RakeProfile
from games.operations.rake_profiles import MADE, RETIRED, SUBJECT, VERSION_MADE, WITHDRAWN
from games.text.amounts import AmountFormat
from games.text.rake_tariff import part_difference


def register_rake_pages() -> None:
    """Adds them when Django starts."""
    register_pages(OfficePage(Section.TABLES, _("Rake"), "rake:profiles", "games.view_rakeprofile"))
    register_acts(
        {
            MADE: _("Rake profile created"),
            VERSION_MADE: _("New version of a rake profile"),
            RETIRED: _("Rake profile retired"),
            WITHDRAWN: _("Version of a rake profile withdrawn"),
        }
    )
    register_change_text(MADE, _says)
    register_change_text(VERSION_MADE, _says)
    register_change_text(WITHDRAWN, _withdrawn)
    register_subject(SUBJECT, _("Rake profile"), _names)


def _says(profile: str, code: str, before: str, after: str) -> ChangeText:
    currency = RakeProfile.objects.values_list("currency", flat=True).get(pk=profile)
    return ChangeText(*part_difference(code, before, after, AmountFormat.of_currency(currency)))


def _withdrawn(_profile: str, _what: str, number: str, _after: str) -> ChangeText:
    return ChangeText(capfirst(gettext("version")), number, "")


def _names(ids: Collection[str]) -> Mapping[str, Named]:
    rows = RakeProfile.objects.filter(pk__in=[number for number in ids if number.isdecimal()])
    return {str(row.pk): Named(row.name, reverse("rake:profile", args=[row.pk])) for row in rows}
