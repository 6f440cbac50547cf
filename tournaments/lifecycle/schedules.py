"""Schedules announce tournaments repeatedly: by the clock, or when the last one has started (T1)."""

import logging
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from backoffice.api import Change, Subject, record
from backoffice.compiled_query import CompiledQuery
from games.engine.errors import IllegalAction
from tournaments.engine.setup.setup import Setup
from tournaments.lifecycle.announce import announce
from tournaments.models import Schedule, Tournament

logger = logging.getLogger(__name__)

DAYS = {Schedule.Every.DAY: 1, Schedule.Every.WEEK: 7}

_SWITCHED_ON = CompiledQuery(lambda: Schedule.objects.filter(is_on=True).values_list("pk", flat=True))


def announce_due(now: int) -> list[int]:
    """Announce the tournaments that schedules have due at `now` ms; their ids.

    Each is announced once, even by two hosts at once.
    """
    made = []
    for pk in _SWITCHED_ON.all():
        try:
            with transaction.atomic():
                made += _announce_locked(pk, datetime.fromtimestamp(now / 1000, timezone.get_current_timezone()))
        except Exception as fault:
            # A failing schedule must not stop the others, nor the running tournaments.
            logger.error("Schedule %s could not be announced: %s", pk, type(fault).__name__)
    return made


def _announce_locked(pk: int, now: datetime) -> list[int]:
    rows = Schedule.objects.select_for_update(skip_locked=True, no_key=True)
    schedule = rows.filter(pk=pk, is_on=True).first()
    return _announce_schedule(schedule, now) if schedule is not None else []


def _announce_schedule(schedule: Schedule, now: datetime) -> list[int]:
    if schedule.every == Schedule.Every.AGAIN:
        if Tournament.objects.filter(schedule=schedule, stage="open").exists():
            return []
        return [_announce(schedule, 0)]
    made = []
    while schedule.next_at is not None and schedule.next_at - timedelta(minutes=schedule.ahead) <= now:
        if schedule.next_at > now:
            made.append(_announce(schedule, round(schedule.next_at.timestamp() * 1000)))
        schedule.next_at = next_start(schedule.next_at, Schedule.Every(schedule.every), first=_first_start(schedule))
        schedule.save(update_fields=["next_at"])
    return made


def _announce(schedule: Schedule, starts_at: int) -> int:
    first = schedule.announced
    ends_at = first.ends_at + starts_at - first.starts_at if first.ends_at else 0
    setup = first._replace(starts_at=starts_at, ends_at=ends_at)
    return announce(
        setup=setup,
        password=schedule.password,
        by=schedule.created_by_id,
        bots=schedule.bots,
        schedule=schedule,
    ).pk


def _first_start(schedule: Schedule) -> datetime:
    return datetime.fromtimestamp(schedule.announced.starts_at / 1000, timezone.get_current_timezone())


def next_start(start: datetime, every: Schedule.Every, *, first: datetime) -> datetime:
    """The start after this one; a day or a week later it is at the local time of the `first` one.

    A time that a clock leaves out when summer time begins is an hour later on that day only.
    """
    if every is Schedule.Every.HOUR:
        return start + timedelta(hours=1)
    zone = timezone.get_current_timezone()
    day = start.astimezone(zone).date() + timedelta(days=DAYS[every])
    return datetime.combine(day, first.astimezone(zone).time(), zone)


class ScheduleInfo(NamedTuple):
    """A schedule: `every` as text, and the start of the next tournament, announced `ahead` minutes before it."""

    id: int
    setup: Setup
    every: str
    next_at: datetime | None
    ahead: int
    is_on: bool
    by: str


def all_schedules() -> list[ScheduleInfo]:
    """All schedules, those switched on first."""
    rows = Schedule.objects.select_related("created_by").order_by("-is_on", "next_at", "pk")
    return [
        ScheduleInfo(
            row.pk,
            row.announced,
            row.get_every_display(),
            row.next_at,
            row.ahead,
            row.is_on,
            row.created_by.display_name if row.created_by else "",
        )
        for row in rows
    ]


def switch(schedule_id: int, *, on: bool, user_id: int, why: str) -> None:
    """Switch a schedule on or off; the log of acts keeps the user and the reason (F3)."""
    with transaction.atomic():
        row = Schedule.objects.select_for_update(no_key=True).filter(pk=schedule_id).first()
        if row is None:
            raise IllegalAction("no_such_tournament")
        if row.is_on != on:
            row.is_on = on
            row.save(update_fields=["is_on"])
            changes = [Change("is_on", "off" if on else "on", "on" if on else "off")]
            subject = Subject("schedule", row.pk)
            record(by=user_id, act="schedule.switched", subject=subject, changes=changes, reason=why)
