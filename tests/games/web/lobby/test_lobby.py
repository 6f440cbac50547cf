"""The fragments of the lobby: one row for each table, the same for the page and the socket; filters."""

import re
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone

from cashier import currencies
from cashier.models import Currency
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.rules.usual_stakes import usual_stakes
from games.engine.rules.variants import CATALOGUE
from games.models import Table
from games.preferences import Preferences
from games.text.games import stakes_text
from games.web.lobby.filters import Filters, column_headings
from pokerroom.models import User
from tests.games.support.amounts import MONEY
from tests.games.support.lobby import lobby_fragments
from tests.games.support.tables import SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db


def test_each_table_has_a_fragment_of_its_own() -> None:
    prague, brno = open_table(), open_table("Brno", password="x", seats=2)
    petr = person("Petr")
    seat(SteppedHost(prague.pk), petr, person("Emil", bot=True))
    fragments = lobby_fragments("en", petr.pk)
    assert set(fragments) == {f"table-{prague.pk}", f"table-{brno.pk}", "lobby-summary", "room-news"}
    mine, other = fragments[f"table-{prague.pk}"], fragments[f"table-{brno.pk}"]
    assert mine.startswith(f'<tr id="table-{prague.pk}" class="of-nl in-holdem at-middle in-currency-0 here"')
    assert "2 of 9 seats" in mine
    assert mine.count('class="on"') == 2
    assert "bots" in mine
    assert "password" in other


def test_a_cached_row_still_differs_by_the_viewers_relation_to_the_table() -> None:
    petr, emil = person("Petr"), person("Emil")
    table = open_table()
    Table.objects.filter(pk=table.pk).update(opened_by=emil)
    seat(SteppedHost(table.pk), petr, person("Robot", bot=True))

    def row(language: str, viewer: int) -> str:
        return lobby_fragments(language, viewer)[f"table-{table.pk}"]

    for _ in range(2):
        assert "Return" in row("en", petr.pk) and "Sit down" not in row("en", petr.pk)
        assert "yours" in row("en", emil.pk) and "Sit down" in row("en", emil.pk)
        assert "yours" not in row("en", petr.pk)
        assert "Sit down" in row("en", 0) and "peek" not in row("en", 0)
        assert row("cs", 0) != row("en", 0)
    Table.objects.filter(pk=table.pk).update(is_paused=True)
    assert "paused" in row("en", 0)


def test_a_page_shows_at_once_what_another_process_has_changed(client: Client) -> None:
    table = open_table()
    of_table = Table.objects.filter(pk=table.pk)

    def row() -> str:
        found = re.search(rf'(?s)<tr id="table-{table.pk}".*?</tr>', client.get("/").content.decode())
        return found[0] if found else ""

    razz = CATALOGUE["razz"]
    changes: list[tuple[dict[str, Any], str]] = [
        ({"average_pot": 30_00}, ">30<"),
        ({"name": "Plzeň"}, "<b>Plzeň</b>"),
        ({"is_paused": True}, "paused"),
        ({"rules_data": Rules(razz, usual_stakes(razz, Structure.FIXED_LIMIT, 20_00)).to_data()}, "razz"),
    ]
    for changed, shown in changes:
        before = row()
        assert shown not in before
        of_table.update(**changed)
        assert shown in row()
    assert row() == row() == lobby_fragments("en", 0)[f"table-{table.pk}"]
    assert "at-middle" in row()
    # Bounds of stakes belong to the currency, which an operator changes elsewhere.
    Currency.objects.update_or_create(code="PLAY", defaults={"low_stakes": 5_00, "middle_stakes": 10_00})
    currencies.read_again()
    assert "at-high" in row()
    of_table.update(is_open=False, closed_at=timezone.now())
    assert row() == ""


