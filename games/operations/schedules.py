"""Schedules of tables: made, changed and retired by operators, each act kept in the log (F3)."""

from collections.abc import Sequence
from datetime import time
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.utils import timezone

from backoffice.api import Change, Subject, changes_between, record
from games.engine.errors import IllegalAction
from games.engine.opening_times import OpeningTimes
from games.models.names import comparison_key
from games.models.schedules import TableSchedule
from games.models.templates import TableTemplate
from games.operations.once import first_time

MADE, CHANGED, RETIRED = "table_schedule.made", "table_schedule.changed", "table_schedule.retired"
SUBJECT = "table_schedule"


class ScheduleWanted(NamedTuple):
    """What an operator wants of a schedule; the times are local to the room."""

    name: str
    template: TableTemplate
    how_many: int
    times: OpeningTimes

    def values(self) -> list[tuple[str, object]]:
        """What the log compares, by name."""
        return [
            ("name", self.name),
            ("template", self.template.name),
            ("how_many", self.how_many),
            ("weekdays", ",".join(map(str, sorted(self.times.weekdays)))),
            ("opens", _clock(self.times.opens)),
            ("closes", _clock(self.times.closes)),
        ]

    @classmethod
    def of(cls, schedule: TableSchedule) -> "ScheduleWanted":
        """What a schedule is."""
        return cls(schedule.name, schedule.template, schedule.how_many, schedule.times)


def make_schedule(*, by: int, key: str, wanted: ScheduleWanted, why: str = "") -> TableSchedule | None:
    """Makes a schedule; None the second time with the same `key`. Raises IllegalAction for a taken name."""
    with transaction.atomic():
        if not first_time(key):
            return None
        schedule = TableSchedule(made_by_id=by)
        _save(schedule, wanted)
        changes = [Change(what, "", str(value)) for what, value in wanted.values()]
        record(by=by, act=MADE, subject=_subject(schedule), changes=changes, reason=why)
    return schedule


def change_schedule(*, by: int, schedule_id: int, wanted: ScheduleWanted, why: str) -> Sequence[Change]:
    """Changes a schedule in use; tables that it has opened stay as they are. Raises IllegalAction."""
    with transaction.atomic():
        schedule = _lock(schedule_id)
        changes = changes_between(ScheduleWanted.of(schedule).values(), wanted.values())
        if not changes:
            raise IllegalAction("nothing_changed")
        _save(schedule, wanted)
        record(by=by, act=CHANGED, subject=_subject(schedule), changes=changes, reason=why)
    return changes


def retire_schedule(*, by: int, schedule_id: int, why: str) -> None:
    """Takes a schedule out of use: open tables still close at their time. Raises IllegalAction if it is retired."""
    with transaction.atomic():
        schedule = _lock(schedule_id)
        schedule.retired_at = timezone.now()
        schedule.save(update_fields=["retired_at"])
        record(by=by, act=RETIRED, subject=_subject(schedule), reason=why)


def _lock(schedule_id: int) -> TableSchedule:
    rows = TableSchedule.objects.select_for_update(of=("self",)).select_related("template")
    found = rows.filter(pk=schedule_id, retired_at=None).first()
    if found is None:
        raise IllegalAction("no_such_schedule")
    return found


def _save(schedule: TableSchedule, wanted: ScheduleWanted) -> None:
    if not comparison_key(wanted.name):
        raise IllegalAction("name_missing")
    # Under its lock the template cannot be retired meanwhile.
    if not TableTemplate.objects.select_for_update().filter(pk=wanted.template.pk, retired_at=None).exists():
        raise IllegalAction("no_such_template")
    schedule.set_name(wanted.name)
    schedule.template, schedule.how_many = wanted.template, wanted.how_many
    schedule.weekdays = sorted(wanted.times.weekdays)
    schedule.opens, schedule.closes = wanted.times.opens, wanted.times.closes
    schedule.refused = ""
    try:
        with transaction.atomic():
            schedule.save()
    except IntegrityError:
        raise IllegalAction("schedule_name_taken") from None


def _clock(at: time) -> str:
    return at.strftime("%H:%M")


def _subject(schedule: TableSchedule) -> Subject:
    return Subject(SUBJECT, schedule.pk)
