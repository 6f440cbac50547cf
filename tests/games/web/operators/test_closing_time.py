"""The closing time in the operators' form, typed in the time zone of the room, and where players read it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from backoffice.models import StaffAct
from games.models import Table
from games.operations.automatic.closing_times import close_due
from tests.games.support.tables import SteppedHost, open_table
from tests.games.web.operators.pages import NEW, errors_of, page_of, send, text_of
from tests.staff import staff

pytestmark = pytest.mark.django_db

TYPED, MEANT = "2099-07-04T02:30", datetime(2099, 7, 4, 0, 30, tzinfo=UTC)


@pytest.fixture
def operator(settings: Settings) -> Client:
    """A browser in which an operator of a room in Prague has signed in."""
    settings.TIME_ZONE = "Europe/Prague"
    return staff("operator")


def test_a_new_table_closes_at_the_moment_typed_which_the_preview_says(operator: Client) -> None:
    preview = text_of(send(operator, NEW, confirmed=False, name="Late", closes_at=TYPED))
    assert "Closes by itself at 4 Jul 2099 02:30." in preview
    assert send(operator, NEW, name="Late", closes_at=TYPED).status_code == 302
    assert Table.objects.get().closes_at == MEANT


def test_a_running_table_is_told_its_new_closing_time_and_the_log_of_acts_too(operator: Client) -> None:
    host = SteppedHost(open_table().pk)
    page = page_of(Table.objects.get())
    assert send(operator, page, closes_at=TYPED, reason="the club closes").status_code == 302
    assert Table.objects.get().closes_at == MEANT
    host.read_inbox()
    assert send(operator, page, closes_at="", reason="open end").status_code == 302
    assert Table.objects.get().closes_at is None
    first = StaffAct.objects.earliest("number")
    acts = text_of(staff("owner").get(f"/office/log/{first.number}/"))
    assert "Closes by itself" in acts
    assert "4 Jul 2099 02:30" in acts


@pytest.mark.parametrize("typed", ["2020-01-01T10:00", "soon", "2099-02-30T10:00", "9999-12-31T23:59", "2099-07-04"])
def test_a_moment_that_is_over_or_none_is_refused_at_its_field(operator: Client, typed: str) -> None:
    errors = errors_of(send(operator, NEW, name="Late", closes_at=typed))
    assert list(errors) == ["closes_at"]
    assert not Table.objects.exists()


def test_a_closing_time_that_has_come_does_not_keep_the_rest_of_the_form_from_being_saved(operator: Client) -> None:
    over = timezone.now().replace(second=0, microsecond=0) - timedelta(minutes=1)
    table = open_table(closes_at=over)
    assert send(operator, page_of(table), name="Renamed", reason="a better name").status_code == 302
    table.refresh_from_db()
    assert (table.name, table.closes_at) == ("Renamed", over)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2099-10-25T02:30", datetime(2099, 10, 25, 0, 30, tzinfo=UTC)),
        ("2099-03-29T02:30", datetime(2099, 3, 29, 1, 30, tzinfo=UTC)),
    ],
)
def test_hours_that_the_clocks_repeat_or_leave_out_are_a_moment_too(
    operator: Client, typed: str, meant: datetime
) -> None:
    assert send(operator, NEW, name="Late", closes_at=typed).status_code == 302
    assert Table.objects.get().closes_at == meant


def test_players_read_the_closing_time_in_the_lobby_and_among_the_rules(operator: Client) -> None:
    far = open_table("Far", closes_at=MEANT)
    near = timezone.now() + timedelta(hours=2)
    open_table("Near", closes_at=near)
    open_table("Never")
    lobby = text_of(operator.get("/"))
    assert "closes 4 Jul 2099 02:30" in lobby
    assert f"closes at {timezone.localtime(near, timezone.get_default_timezone()):%H:%M}" in lobby
    assert lobby.count("closes ") == 2
    assert "This table closes by itself at 4 Jul 2099 02:30" in text_of(operator.get(f"/table/{far.pk}/"))
    close_due([far.pk], MEANT)
    assert "closes 4 Jul 2099" not in text_of(operator.get("/")), "it is closing now"
