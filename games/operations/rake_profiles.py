"""Rake profiles: made, given new versions and retired by operators; tables take a version once it is valid (R1).

Raises `Refused` with a sentence; times are aware, `by` is the operator's id.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from backoffice.api import Change, Refused, Subject, record
from backoffice.text import clean_line
from games.engine.errors import IllegalAction
from games.engine.rules.rake_tariff import RakeTariff, changed_parts, with_rake
from games.engine.rules.rules import Rules
from games.messaging.orders import lock_table, send
from games.models import Order, Table
from games.models.names import comparison_key
from games.models.rake import CODE, RakeProfile, RakeVersion
from games.operations.impartiality import own_tables
from games.operations.tables import newest_rules
from games.tables.rake_profiles import profile_id, valid_versions
from games.text.refusals import refusal_text

MADE, VERSION_MADE = "games.rake_made", "games.rake_version_made"
RETIRED, WITHDRAWN = "games.rake_retired", "games.rake_version_withdrawn"
SUBJECT = "rake_profile"


def check_new(*, name: str, tariff: RakeTariff) -> None:
    """Raises Refused for a profile that cannot be made: a name unreadable or taken, a tariff nobody could play by."""
    key = comparison_key(name)
    if not key:
        raise Refused("rake_name_missing", _("Give the profile a name that can be read."), field="name")
    if RakeProfile.objects.filter(name_key=key).exists():
        raise Refused("rake_name_taken", _("There is a profile of this name already."), field="name")
    _check_tariff(tariff)


def make_profile(*, by: int, name: str, currency: str, tariff: RakeTariff, reason: str) -> RakeProfile:
    """Makes a profile whose first version is valid at once."""
    with transaction.atomic():
        check_new(name=name, tariff=tariff)
        key = comparison_key(name)
        profile, is_new = RakeProfile.objects.get_or_create(name_key=key, defaults={"name": name, "currency": currency})
        if not is_new:
            raise Refused("rake_name_taken", _("There is a profile of this name already."), field="name")
        _add_version(profile, tariff, by=by, reason=reason, valid_from=profile.created_at)
        record(by=by, act=MADE, subject=_subject(profile), changes=_changes(None, tariff), reason=reason)
    return profile


def check_impartial(by: int, profile: RakeProfile) -> bool:
    """Whether who plays at a table with the profile decides with the owner's leave; raises Refused without it (F8)."""
    tables = own_tables(by, tables_with(profile.code))
    if tables.refused:
        raise Refused("plays_in_room", refusal_text("plays_in_room"))
    return bool(tables.allowed)


def version_before(profile: RakeProfile, valid_from: datetime | None) -> RakeVersion | None:
    """The version that one from this moment on, None = at once, takes the place of."""
    versions = profile.versions.filter(withdrawn_at=None, valid_from__lt=valid_from or timezone.now())
    return versions.order_by("-valid_from").first()


def check_version(profile: RakeProfile, tariff: RakeTariff, valid_from: datetime | None) -> None:
    """Raises Refused for a version that says nothing new, is valid in the past, or at the same moment as another."""
    _check_tariff(tariff)
    now = timezone.now()
    if valid_from is not None and valid_from <= now:
        raise Refused(
            "rake_in_the_past",
            _("A version is valid at once or later, never in the past: hands keep the rake they were played with."),
            field="valid_from",
        )
    if profile.versions.filter(withdrawn_at=None, valid_from=valid_from or now).exists():
        raise Refused("rake_same_moment", _("Another version is valid from this very moment."), field="valid_from")
    before = version_before(profile, valid_from)
    if before is not None and before.tariff == tariff:
        raise Refused("rake_nothing_new", _("It says the same as the version before it."))


def make_version(
    *, by: int, profile_id: int, tariff: RakeTariff, valid_from: datetime | None, reason: str
) -> RakeVersion:
    """Adds a version that is valid from a moment, None = at once; tables take it with the next hand from then on."""
    with transaction.atomic():
        profile = _locked(profile_id)
        own = check_impartial(by, profile)
        check_version(profile, tariff, valid_from)
        before = version_before(profile, valid_from)
        changes = _changes(before.tariff if before else None, tariff)
        version = _add_version(profile, tariff, by=by, reason=reason, valid_from=valid_from or timezone.now())
        record(by=by, act=VERSION_MADE, subject=_subject(profile), changes=changes, reason=reason, own=own)
    return version


