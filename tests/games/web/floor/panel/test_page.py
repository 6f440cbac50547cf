"""F1, F8: the page of the panel shows every running table, tournament and call to the floor and to nobody else."""

import pytest
from django.test import Client

from games import moderation
from games.models import Table
from games.operations import floor
from games.web.floor.panel import filters
from pokerroom.roles import AUDITOR, CASHIER, DIRECTOR, FLOORMAN, OPERATOR, OWNER, PLAYER
from tests.games.support.tables import host_with, open_table, person
from tests.games.support.tournament_tables import open_tournament_table
from tests.staff import staff

pytestmark = pytest.mark.django_db


def page(client: Client, query: str = "") -> str:
    return client.get(f"/floor/{query}").content.decode()


@pytest.mark.parametrize(
    ("role", "status"),
    [(FLOORMAN, 200), (OPERATOR, 200), (OWNER, 200), (AUDITOR, 200), (CASHIER, 403), (DIRECTOR, 403), (PLAYER, 403)],
)
def test_F8_the_panel_is_for_the_floor_and_those_who_may_read_its_decisions(role: str, status: int) -> None:
    assert staff(role).get("/floor/").status_code == status


def test_F1_every_table_stands_in_the_panel_also_while_its_host_is_silent() -> None:
    host, other = host_with(person("Anna"), person("Bob")), open_table("Brno")
    moderation.call_floor(player=person("Eva").pk, table_id=other.pk, reason="Two <aces>")
    html = page(staff(FLOORMAN))
    assert f'id="f-table-{host.id}"' in html
    assert "2 of 9 seats" in html
    assert f'data-order="f-table-{other.pk} f-table-{host.id}"' in html, "the call comes first"
    assert "Two &lt;aces&gt;" in html
    assert "1 needs attention" in html


def test_F1_the_panel_without_anything_says_so() -> None:
    client = staff(FLOORMAN)
    assert "No table is running." in page(client)
    open_table()
    assert "Nothing needs you." in page(client)


def test_F1_only_what_needs_somebody_and_only_some_stakes() -> None:
    quiet, stopped = open_table(), open_table("Brno")
    Table.objects.filter(pk=stopped.pk).update(frozen=True)
    client = staff(FLOORMAN)
    needy = page(client, "?show=need")
    assert [f'id="f-table-{one.pk}"' in needy for one in (quiet, stopped)] == [False, True]
    same_stakes = page(client, "?show=nl:1000:2000:PLAY")
    assert [f'id="f-table-{one.pk}"' in same_stakes for one in (quiet, stopped)] == [True, True]
    anything = page(client, "?show=%3Cscript%3E")
    assert "<script>" not in anything.partition("<main")[2]
    assert f'id="f-table-{quiet.pk}"' in anything


def test_F1_a_table_is_found_by_its_name_and_the_panel_says_when_none_fits() -> None:
    prague, brno = open_table(), open_table("Brno")
    client = staff(FLOORMAN)
    found = page(client, "?name=+bRN")
    assert [f'id="f-table-{one.pk}"' in found for one in (prague, brno)] == [False, True]
    assert "/ws/floor/?show=all&amp;name=bRN" in found
    nothing = page(client, "?name=%22%3E%3Cscript%3E")
    assert "No table fits this choice." in nothing
    assert "<script>" not in nothing.partition("<main")[2]


def test_F1_a_page_of_too_many_rows_says_how_many_it_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    open_table(), open_table("Brno")
    monkeypatch.setattr(filters, "MOST_ROWS", 1)
    shown = page(staff(FLOORMAN))
    assert shown.count('id="f-table-') == 1
    assert "1 of 2 rows are listed" in shown


def test_F1_tables_that_are_closed_are_no_longer_shown() -> None:
    host = host_with(person("Anna"))
    floor.close(by=person("Jana").pk, table_id=host.id, why="late")
    host.read_inbox()
    assert f'id="f-table-{host.id}"' not in page(staff(FLOORMAN))


def test_F1_the_tables_of_a_tournament_that_is_not_running_are_not_shown() -> None:
    host = open_tournament_table()
    assert f'id="f-table-{host.id}"' not in page(staff(FLOORMAN))


def test_F8_auditors_see_calls_without_buttons() -> None:
    moderation.call_floor(player=person("Eva").pk, table_id=open_table().pk, reason="Look")
    assert 'form="f-take"' not in page(staff(AUDITOR))
    assert 'form="f-take"' in page(staff(FLOORMAN))
