"""Schedules open their tables by the clock: each table once, whichever hosts ask, late if the room was down."""

import logging
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from backoffice.api import Change, Subject, record
from backoffice.compiled_query import CompiledQuery
from games.engine.errors import IllegalAction
from games.engine.opening_times import Opening, opening_now
from games.models import Table
from games.models.schedules import ScheduledTable, TableSchedule
from games.operations.table_names import numbered_names
from games.operations.tables import open_table
from games.tables.settings import TableSettings

logger = logging.getLogger(__name__)

SCHEDULED = "table.scheduled"

_IN_USE = CompiledQuery(lambda: TableSchedule.objects.filter(retired_at=None).order_by("pk"))


def open_due(now: datetime) -> list[int]:
    """Opens the tables that the room's schedules should have open now and have not opened yet; returns their ids."""
    opened: list[int] = []
    for schedule in _IN_USE.all():
        opening = opening_now(schedule.times, now, timezone.get_default_timezone())
        if opening is None or not _missing(schedule, opening):
            continue
        try:
            with transaction.atomic():
                opened += _open(schedule.pk, now)
        except Exception as fault:
            # A failing schedule must not stop the others, nor the rest of the sweep.
            code = fault.code if isinstance(fault, IllegalAction) else "failed"
            if TableSchedule.objects.filter(pk=schedule.pk).exclude(refused=code).update(refused=code):
                logger.error("Schedule %s could not open its tables: %s", schedule.pk, type(fault).__name__)
    return opened


def _open(schedule_id: int, now: datetime) -> list[int]:
    rows = TableSchedule.objects.select_for_update(skip_locked=True, of=("self",)).select_related("template")
    schedule = rows.filter(pk=schedule_id, retired_at=None).first()
    if schedule is None:
        return []
    opening = opening_now(schedule.times, now, timezone.get_default_timezone())
    places = _missing(schedule, opening) if opening else []
    if opening is None or not places:
        return []
    settings = TableSettings.from_data(schedule.template.settings)
    tables = list[Table]()
    for place, name in zip(places, numbered_names(schedule.name, len(places)), strict=True):
        table = open_table(name=name, closes_at=opening.closes_at, **settings._asdict())
        ScheduledTable.objects.create(schedule=schedule, day=opening.day, place=place, table=table)
        tables.append(table)
    TableSchedule.objects.filter(pk=schedule_id).exclude(refused="").update(refused="")
    for table in tables:
        changes = [Change("schedule", "", schedule.name), Change("closes_at", "", str(opening.closes_at))]
        record(by=None, act=SCHEDULED, subject=Subject("table", table.pk), changes=changes)
    return [table.pk for table in tables]


def _missing(schedule: TableSchedule, opening: Opening) -> list[int]:
    """The places of the day's tables that have not been opened, also if some of them are closed again."""
    opened = ScheduledTable.objects.filter(schedule=schedule, day=opening.day).values_list("place", flat=True)
    return sorted({*range(1, schedule.how_many + 1)} - {*opened})