def test_k1_a_row_shows_the_game_and_its_limits() -> None:
    razz = CATALOGUE["razz"]
    table = open_table("Žilina", rules=Rules(razz, usual_stakes(razz, Structure.FIXED_LIMIT, 20_00)), seats=8)
    row = lobby_fragments("en", 0)[f"table-{table.pk}"]
    assert 'class="of-fl in-stud at-middle' in row
    assert "Fixed-limit razz" in row
    assert ">20/40<" in row
    assert stakes_text("holdem", usual_stakes(CATALOGUE["holdem"], Structure.POT_LIMIT, 20_00), MONEY) == "10/20"
    assert stakes_text("draw", usual_stakes(CATALOGUE["draw"], Structure.NO_LIMIT, 20_00), MONEY) == "20"


def test_k1_filters_are_read_from_the_url_and_unknown_values_are_ignored(client: Client) -> None:
    assert Filters.of(QueryDict("game=stud&game=chess&structure=fl&free=on")) == Filters(("stud",), ("fl",), True)
    page = client.get("/?game=stud").content.decode()
    assert re.search(r'name="game" value="stud" checked', page)
    assert not re.search(r'name="game" value="draw" checked', page)


def checked(page: bytes) -> list[str]:
    """The filters that a page shows as chosen."""
    return re.findall(r'name="(?:game|free)"(?: value=")?(\w*)"? checked', page.decode())


def test_k1_filters_are_saved_with_the_account_or_with_an_anonymous_session(alice: User) -> None:
    here, there, stranger = Client(), Client(), Client()
    here.force_login(alice)
    there.force_login(alice)
    alice.preferences = Preferences(felt="wine").to_data()
    alice.save()
    here.get("/?f=1&game=stud&game=chess&free=on&sort=-pot")
    assert Preferences.of(User.objects.get(pk=alice.pk)) == Preferences(
        felt="wine", lobby="game=stud&free=on&sort=-pot"
    )
    assert checked(there.get("/").content) == ["stud", ""]
    assert checked(there.get("/?from=mail").content) == ["stud", ""]
    assert checked(stranger.get("/").content) == []
    assert checked(there.get("/?f=1").content) == []
    assert checked(here.get("/").content) == []
    stranger.get("/?game=draw")
    assert checked(stranger.get("/").content) == ["draw"]
    assert checked(here.get("/").content) == []


def test_k1_filters_survive_their_own_query_string() -> None:
    chosen = Filters(("stud", "draw"), ("fl",), True, ("low",), True, True, "-pot")
    assert Filters.of(QueryDict(chosen.query)) == chosen
    assert Filters.of(QueryDict(Filters().query)) == Filters()


def test_a_full_table_offers_watching_and_no_seat() -> None:
    prague = open_table(seats=2)
    seat(SteppedHost(prague.pk), person("Petr"), person("Jan"))
    row = lobby_fragments("en", 0)[f"table-{prague.pk}"]
    assert "Watch" in row
    assert "full" in row
    assert "?sit" not in row


@pytest.mark.parametrize(
    ("sort", "name", "asked", "sorted_as"),
    [
        ("", "name", "name", ""),
        ("", "game", "game", ""),
        ("", "pot", "-pot", ""),
        ("name", "name", "-name", "ascending"),
        ("-name", "name", "name", "descending"),
        ("-name", "game", "game", ""),
        ("-name", "pot", "-pot", ""),
        ("-pot", "pot", "pot", "descending"),
        ("pot", "pot", "-pot", "ascending"),
    ],
)
def test_k1_pressing_a_heading_again_turns_the_order_round(sort: str, name: str, asked: str, sorted_as: str) -> None:
    headings = {heading["name"]: heading for heading in column_headings(Filters(sort=sort))}
    assert (headings[name]["sort"], headings[name]["sorted"]) == (asked, sorted_as)
    assert [name for name, heading in headings.items() if heading["number"]] == [
        *("stakes", "pot", "flop", "pace", "waiting")
    ]


def test_k1_every_filter_that_is_on_counts() -> None:
    assert Filters().active_count == 0
    assert Filters(("stud", "draw"), ("fl",), True, ("low",), True, True, "-pot").active_count == 7
    assert (
        Filters(free=True).active_count == Filters(people=True).active_count == Filters(private=True).active_count == 1
    )
