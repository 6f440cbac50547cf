"""The table's page and the list of its hands: what is on them, for whom, and how late (K14)."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Hand, Table
from games.models.conduct import ChatLine
from games.web.table import views
from games.web.table.tournament_links import action_url_of
from games.web.text.rules import game_short
from pokerroom.models import User
from tests.games.support.amounts import MONEY
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.support.tournament_tables import open_tournament_table

pytestmark = pytest.mark.django_db


NOON = 1_800_000_000.25
"""Seconds since the epoch."""


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stops the clock of the pages at noon."""
    monkeypatch.setattr(views, "time", SimpleNamespace(time=lambda: NOON))


def page(client: Client, table: Table, query: str = "") -> Any:
    """The answer to a request for a table's page."""
    answer = client.get(f"/table/{table.pk}/{query}")
    assert answer.status_code == 200
    return answer


@pytest.mark.usefixtures("noon")
def test_k14_the_page_of_a_watcher_is_as_late_as_the_table(petr_client: Client, petr: User, prague: Table) -> None:
    Table.objects.filter(pk=prague.pk).update(watch_delay=30)
    lines = [
        ChatLine.objects.create(table=prague, player=petr, name="Petr", text=f"{late}") for late in (31, 30, 29, 0)
    ]
    for line in lines:
        at = datetime.fromtimestamp(NOON, UTC) - timedelta(seconds=int(line.text))
        ChatLine.objects.filter(pk=line.pk).update(sent_at=at)
    for client, late, chat in ((Client(), 30, ["31", "30"]), (petr_client, 30, ["31", "30"])):
        context = page(client, prague).context
        assert [context["now"], context["delay"]] == [int(NOON * 1000) - late * 1000, 30]
        assert [line.text for line in context["chat"]] == chat
    seat(SteppedHost(prague.pk), petr)
    context = page(petr_client, prague).context
    assert [context["now"], context["delay"]] == [int(NOON * 1000), 30]
    assert [line.text for line in context["chat"]] == ["31", "30", "29", "0"]


def test_a_browser_without_scripts_says_that_a_table_needs_them(petr_client: Client, prague: Table) -> None:
    page = petr_client.get(f"/table/{prague.pk}/").content.decode()
    _, _, without_scripts = page.partition("<noscript>")
    assert "A table needs JavaScript" in without_scripts.partition("</noscript>")[0]


def test_the_page_lists_my_other_tables(petr_client: Client, petr: User, prague: Table) -> None:
    brno = open_table("Brno")
    assert page(petr_client, prague).context["my_tables"] == []
    for table in (prague, brno):
        seat(SteppedHost(table.pk), petr)
    for here, other in ((prague, brno), (brno, prague)):
        context = page(petr_client, here, "?sit=3").context
        tab = {"pk": other.pk, "name": other.name, "game": game_short(other.rules, MONEY)}
        assert context["my_tables"] == [tab]
        assert context["dialog"] == "", "who sits here needs no form"
    assert page(Client(), prague).context["my_tables"] == []


@pytest.mark.parametrize(
    ("query", "opens"),
    [
        ("", ""),
        ("?sit", "sit/"),
        ("?sit=0", "sit/0/"),
        ("?sit=5", "sit/5/"),
        ("?sit=6", "sit/"),
        ("?sit=003", "sit/"),
        ("?sit=x", "sit/"),
        ("?wait", "wait/"),
        ("?wait&sit=3", "wait/"),
    ],
)
def test_the_url_says_which_dialog_opens_on_the_page(
    petr_client: Client, prague: Table, query: str, opens: str
) -> None:
    here = f"/table/{prague.pk}/"
    context = page(Client(), prague, query).context
    # A visitor comes back to the same seat as a guest.
    back = f'value="{here}{query if opens[4:] else "?sit"}"'
    assert (back in context["dialog"]) is opens.startswith("sit")
    dialog = page(petr_client, prague, query).context["dialog"]
    assert (f'hx-post="{here}{opens}"' in dialog) is opens.startswith("sit")
    assert context["opens_waiting_list"] is opens.startswith("wait")
    assert context["tile"] is False
    assert page(Client(), prague, "?tile").context["tile"] is True


def test_k14_a_page_closed_to_watchers_is_for_its_players(petr_client: Client, petr: User, prague: Table) -> None:
    Table.objects.filter(pk=prague.pk).update(closed_to_watchers=True)
    seat(SteppedHost(open_table("Brno").pk), petr)
    assert page(petr_client, prague).templates[0].name == "games/closed_table.html"
    assert petr_client.get(f"/table/{prague.pk}/hands/").status_code == 404
    seat(SteppedHost(prague.pk), petr)
    assert "fragments" in page(petr_client, prague).context
    assert petr_client.get(f"/table/{prague.pk}/hands/").status_code == 200


def test_t13_the_page_of_a_tournament_posts_decisions_of_signed_in_players(client: Client) -> None:
    table = Table.objects.get(pk=open_tournament_table().id)
    assert page(client, table, "?sit").context["tournament_action"] == ""
    alice = person("Alice")
    client.force_login(alice)
    context = page(client, table, "?sit").context
    assert context["tournament_action"] == action_url_of(table.tournament) != ""
    assert context["dialog"] == ""


def test_the_list_of_hands_names_my_result_and_the_best(petr_client: Client, petr: User, prague: Table) -> None:
    path = f"/table/{prague.pk}/hands/"
    answer = petr_client.get(path)
    assert (answer.context["rows"], answer.context["last"]) == ([], 0)
    host = SteppedHost(prague.pk)
    bob = person("Bob")
    seat(host, petr, bob)
    host.fold_out()
    host.fold_out()
    answer, other = petr_client.get(path), Client().get(path)
    assert [row["hand"].number for row in answer.context["rows"]] == [2, 1]
    assert answer.context["last"] == 1
    for mine, others in zip(answer.context["rows"], other.context["rows"], strict=True):
        won = {player: change for _seat, player, _name, change in mine["hand"].results}
        assert sorted(won.values()) == [-10_00, 10_00]
        assert (mine["own_result"], others["own_result"]) == (won[petr.pk], None)
        assert mine["best"][3] == 10_00
    assert [row["hand"].number for row in petr_client.get(f"{path}?before=2").context["rows"]] == [1]


def test_k14_a_watcher_sees_a_hand_once_the_delay_is_over(petr_client: Client, petr: User, prague: Table) -> None:
    host = SteppedHost(prague.pk)
    seat(host, petr, person("Bob"))
    host.fold_out()
    Table.objects.filter(pk=prague.pk).update(watch_delay=30)
    now = timezone.now()
    for ended, seen in ((now, 0), (now - timedelta(seconds=31), 1)):
        Hand.objects.update(ended_at=ended)
        assert len(Client().get(f"/table/{prague.pk}/hands/").context["rows"]) == seen
        assert len(petr_client.get(f"/table/{prague.pk}/hands/").context["rows"]) == 1
