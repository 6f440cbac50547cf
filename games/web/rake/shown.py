"""A rake profile as the operators' pages show it: of the room or of a preset, with its versions in words."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.engine.rules.house_rule import Preset
from games.engine.rules.rake_presets import preset_tariff
from games.engine.rules.rake_tariff import RakeTariff
from games.models import Table
from games.models.rake import RakeProfile, RakeVersion
from games.money import escrow
from games.operations.rake_profiles import tables_with
from games.text.amounts import AmountFormat
from games.text.house_rules.as_text import PRESET_NAMES
from games.text.rake_tariff import Difference, Fact, differences, staff_facts


class VersionShown(NamedTuple):
    """A version in words: its state, what it says, and what differs from the version before it."""

    number: int
    state: str
    since: str
    is_valid: bool
    can_be_withdrawn: bool
    reason: str
    by: int | None
    facts: Sequence[Fact]
    differences: Sequence[Difference]


class ProfileShown(NamedTuple):
    """A profile: the room's (`row`), or a preset's, which nobody changes."""

    slug: str
    code: str
    name: str
    currency: str
    tariff: RakeTariff
    row: RakeProfile | None

    @property
    def amounts(self) -> AmountFormat:
        """How its amounts are written."""
        return AmountFormat.of_currency(self.currency)

    @property
    def tables(self) -> QuerySet[Table]:
        """The open tables that have it."""
        return tables_with(self.code)


def find_profile(slug: str) -> ProfileShown:
    """The profile of a page: a preset's by its name, one of the room by its number; raises Http404."""
    if slug in {*Preset}:
        currency = escrow.default_currency()
        tariff = preset_tariff(Preset(slug), escrow.currency(currency).digits)
        return ProfileShown(slug, slug, str(PRESET_NAMES[Preset(slug)]), currency, tariff, None)
    row = RakeProfile.objects.filter(pk=int(slug)).first() if slug.isdecimal() and len(slug) < 10 else None
    if row is None:
        raise Http404
    newest = version_in_force(row) or row.versions.earliest("number")
    return ProfileShown(slug, row.code, row.name, row.currency, newest.tariff, row)


def find_row(slug: str) -> RakeProfile:
    """The profile of the room with this number; raises Http404, for a preset's too, as nobody changes it."""
    row = find_profile(slug).row
    if row is None:
        raise Http404
    return row


def version_in_force(row: RakeProfile) -> RakeVersion | None:
    """The version of a profile that is valid now."""
    found = row.versions.filter(withdrawn_at=None, valid_from__lte=timezone.now())
    return found.order_by("-valid_from").first()


def versions_shown(profile: ProfileShown) -> list[VersionShown]:
    """All versions of a profile of the room, newest first."""
    if profile.row is None:
        return []
    valid, now = version_in_force(profile.row), timezone.now()
    shown, before = list[VersionShown](), None
    for version in profile.row.versions.order_by("valid_from", "number"):
        tariff = version.tariff
        waits = version.withdrawn_at is None and version.valid_from > now
        shown.append(
            VersionShown(
                version.number,
                _state(version, valid, now),
                moment_text(version.valid_from),
                version == valid,
                waits,
                version.reason,
                version.by_id,
                staff_facts(tariff, profile.amounts),
                differences(before, tariff, profile.amounts) if before is not None else (),
            )
        )
        if version.withdrawn_at is None:
            before = tariff
    return shown[::-1]


def moment_text(moment: datetime) -> str:
    """A moment in the room's time."""
    return date_format(localtime(moment), "SHORT_DATETIME_FORMAT")


def _state(version: RakeVersion, valid: RakeVersion | None, now: datetime) -> str:
    if version.withdrawn_at is not None:
        return _("withdrawn")
    if version == valid:
        return _("valid")
    return _("not valid yet") if version.valid_from > now else _("was valid")
