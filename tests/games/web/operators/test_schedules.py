"""The pages of schedules: what opens when is told before, the log keeps each act, mistakes are told at their field."""

from datetime import UTC, datetime, time
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from backoffice.models import StaffAct
from games.models.schedules import TableSchedule
from games.models.templates import TableTemplate
from games.operations.table_templates import make_template
from games.tables.settings import TableSettings
from tests.browser_forms import shown_values
from tests.games.support.tables import NL_10_20, person
from tests.games.web.operators.pages import errors_of, send, text_of
from tests.staff import staff

pytestmark = pytest.mark.django_db

SCHEDULES, NEW = "/office/tables/schedules/", "/office/tables/schedules/new/"
TYPED = {"name": "Evening", "how_many": "2", "weekdays": ["4", "5"], "opens": "18:00", "closes": "02:00"}
THURSDAY, FRIDAY_NIGHT = datetime(2026, 11, 26, 12, tzinfo=UTC), datetime(2026, 11, 27, 22, tzinfo=UTC)


@pytest.fixture
def operator(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Client:
    """A browser in which an operator of a room in Prague has signed in, on a Thursday."""
    settings.TIME_ZONE = "Europe/Prague"
    monkeypatch.setattr(timezone, "now", lambda: THURSDAY)
    return staff("operator")


@pytest.fixture
def template() -> TableTemplate:
    """A template of hold'em 10/20."""
    settings = TableSettings(NL_10_20, "PLAY", 6, 800_00, 5_000_00)
    made = make_template(by=person("Maker").pk, key="template", name="Evening game", settings=settings)
    assert made is not None
    return made


def lines_of(answer: Any) -> list[str]:
    """What the preview says."""
    return [line for group in answer.context["groups"] for line in group.lines]


def test_a_schedule_is_offered_once_there_is_a_template_to_open_tables_by(
    operator: Client, template: TableTemplate
) -> None:
    assert operator.get(SCHEDULES).context["may_change"]
    TableTemplate.objects.update(retired_at=THURSDAY)
    empty = operator.get(SCHEDULES)
    assert not empty.context["may_change"]
    assert "save it as a template" in text_of(empty)


def test_the_preview_says_which_tables_open_when_next(operator: Client, template: TableTemplate) -> None:
    preview = send(operator, NEW, confirmed=False, **TYPED, template=template.pk)
    lines = lines_of(preview)
    assert lines[:2] == [
        "2 tables open by themselves, named Evening 1, Evening 2 the first time: "
        "Friday, Saturday, 18:00–02:00 on the next day.",
        "No-limit hold'em 10/20, play money, 6 seats",
    ]
    assert lines[-1] == (
        "Next in the time zone of the room, Europe/Prague: 27 Nov 2026 18:00 – 28 Nov 2026 02:00; "
        "28 Nov 2026 18:00 – 29 Nov 2026 02:00; 4 Dec 2026 18:00 – 5 Dec 2026 02:00."
    )
    assert not TableSchedule.objects.exists()


def test_the_preview_of_an_opening_that_runs_says_that_its_tables_open_at_once(
    operator: Client, template: TableTemplate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY_NIGHT)
    lines = lines_of(send(operator, NEW, confirmed=False, **TYPED, template=template.pk))
    assert "An opening is running: its tables open at once, until 28 Nov 2026 02:00." in lines


def test_a_schedule_is_made_once_changed_and_retired_and_the_log_says_so(
    operator: Client, template: TableTemplate
) -> None:
    form = shown_values(operator.get(NEW), "once") | TYPED | {"template": template.pk, "confirmed": "1"}
    assert [operator.post(NEW, form).status_code for _ in range(2)] == [302, 302]
    row = TableSchedule.objects.get()
    assert (row.name, row.how_many, row.weekdays, row.opens, row.closes) == ("Evening", 2, [4, 5], time(18), time(2))
    page = f"{SCHEDULES}{row.pk}/"
    assert "Friday, Saturday, 18:00–02:00 on the next day" in text_of(operator.get(SCHEDULES))
    unchanged = send(operator, page, reason="nothing")
    assert "Nothing was changed." in text_of(unchanged)
    assert list(errors_of(send(operator, page, opens="19:30"))) == ["reason"]
    assert send(operator, page, opens="19:30", weekdays=["4"], reason="later").status_code == 302
    row.refresh_from_db()
    assert (row.opens, row.weekdays) == (time(19, 30), [4])
    act = StaffAct.objects.latest("number")
    assert (act.act, act.reason) == ("table_schedule.changed", "later")
    shown = text_of(staff("auditor").get(f"/office/log/{act.number}/"))
    assert "Friday, Saturday" in shown
    assert "19:30" in shown
    retired = operator.post(f"{page}retire/", {"reason": "the winter is over", "confirmed": "1"})
    assert retired.status_code == 302
    assert operator.get(page).status_code == 404
    assert "Evening" not in text_of(operator.get(SCHEDULES))


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("name", "\u200b"),
        ("name", "x" * 35),
        ("how_many", "0"),
        ("how_many", "21"),
        ("weekdays", []),
        ("weekdays", ["7"]),
        ("opens", "25:00"),
        ("opens", ""),
        ("closes", "2 in the morning"),
        ("template", "999"),
    ],
)
def test_a_mistake_is_told_at_its_field_and_what_was_typed_stays(
    operator: Client, template: TableTemplate, field: str, typed: Any
) -> None:
    answer = send(operator, NEW, **{**TYPED, "template": template.pk, field: typed})
    assert list(errors_of(answer)) == [field]
    assert answer.context["form"]["name"].value() == (typed if field == "name" else "Evening")
    assert not TableSchedule.objects.exists()


def test_a_name_in_use_is_refused_at_the_name(operator: Client, template: TableTemplate) -> None:
    assert send(operator, NEW, **TYPED, template=template.pk).status_code == 302
    again = send(operator, NEW, **{**TYPED, "name": "EVENING"}, template=template.pk)
    assert list(errors_of(again)) == ["name"]


def test_without_a_template_the_list_says_how_to_get_one(operator: Client) -> None:
    page = text_of(operator.get(SCHEDULES))
    assert "save it as a template" in page
    assert NEW not in page


def test_the_list_and_the_page_say_why_the_last_opening_failed(operator: Client, template: TableTemplate) -> None:
    send(operator, NEW, **TYPED, template=template.pk)
    TableSchedule.objects.update(refused="currency_not_in_use")
    why = "The tables could not be opened. "
    assert why in text_of(operator.get(SCHEDULES))
    assert why in text_of(operator.get(f"{SCHEDULES}{TableSchedule.objects.get().pk}/"))
