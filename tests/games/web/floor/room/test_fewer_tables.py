"""F1, K8: tables of one stake close and their players move, as the page has shown before."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Order, Table
from games.models.floor_decisions import FloorDecision
from games.web.floor.room import forms
from pokerroom.roles import FLOORMAN
from tests.browser_forms import shown_values
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.staff import staff

pytestmark = pytest.mark.django_db
URL = "/floor/room/fewer/"


@pytest.fixture
def client() -> Client:
    return staff(FLOORMAN)


@pytest.fixture
def tables() -> list[Table]:
    """Three tables of the same stakes; two players sit at the first and one at each other."""
    made = [open_table(name, seats=4) for name in ("Prague", "Brno", "Zlín")]
    for table, people in zip(made, (("Anna", "Bob"), ("Carl",), ("Dora",)), strict=True):
        seat(SteppedHost(table.pk), *(person(name) for name in people))
    return made


def form(client: Client, **typed: object) -> dict[str, object]:
    shown = client.get(URL)
    (key, _name) = shown.context["form"].fields["group"].choices[0]
    return {**shown_values(shown, "once"), "group": key, "reason": "short tables", **typed}


def test_F1_what_was_shown_is_what_is_done_once(client: Client, tables: list[Table]) -> None:
    sent = form(client)
    shown = client.post(URL, sent)
    html = shown.content.decode()
    assert ["Brno closes" in html, "Zlín closes" in html, "Prague closes" in html] == [True, True, False]
    assert "Carl moves to Prague after the hand" in html
    assert not FloorDecision.objects.exists()
    confirmed: dict[str, object] = {**shown_values(shown, "closing")}
    assert confirmed["closing"] == [str(table.pk) for table in tables[1:]]
    seat(SteppedHost(tables[2].pk), person("Emil"), person("Filip"))
    assert client.post(URL, confirmed | {"confirmed": "1"}).status_code == 422, "there are no longer enough seats"
    assert Table.objects.filter(is_open=True).count() == 3
    confirmed["closing"] = [tables[1].pk]
    for _ in range(2):
        assert "/floor/" in client.post(URL, confirmed | {"confirmed": "1"})["location"]
    assert [order.table_id for order in Order.objects.filter(kind=Order.Kind.MOVE)] == [tables[1].pk]
    assert FloorDecision.objects.get().reason == "short tables"


def test_F1_the_token_of_a_form_is_read_without_characters_that_no_database_takes(
    client: Client, tables: list[Table]
) -> None:
    (once,) = shown_values(client.get(URL), "once")["once"]
    sent = form(client, closing=[tables[1].pk], once=once, confirmed="1")
    assert client.post(URL, sent).status_code == 302
    again = client.post(URL, {"confirmed": "1", "once": f"{once}\x00"})
    assert (again.status_code, again["location"]) == (302, "/floor/")


def test_F1_tables_are_chosen_or_counted_and_one_stays(client: Client, tables: list[Table]) -> None:
    everything = [table.pk for table in tables]
    for typed in ({"stay": "3"}, {"stay": "0"}, {"closing": everything}, {"stay": "2", "closing": everything[:1]}):
        assert client.post(URL, form(client, **typed)).status_code == 422, typed
    assert "Prague closes" in client.post(URL, form(client, closing=everything[:1])).content.decode()
    assert "Prague closes" not in client.post(URL, form(client, stay="2")).content.decode()


def test_F1_tables_of_other_stakes_are_not_mixed_in(client: Client, tables: list[Table]) -> None:
    rules = tables[0].rules
    dear = rules._replace(stakes=rules.stakes._replace(small_blind=50_00, big_blind=100_00))
    others = [open_table(name, rules=dear, min_buy_in=0, max_buy_in=0) for name in ("Opava", "Cheb")]
    mixed = [tables[0].pk, others[0].pk]
    shown = client.get(URL)
    for key, _name in shown.context["form"].fields["group"].choices:
        assert client.post(URL, form(client, group=key, closing=mixed)).status_code == 422


def test_F1_without_two_tables_alike_there_is_nothing_to_choose(client: Client) -> None:
    open_table()
    assert "There are no two open tables" in client.get(URL, follow=True).content.decode()


def test_F3_no_table_closes_without_a_reason(client: Client, tables: list[Table]) -> None:
    assert client.post(URL, form(client, reason=" ") | {"confirmed": "1"}).status_code == 422
    assert not Order.objects.filter(kind=Order.Kind.MOVE).exists()


def test_F1_of_many_tables_those_with_the_fewest_players_are_listed_and_all_may_close(
    client: Client, tables: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forms, "MOST_LISTED", 2)
    page = client.get(URL).content.decode()
    listed = [f"{name} · " in page for name in ("Prague", "Brno", "Zlín")]
    assert listed == [False, True, True]
    assert "Or choose the tables that close, of the 2 with the fewest players" in page
    chosen = form(client, closing=[tables[0].pk])
    shown = client.post(URL, chosen)
    assert "Prague closes" in shown.content.decode()
    assert client.post(URL, chosen | {"confirmed": "1"}).status_code == 302


def test_F1_the_page_takes_as_many_queries_for_ten_tables_more(client: Client, tables: list[Table]) -> None:
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            client.get(URL)
        counts.append(len(queries))
        for number in range(10):
            open_table(f"Table {len(counts)}-{number}", seats=4)
    assert counts[1] <= counts[0]


def test_F1_a_preview_takes_as_many_queries_for_ten_more_tables_that_stay(client: Client, tables: list[Table]) -> None:
    counts = []
    for _ in range(2):
        sent = form(client, closing=[tables[1].pk])
        with CaptureQueriesContext(connection) as queries:
            assert "Brno closes" in client.post(URL, sent).content.decode()
        counts.append(len(queries))
        for number in range(10):
            open_table(f"Table {len(counts)}-{number}", seats=4)
    assert counts[1] <= counts[0]
