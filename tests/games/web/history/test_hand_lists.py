"""The pages of the player's hands, sittings and shared links, as data: their rows and the links to more of them."""

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from games.engine.table import commands as cm
from games.history import exports
from games.history import shared_hands as shares
from games.models import Hand, Table
from games.web.history import hands, shared_hands
from pokerroom.models import User
from tests.games.support.tables import SteppedHost, host_with, open_table, person, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def host(petr: User) -> SteppedHost:
    """A table where Petr and Lucia have just finished three hands."""
    host = host_with(petr, person("Lucia"))
    for _ in range(3):
        host.fold_out()
    return host


def numbers(context: Any) -> list[int]:
    """The numbers of the hands in a list."""
    return [row.number for row in context["rows"]]


def test_the_list_of_hands_goes_on_to_older_ones_with_the_same_search(
    petr_client: Client, host: SteppedHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hands, "PAGE", 2)
    first = petr_client.get("/hands/?game=holdem&page=x").context
    second = Hand.objects.get(number=2).pk
    assert numbers(first) == [3, 2]
    parts = {name: first[name] for name in ("older", "newest", "paged", "query", "most")}
    assert parts == {
        "older": f"game=holdem&before={second}",
        "newest": "",
        "paged": False,
        "query": "game=holdem",
        "most": exports.MOST_HANDS,
    }
    last = petr_client.get(f"/hands/?{first['older']}").context
    assert numbers(last) == [1]
    assert (last["older"], last["newest"], last["paged"]) == ("", "game=holdem", True)
    assert [row.game for row in last["rows"]] == ["No-limit hold'em 10/20"]


def test_pots_and_results_of_tables_with_different_money_name_their_currency(
    petr_client: Client, petr: User, host: SteppedHost
) -> None:
    Table.objects.filter(pk=host.id).update(currency="CZK")
    petr_client.post(f"/table/{host.id}/hands/3/share/")
    row = petr_client.get("/hands/").context["rows"][0]
    assert row.pot.endswith("Kč") and row.result.endswith("Kč") and row.game.endswith("10/20\N{NO-BREAK SPACE}Kč"), row
    assert petr_client.get(row.address).context["game"] == "NL 10/20\N{NO-BREAK SPACE}Kč"
    assert "Kč" in petr_client.get("/hands/shared/").content.decode()


def test_the_dialog_at_the_table_lists_its_last_hands_alone(
    petr_client: Client, petr: User, host: SteppedHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hands, "LAST_HANDS", 2)
    other = SteppedHost(open_table("Brno").pk)
    seat(other, petr, person("Jan"))
    other.fold_out()
    listed = petr_client.get(f"/table/{host.id}/last-hands/").context
    assert [(row.line.table, row.line.number) for row in listed["rows"]] == [(host.id, 3), (host.id, 2)]
    assert listed["table_id"] == host.id


def test_the_list_of_sittings_goes_on_to_older_ones(
    petr_client: Client, petr: User, host: SteppedHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hands, "PAGE", 1)
    other = SteppedHost(open_table("Brno").pk, now=host.now + 3_600_000)
    seat(other, petr, person("Jan"))
    other.fold_out()
    first = petr_client.get("/hands/sittings/").context
    assert [row.table for row in first["rows"]] == [other.id]
    assert (first["older"].startswith("before="), first["paged"]) == (True, False)
    last = petr_client.get(f"/hands/sittings/?{first['older']}").context
    assert ([row.table for row in last["rows"]], last["older"], last["paged"]) == ([host.id], "", True)
    began: datetime = first["rows"][0].began + timedelta(days=1)
    naive = urlencode({"before": began.replace(tzinfo=None).isoformat()})
    assert petr_client.get(f"/hands/sittings/?{naive}").context["paged"] is False


def test_the_list_of_shared_hands_goes_on_to_older_links(
    petr_client: Client, petr: User, host: SteppedHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_hands, "PAGE", 1)
    for number in (1, 2):
        shares.share(user_id=petr.pk, hand_id=Hand.objects.get(number=number).pk)
    first = petr_client.get("/hands/shared/").context
    assert numbers_of_shares(first) == [2]
    assert (first["older"].startswith("before="), first["paged"]) == (True, False)
    assert [row["game"] for row in first["rows"]] == ["No-limit hold'em 10/20"]
    last = petr_client.get(f"/hands/shared/?{first['older']}").context
    assert (numbers_of_shares(last), last["older"], last["paged"]) == ([1], "", True)
    assert petr_client.get("/hands/shared/?before=0").context["paged"] is True


def numbers_of_shares(context: Any) -> list[int]:
    """The numbers of the shared hands in a list."""
    return [row["share"].line.number for row in context["rows"]]


def test_a_stopped_link_is_told_once(petr_client: Client, petr: User, host: SteppedHost) -> None:
    token = shares.share(user_id=petr.pk, hand_id=Hand.objects.get(number=1).pk)
    told = "This hand is no longer shared"
    for known in (True, False):
        answer = petr_client.post("/hands/shared/stop/", {"token": token}, follow=True)
        assert answer.redirect_chain == [("/hands/shared/", 302)]
        assert (told in answer.content.decode()) is known


def test_F5_only_a_void_hand_of_this_table_has_a_page_of_its_own(petr_client: Client, host: SteppedHost) -> None:
    other = SteppedHost(open_table("Brno").pk)
    seat(other, person("Jan"), person("Olga"))
    host.do(cm.VoidHand(3, "Two aces", last=True))
    assert Client().get(f"/table/{host.id}/hands/3/").status_code == 410
    missing = (f"/table/{other.id}/hands/3/", f"/table/{host.id}/hands/4/", f"/table/{host.id + 999}/hands/3/")
    assert [Client().get(path).status_code for path in missing] == [404] * 3
    Table.objects.filter(pk=host.id).update(closed_to_watchers=True)
    assert Client().get(f"/table/{host.id}/hands/3/").status_code == 404
    assert petr_client.get(f"/table/{host.id}/hands/3/").status_code == 410
