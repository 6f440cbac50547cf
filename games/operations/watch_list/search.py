"""Searches the hands of the last weeks and writes what it finds as flags, once each (F7)."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.engine.watch_list.flags import Flag
from games.engine.watch_list.watch import Watch
from games.models.watch_list import WatchFlag, WatchRun
from games.operations.watch_list.access import access_of_people
from games.operations.watch_list.stored_hands import hands_between
from games.operations.watch_list.thresholds import thresholds

DAYS = 30
"""How far back a search looks."""


def find_flags(*, now: datetime, days: int = DAYS, night: date | None = None) -> tuple[WatchRun, list[WatchFlag]]:
    """Searches the hands of the last `days`; returns the search and the flags that are new.

    A flag that nobody has made a case of is brought up to date. One whose case is open stays as it is; after the end of
    its case the same people are flagged again only with a greater figure.
    """
    run = WatchRun.objects.get_or_create(night=night)[0] if night else WatchRun.objects.create()
    since = now - timedelta(days=days)
    watch, found = Watch(), 0
    for hand in hands_between(since, now, access_of_people()):
        if hand is None:
            run.unread += 1
            continue
        watch.count(hand)
        found += 1
    flags = _of_people(watch.flags(thresholds()))
    new = [row for flag in flags if (row := _write(flag, since, now)) is not None]
    run.hands, run.ended_at = found, timezone.now()
    run.save()
    return run, new


def _of_people(flags: Iterable[Flag]) -> list[Flag]:
    """Without those about house bots."""
    found = list(flags)
    people = {person for flag in found for person in flag.people}
    bots = set(get_user_model().objects.filter(pk__in=people, is_bot=True).values_list("pk", flat=True))
    return [flag for flag in found if bots.isdisjoint(flag.people)]


def _write(flag: Flag, since: datetime, until: datetime) -> WatchFlag | None:
    """Writes a flag; returns it if it is new."""
    person, other = flag.people[0], flag.people[1] if len(flag.people) > 1 else None
    values: Mapping[str, object] = {
        "figure": flag.figure,
        "threshold": flag.threshold,
        "since": since,
        "until": until,
        "hands": [list(hand) for hand in flag.hands],
    }
    with transaction.atomic():
        about = Q(kind=flag.kind, person=person, other=other)
        before = WatchFlag.objects.select_for_update(of=("self",)).select_related("case").filter(about).first()
        if before is not None and before.case is None:
            WatchFlag.objects.filter(pk=before.pk).update(**values)
            return None
        if before is not None and (before.case is None or before.case.ended_at is None or flag.figure <= before.figure):
            return None
        return WatchFlag.objects.create(kind=flag.kind, person_id=person, other_id=other, **values)
