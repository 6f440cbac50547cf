"""The rake profiles of the room: which version is valid when, which tables may take which, the choice of one (R1)."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from backoffice.compiled_query import CompiledQuery, Given
from games.engine.errors import IllegalAction
from games.engine.rules.house_rule import Preset
from games.engine.rules.rake import NO_RAKE
from games.engine.rules.rake_presets import preset_tariff, with_preset_rake, without_rake
from games.engine.rules.rake_tariff import RakeTariff, with_rake
from games.engine.rules.rules import Rules
from games.models import Table
from games.models.rake import CODE, RakeProfile, RakeVersion
from games.money import escrow
from games.text.house_rules.as_text import PRESET_NAMES

AS_IT_IS = "as_it_is"
"""The choice of the rake that a table has, though it is none of the others."""

_VALID_VERSIONS = CompiledQuery(
    lambda: RakeVersion.objects.filter(withdrawn_at=None, valid_from__lte=Given("at")).order_by("valid_from")
)


class TariffInUse(NamedTuple):
    """What a profile says that open tables in a currency have, by the profile's name."""

    name: str
    currency: str
    tariff: RakeTariff


def profile_id(code: str) -> int:
    """The id of the room's profile that the rules of a table name; 0 for a profile of a preset."""
    number = code.removeprefix(CODE)
    return int(number) if code.startswith(CODE) and number.isascii() and number.isdecimal() else 0


def valid_versions(at: datetime | None = None) -> Mapping[int, RakeVersion]:
    """The version of each profile that is valid at a moment, by profile; profiles without one are left out."""
    return {row.profile_id: row for row in _VALID_VERSIONS.all(at=at or timezone.now())}


def rake_choices(currency: str, *, now: str = "") -> list[tuple[str, str]]:
    """The room's profiles for tables in a currency, as (code, name); a retired one only if a table has it `now`."""
    valid = valid_versions()
    profiles = RakeProfile.objects.filter(currency=currency, pk__in=valid)
    return [(row.code, row.name) for row in profiles if row.retired_at is None or row.code == now]


def with_chosen_rake(rules: Rules, choice: str, *, preset: Preset, currency: str, before: Rules | None = None) -> Rules:
    """The rules with the rake of a choice: "" is that of the preset, else "none", a preset or a profile's code.

    `before` are the rules that the table has. Raises IllegalAction for a profile that a table may not take.
    """
    if choice == AS_IT_IS and before is not None:
        return rules._replace(rake=before.rake, mix_rakes=before.mix_rakes)
    if choice == NO_RAKE.code:
        return without_rake(rules)
    if choice in ("", *Preset):
        return with_preset_rake(rules, Preset(choice or preset), digits=escrow.currency(currency).digits)
    version = valid_versions().get(profile_id(choice))
    if version is None:
        raise IllegalAction("rake_not_yet" if profile_id(choice) else "rake_unknown")
    chosen = with_rake(rules, version.tariff, code=choice, version=version.pk)
    check_profile(chosen, currency=currency, before=before)
    return chosen


def choice_of_rake(rules: Rules, preset: Preset, currency: str) -> str:
    """The choice by which these rules have their rake."""
    for choice in ("", NO_RAKE.code, *Preset):
        if with_chosen_rake(rules, choice, preset=preset, currency=currency) == rules:
            return str(choice)
    version = valid_versions().get(profile_id(rules.rake.code))
    if version and with_rake(rules, version.tariff, code=rules.rake.code, version=rules.rake.version) == rules:
        return rules.rake.code
    return AS_IT_IS


def check_profile(rules: Rules, *, currency: str, before: Rules | None = None) -> None:
    """Raises IllegalAction if a table in this currency may not take the profile that its rules name.

    A table that has had the profile `before` keeps it though it is retired.
    """
    number = profile_id(rules.rake.code)
    if not number:
        return
    profile = RakeProfile.objects.filter(pk=number).first()
    if profile is None:
        raise IllegalAction("rake_unknown")
    if profile.currency != currency:
        raise IllegalAction("rake_other_currency")
    if profile.retired_at is not None and (before is None or before.rake.code != rules.rake.code):
        raise IllegalAction("rake_retired")


def tariffs_in_use() -> list[TariffInUse]:
    """The tariffs by which open cash tables play, those of the room's profiles first (R5)."""
    rows = Table.objects.filter(is_open=True, tournament=None).order_by("currency", "rules_data__rake__code")
    pairs = list(rows.values_list("rules_data__rake__code", "currency").distinct())
    names = {row.pk: row.name for row in RakeProfile.objects.filter(pk__in=[profile_id(code) for code, _ in pairs])}
    valid, found = valid_versions(), list[TariffInUse]()
    for code, currency in pairs:
        if version := valid.get(profile_id(code)):
            found.append(TariffInUse(names[version.profile_id], currency, version.tariff))
        elif code in {*Preset}:
            tariff = preset_tariff(Preset(code), escrow.currency(currency).digits)
            found.append(TariffInUse(str(PRESET_NAMES[Preset(code)]), currency, tariff))
    return found
