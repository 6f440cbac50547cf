"""Cool-off and self-exclusion: begun by the player, over by themselves and by nobody (M7)."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from backoffice.compiled_query import CompiledQuery, Given
from cashier.engine.limits import cool_off_end, self_exclusion_end
from cashier.models import Exclusion
from cashier.models.protection import in_force_at
from cashier.protection.own_limits import lock_person


class TimeAway(NamedTuple):
    """How long a player stays away; `until` is None for good."""

    until: datetime | None
    is_self_exclusion: bool


def time_away(user_id: int, *, now: datetime | None = None) -> TimeAway | None:
    """The longest cool-off or self-exclusion in force now, None if there is none."""
    rows = _IN_FORCE.all(person=user_id, now=now or timezone.now())
    return _longest([TimeAway(until, kind == Exclusion.Kind.SELF_EXCLUSION) for until, kind in rows])


_IN_FORCE = CompiledQuery(
    lambda: Exclusion.objects.filter(in_force_at(Given("now")), person=Given("person")).values_list("until", "kind")
)


def self_exclusion(user_id: int) -> TimeAway | None:
    """The longest self-exclusion in force now, None if there is none."""
    own = Exclusion.objects.filter(person=user_id, kind=Exclusion.Kind.SELF_EXCLUSION)
    rows = own.filter(in_force_at(timezone.now())).values_list("until", flat=True)
    return _longest([TimeAway(until, True) for until in rows])


def is_away(user_id: int) -> bool:
    """Whether the player is in a cool-off or self-exclusion."""
    return time_away(user_id) is not None


def away_among(players: Iterable[int]) -> set[int]:
    """Those of `players` who are in a cool-off or self-exclusion now."""
    rows = Exclusion.objects.filter(in_force_at(timezone.now()), person__in=players)
    return set(rows.values_list("person", flat=True))


def cool_off(*, user_id: int, days: int, now: datetime | None = None) -> TimeAway:
    """Begins a cool-off of 1, 3, 7 or 30 days; the longest time away that then holds.

    The caller takes the player's seats away in the same transaction.
    """
    now = now or timezone.now()
    return _begin(user_id, Exclusion.Kind.COOL_OFF, now, cool_off_end(days, now))


def self_exclude(*, user_id: int, months: int, now: datetime | None = None) -> TimeAway:
    """Begins a self-exclusion of 6, 12 or 60 months, 0 for good; the longest time away that then holds.

    The caller takes the player's seats away in the same transaction.
    """
    now = now or timezone.now()
    until = self_exclusion_end(months, now, timezone.get_default_timezone())
    return _begin(user_id, Exclusion.Kind.SELF_EXCLUSION, now, until)


def _longest(away: list[TimeAway]) -> TimeAway | None:
    return max(away, key=lambda one: (one.until is None, one.until and one.until.timestamp()), default=None)


def _begin(user_id: int, kind: Exclusion.Kind, now: datetime, until: datetime | None) -> TimeAway:
    with transaction.atomic():
        lock_person(user_id)
        Exclusion.objects.create(person_id=user_id, kind=kind, at=now, until=until)
        away = time_away(user_id, now=now)
    assert away is not None
    return away
