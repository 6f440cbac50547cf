"""Schedules of tables: what is open at a moment, each table once, and what is kept of who did it."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from pytest_django import Settings

from backoffice.models import StaffAct
from games.engine.opening_times import OpeningTimes
from games.models import Table
from games.models.schedules import ScheduledTable, TableSchedule
from games.models.templates import TableTemplate
from games.operations.automatic.closing_times import close_due
from games.operations.automatic.schedules import open_due
from games.operations.schedules import ScheduleWanted, change_schedule, make_schedule, retire_schedule
from games.operations.table_templates import make_template, retire_template
from games.tables.settings import TableSettings
from tests.games.support.concurrency import run_concurrently
from tests.games.support.seats import assert_refused
from tests.games.support.tables import NL_10_20, open_table, person

FRIDAY, SATURDAY = 4, 5
EVENING = OpeningTimes(frozenset({FRIDAY, SATURDAY}), time(18), time(2))
HOUR = timedelta(hours=1)
OPENS, CLOSES = datetime(2026, 11, 27, 17, tzinfo=UTC), datetime(2026, 11, 28, 1, tzinfo=UTC)
"""A Friday's opening at 18:00 by the clocks of Prague."""


@pytest.fixture(autouse=True)
def prague(settings: Settings) -> None:
    """The room is in Prague."""
    settings.TIME_ZONE = "Europe/Prague"


def template_of(name: str = "Evening game", currency: str = "PLAY") -> TableTemplate:
    """A template of hold'em 10/20."""
    settings = TableSettings(NL_10_20, currency, 6, 800_00, 5_000_00)
    made = make_template(by=person(f"T {name}").pk, key=f"template {name}", name=name, settings=settings)
    assert made is not None
    return made


def schedule_of(name: str = "Evening", how_many: int = 2, template: TableTemplate | None = None) -> TableSchedule:
    """Two tables, on Fridays and Saturdays from 18:00 to 02:00."""
    wanted = ScheduleWanted(name, template or template_of(), how_many, EVENING)
    made = make_schedule(by=person(f"S {name}").pk, key=f"key {name}", wanted=wanted)
    assert made is not None
    return made


def open_names() -> list[str]:
    """The names of open tables."""
    return list(Table.objects.filter(is_open=True).order_by("name").values_list("name", flat=True))


@pytest.mark.django_db
def test_the_tables_of_an_opening_open_once_with_the_settings_of_the_template_and_their_closing_time() -> None:
    schedule = schedule_of()
    assert open_due(OPENS - HOUR / 3600) == []
    opened = open_due(OPENS)
    assert [open_due(OPENS), open_due(CLOSES - HOUR)] == [[], []]
    assert open_names() == ["Evening 1", "Evening 2"]
    rows = ScheduledTable.objects.order_by("place").values_list("schedule", "day", "place", "table")
    assert list(rows) == [(schedule.pk, date(2026, 11, 27), n + 1, pk) for n, pk in enumerate(opened)]
    table = Table.objects.get(pk=opened[0])
    assert (table.seats, table.closes_at, table.rules) == (6, CLOSES, NL_10_20)


@pytest.mark.django_db
def test_nobody_is_blamed_for_what_a_schedule_opens_and_closes() -> None:
    schedule_of(how_many=1)
    (opened,) = open_due(OPENS)
    close_due([opened], CLOSES)
    acts = StaffAct.objects.filter(subject_id=str(opened), subject_kind="table").order_by("number")
    assert [(act.act, act.by) for act in acts] == [("table.scheduled", None), ("table.closing_time", None)]
    assert acts[0].changes == [["schedule", "", "Evening"], ["closes_at", "", str(CLOSES)]]


@pytest.mark.django_db
def test_a_room_that_was_down_opens_late_within_the_hours_and_never_what_is_over() -> None:
    schedule_of(how_many=1)
    assert len(open_due(CLOSES - HOUR)) == 1
    assert Table.objects.get().closes_at == CLOSES
    assert open_due(CLOSES) == [], "the next day's has not begun"
    assert open_due(OPENS + timedelta(days=21)), "three weeks later only that day's tables open"
    assert list(ScheduledTable.objects.values_list("day", flat=True)) == [date(2026, 11, 27), date(2026, 12, 18)]