def check_withdrawal(profile: RakeProfile, number: int) -> RakeVersion:
    """The version that can be withdrawn; raises Refused if it is valid, was valid or is withdrawn already."""
    version = profile.versions.filter(number=number, withdrawn_at=None).first()
    if version is None or version.valid_from <= timezone.now():
        raise Refused("rake_valid_already", _("Only a version that is not valid yet can be withdrawn."))
    return version


def withdraw_version(*, by: int, profile_id: int, number: int, reason: str) -> None:
    """Takes back a version that is not valid yet."""
    with transaction.atomic():
        profile = _locked(profile_id)
        own = check_impartial(by, profile)
        version = check_withdrawal(profile, number)
        version.withdrawn_at = timezone.now()
        version.save(update_fields=["withdrawn_at"])
        changes = [Change("version", str(number), "")]
        record(by=by, act=WITHDRAWN, subject=_subject(profile), changes=changes, reason=reason, own=own)


def retire_profile(*, by: int, profile_id: int, reason: str) -> None:
    """Retires a profile: tables that have it keep it and its versions, no other table can choose it."""
    with transaction.atomic():
        profile = _locked(profile_id)
        if profile.retired_at is not None:
            raise Refused("rake_retired", _("This profile is retired already."))
        profile.retired_at = timezone.now()
        profile.save(update_fields=["retired_at"])
        record(by=by, act=RETIRED, subject=_subject(profile), reason=reason)


def tables_with(code: str) -> QuerySet[Table]:
    """The open cash tables whose rules name a profile, by name."""
    rows = Table.objects.filter(is_open=True, tournament=None, rules_data__rake__code=code)
    return rows.defer("snapshot", "next_snapshot").order_by("name")


def apply_valid_versions(tables: Iterable[int]) -> list[int]:
    """Orders those of these tables whose profile has another valid version to take it; returns their ids.

    Under the table's lock the newest rules are compared, orders that wait among them, so that each table is told once
    whichever hosts call this. A table that the version leaves as it is gets no order.
    """
    if not (valid := valid_versions()):
        return []
    rows = Table.objects.filter(pk__in=tables, is_open=True, tournament=None)
    found = rows.filter(rules_data__rake__code__startswith=CODE).values_list(
        "pk", "rules_data__rake__code", "rules_data__rake__version"
    )
    stale = [pk for pk, code, number in found if (now := valid.get(profile_id(code))) and now.pk != number]
    return [table_id for table_id in stale if _apply(table_id)]


def _apply(table_id: int) -> bool:
    with transaction.atomic():
        table = lock_table(table_id)
        before = newest_rules(table)
        version = valid_versions().get(profile_id(before.rake.code))
        if not table.is_open or version is None or version.pk == before.rake.version:
            return False
        after = with_rake(before, version.tariff, code=before.rake.code, version=version.pk)
        if _same_terms(before, after):
            return False
        payload = {"rules": after.to_data(), "changes": [], "reason": version.reason}
        send(table, Order.Kind.CHANGE_RULES, payload=payload)
    return True


def _changes(before: RakeTariff | None, after: RakeTariff) -> list[Change]:
    return [Change(*change) for change in changed_parts(before, after)]


def _same_terms(before: Rules, after: Rules) -> bool:
    return [one._replace(version=0) for one in before.rakes] == [one._replace(version=0) for one in after.rakes]


def _check_tariff(tariff: RakeTariff) -> None:
    try:
        tariff.check()
    except IllegalAction as refusal:
        raise Refused(refusal.code, refusal_text(refusal.code)) from None


def _locked(profile: int) -> RakeProfile:
    return RakeProfile.objects.select_for_update(no_key=True).get(pk=profile)


def _add_version(
    profile: RakeProfile, tariff: RakeTariff, *, by: int, reason: str, valid_from: datetime
) -> RakeVersion:
    return RakeVersion.objects.create(
        profile=profile,
        number=profile.versions.count() + 1,
        valid_from=valid_from,
        tariff_data=tariff.to_data(),
        reason=clean_line(reason),
        by_id=by,
    )


def _subject(profile: RakeProfile) -> Subject:
    return Subject(SUBJECT, profile.pk)
