"""What tables do by themselves, in the operators' form, in their list and on the page of a table."""

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Table
from games.operations.automatic.table_groups import open_more
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.web.operators.pages import NEW, errors_of, page_of, send, text_of
from tests.staff import staff

pytestmark = pytest.mark.django_db

LIST = "/office/tables/"
OPTION = {"most_alike": "4", "empty_minutes": "15"}


@pytest.fixture
def operator() -> Client:
    """A browser in which an operator has signed in."""
    return staff("operator")


def test_the_option_is_told_before_a_table_opens_and_stands_in_the_list_and_on_its_page(operator: Client) -> None:
    preview = text_of(send(operator, NEW, confirmed=False, name="Brno", **OPTION))
    told = "Another like it opens when all are full, up to 4 in all"
    empty = "An empty one of these closes after 15 minutes"
    assert told in preview
    assert empty in preview
    assert send(operator, NEW, name="Brno", **OPTION).status_code == 302
    table = Table.objects.get()
    assert (table.most_alike, table.empty_minutes) == (4, 15)
    for page in (LIST, page_of(table)):
        assert told in text_of(operator.get(page))
        assert empty in text_of(operator.get(page))


def test_a_running_table_gets_and_loses_the_option_at_once(operator: Client) -> None:
    table = open_table()
    preview = send(operator, page_of(table), confirmed=False, **OPTION, reason="a busy night")
    assert "Tables alike when all are full: none → up to 4" in text_of(preview)
    assert "An empty one closes: never → after 15 min" in text_of(preview)
    assert send(operator, page_of(table), **OPTION, reason="a busy night").status_code == 302
    assert send(operator, page_of(table), most_alike="", reason="quiet again").status_code == 302
    table.refresh_from_db()
    assert (table.most_alike, table.empty_minutes) == (0, 15)


def test_a_table_that_opened_so_says_why_and_refuses_the_option_at_its_field(operator: Client) -> None:
    origin = open_table(seats=2, most_alike=2)
    seat(SteppedHost(origin.pk), person("Alice"), person("Bob"))
    (opened,) = open_more([origin.pk], timezone.now())
    new = Table.objects.get(pk=opened)
    assert "Opened because Prague was full" in text_of(operator.get(page_of(new)))
    assert f'<a href="{page_of(new)}">Prague 1</a>' in text_of(operator.get(page_of(origin)))
    errors = errors_of(send(operator, page_of(new), **OPTION, reason="more"))
    assert errors == {"most_alike": "This table was opened because Prague was full: set it there."}
    assert list(errors_of(send(operator, NEW, name="Feeder", feeds=origin.pk, **OPTION))) == ["most_alike"]


@pytest.mark.parametrize("typed", ["1", "21", "-1", "some"])
def test_a_number_out_of_range_is_refused_at_its_field(operator: Client, typed: str) -> None:
    assert list(errors_of(send(operator, NEW, name="Brno", most_alike=typed))) == ["most_alike"]