@pytest.mark.django_db
def test_a_table_that_was_closed_by_hand_is_not_opened_again_that_day() -> None:
    schedule_of(how_many=2)
    first, second = open_due(OPENS)
    close_due([first, second], CLOSES)
    assert open_due(OPENS + HOUR) == []
    assert len(open_due(OPENS + 24 * HOUR)) == 2
    assert open_names() == ["Evening 3", "Evening 4"]


@pytest.mark.django_db
def test_a_changed_schedule_opens_what_is_missing_and_leaves_open_tables_as_they_are() -> None:
    schedule = schedule_of(how_many=1)
    open_due(OPENS)
    by = person("Operator").pk
    later = ScheduleWanted("Evening", schedule.template, 2, EVENING._replace(closes=time(4)))
    assert [change.what for change in change_schedule(by=by, schedule_id=schedule.pk, wanted=later, why="busy")] == [
        "how_many",
        "closes",
    ]
    assert len(open_due(OPENS + HOUR)) == 1
    closing = list(Table.objects.order_by("pk").values_list("closes_at", flat=True))
    assert closing == [CLOSES, CLOSES + 2 * HOUR]
    assert_refused(
        "nothing_changed", lambda: change_schedule(by=by, schedule_id=schedule.pk, wanted=later, why="again")
    )


@pytest.mark.django_db
def test_a_retired_schedule_opens_nothing_more() -> None:
    schedule = schedule_of()
    by = person("Operator").pk
    assert_refused("template_scheduled", lambda: retire_template(by=by, template_id=schedule.template_id, why="old"))
    retire_schedule(by=by, schedule_id=schedule.pk, why="the winter is over")
    assert open_due(OPENS) == []
    retire_template(by=by, template_id=schedule.template_id, why="old")
    assert_refused("no_such_schedule", lambda: retire_schedule(by=by, schedule_id=schedule.pk, why="twice"))
    wanted = ScheduleWanted("Evening", schedule.template, 1, EVENING)
    assert_refused("no_such_template", lambda: make_schedule(by=by, key="new", wanted=wanted))


@pytest.mark.django_db
def test_a_schedule_that_cannot_open_says_why_and_does_not_stop_the_others() -> None:
    broken = schedule_of("Broken", template=template_of("Old money", currency="OLD"))
    schedule_of("Evening", how_many=1)
    assert len(open_due(OPENS)) == 1
    assert open_names() == ["Evening 1"]
    broken.refresh_from_db()
    assert broken.refused == "currency_not_in_use"
    TableTemplate.objects.filter(pk=broken.template_id).update(settings=template_of("New money").settings)
    assert len(open_due(OPENS)) == 2
    broken.refresh_from_db()
    assert broken.refused == ""


@pytest.mark.django_db
def test_names_that_are_taken_are_passed_over_and_schedules_have_names_of_their_own() -> None:
    open_table("evening 1")
    schedule = schedule_of(how_many=1)
    open_due(OPENS)
    assert open_names() == ["Evening 2", "evening 1"]
    wanted = ScheduleWanted("EVENING", schedule.template, 1, EVENING)
    by = schedule.made_by_id
    assert_refused("schedule_name_taken", lambda: make_schedule(by=by, key="other", wanted=wanted))
    assert make_schedule(by=by, key="key Evening", wanted=wanted) is None, "the second submit does nothing"


@pytest.mark.django_db(transaction=True)
def test_hosts_that_ask_at_the_same_time_open_each_table_once() -> None:
    schedule_of(how_many=3)
    run_concurrently(4, lambda _number: open_due(OPENS))
    assert open_names() == ["Evening 1", "Evening 2", "Evening 3"]
    assert TableSchedule.objects.get().refused == ""
