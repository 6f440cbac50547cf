"""The best game for a player who chooses none: running hold'em first, within wallet, bans and limits."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from cashier import api as cashier
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variants import CATALOGUE
from games.models import Table
from games.seating.find_game import STILL_PLAYING, find_game
from games.seating.sit_down import take_seat
from pokerroom.models import User
from tests.games.support.restrictions import bar, keep_apart
from tests.games.support.seats import assert_refused
from tests.games.support.tables import GRANT, NL_10_20, SteppedHost, open_table, person, seat
from tests.games.support.waiting_lists import full_table

pytestmark = pytest.mark.django_db
OMAHA = NL_10_20._replace(variant=CATALOGUE["omaha"], stakes=Stakes(Structure.POT_LIMIT, 10_00, 20_00))
NL_1_2 = NL_10_20._replace(stakes=Stakes(Structure.NO_LIMIT, 1_00, 2_00))


def running(name: str, *people: User, **settings: Any) -> Table:
    """A table at which these players, or two house bots, have just played a hand."""
    table = open_table(name, **settings)
    host = SteppedHost(table.pk)
    seat(host, *(people or [person(f"{name} {number}", bot=True) for number in range(2)]), amount=table.max_buy_in)
    Table.objects.filter(pk=table.pk).update(last_hand_at=timezone.now())
    return table


def best_for(user: User) -> str:
    """The name of the best table; "" if there is none."""
    found = find_game(user_id=user.pk)
    return Table.objects.get(pk=found).name if found else ""


def test_k9_a_running_holdem_game_comes_before_an_empty_cheaper_table_and_other_games() -> None:
    newcomer = person("Newcomer")
    assert best_for(newcomer) == ""
    open_table("Empty", rules=NL_1_2, min_buy_in=80_00, max_buy_in=500_00)
    assert best_for(newcomer) == "Empty"
    running("Omaha", rules=OMAHA)
    assert best_for(newcomer) == "Omaha"
    seat(SteppedHost(open_table("Lonely").pk), person("Waits"))
    assert best_for(newcomer) == "Lonely"
    running("Bots")
    assert best_for(newcomer) == "Bots"
    running("People", person("P1"), person("P2"))
    assert best_for(newcomer) == "People"
    full_table("Full")
    assert best_for(newcomer) == "People"


def order_for(user: User) -> list[str]:
    """The names of all tables with a seat for the player, best first."""
    names = list(iter(lambda: best_and_pause(user), ""))
    Table.objects.update(is_paused=False)
    return names


def best_and_pause(user: User) -> str:
    """The name of the best table, which is paused so that the next best is found after it."""
    name = best_for(user)
    Table.objects.filter(name=name).update(is_paused=True)
    return name


def test_k9_tables_are_ranked_by_game_and_play_then_lasting_games_then_people_players_stakes_and_the_lobbys_order() -> (
    None
):
    def bots(*names: str) -> list[User]:
        return [person(name, bot=True) for name in names]

    # Each table but the first is better than the one before it in all that counts less.
    running("Two bots", *bots("B1", "B2"))
    running("A person and a bot", person("P1"), *bots("B3"), sort_order=1)
    running("A person and two bots", person("P2"), *bots("B4", "B5"), sort_order=2)
    running("Three bots", *bots("B7", "B8", "B9"))
    running("One bot waits", *bots("B6"), rules=NL_1_2, min_buy_in=80_00, max_buy_in=500_00)
    running("Omaha", person("P3"), person("P4"), rules=OMAHA)
    Table.objects.filter(pk=running("Omaha waits", person("P5"), rules=OMAHA).pk).update(last_hand_at=None)
    for name, settings in (
        ("Cheap", {"rules": NL_1_2, "min_buy_in": 80_00, "max_buy_in": 500_00, "sort_order": 9}),
        ("Zebra", {"sort_order": 1}),
        ("Ape", {"sort_order": 2}),
        ("Bear", {"sort_order": 2}),
        ("Omaha empty", {"rules": OMAHA}),
        ("Bots to come", {"bots": 2, "sort_order": 3}),
    ):
        open_table(name, **settings)
    assert order_for(person("Newcomer")) == [
        "A person and two bots",
        "Three bots",
        "A person and a bot",
        "Two bots",
        "One bot waits",
        "Omaha",
        "Omaha waits",
        "Bots to come",
        "Cheap",
        "Zebra",
        "Ape",
        "Bear",
        "Omaha empty",
    ]


@pytest.mark.parametrize(("ago", "best"), [(STILL_PLAYING - timedelta(seconds=1), "Just now"), (STILL_PLAYING, "Bots")])
def test_k9_a_table_whose_last_hand_is_too_long_ago_is_not_running(
    ago: timedelta, best: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, now = running("Just now", person("P1"), person("P2")), timezone.now()
    running("Bots")
    Table.objects.filter(pk=table.pk).update(last_hand_at=now - ago)
    newcomer = person("Newcomer")
    monkeypatch.setattr(timezone, "now", lambda: now)
    assert best_for(newcomer) == best


def test_k2_the_wallet_must_hold_the_smallest_buy_in_and_a_big_blind() -> None:
    open_table("Deep")
    open_table("Shallow", rules=OMAHA, min_buy_in=1_00)
    poor, exact, short = (person(name, grant=cents) for name, cents in (("A", 19_99), ("B", 800_00), ("C", 799_99)))
    assert [order_for(user) for user in (poor, exact, short)] == [[], ["Deep", "Shallow"], ["Shallow"]]


def test_m4_a_table_of_another_currency_asks_for_the_wallet_of_that_currency() -> None:
    open_table("Crowns", currency="CZK")
    rich = person("Rich")
    assert best_for(rich) == ""
    cashier.open_wallet(user_id=rich.pk, currency="CZK", grant=800_00)
    assert best_for(rich) == "Crowns"


def test_k12_the_best_game_is_within_the_wallet_the_bans_and_the_limits(settings: Settings) -> None:
    dear = running("Dear", min_buy_in=GRANT // 4)
    poor, newcomer, rival = person("Poor", grant=GRANT // 5), person("Newcomer"), person("Rival")
    assert best_for(poor) == ""
    assert best_for(newcomer) == "Dear"
    cheap = running("Cheap", rules=NL_1_2, min_buy_in=80_00, max_buy_in=500_00)
    assert best_for(poor) == "Cheap"
    bar(newcomer, cheap)
    assert best_for(newcomer) == "Dear"
    keep_apart(newcomer, rival)
    seat(SteppedHost(dear.pk), rival, amount=GRANT // 4)
    assert best_for(newcomer) == ""
    settings.TABLES_PER_PLAYER = 1
    assert_refused("too_many_tables", lambda: best_for(rival))


def test_k10_a_table_with_a_password_and_a_players_own_table_are_never_the_best_game() -> None:
    owner = person("Owner")
    locked, _own = running("Locked"), running("Own", opened_by=owner.pk)
    Table.objects.filter(pk=locked.pk).update(password="secret")
    assert best_for(owner) == ""


def test_k11_a_table_where_the_player_has_ordered_a_seat_is_not_offered_again() -> None:
    newcomer = person("Newcomer")
    running("Omaha", rules=OMAHA)
    table = running("Bots")
    take_seat(user=newcomer, table_id=table.pk, seat=-1, amount=table.max_buy_in)
    assert best_for(newcomer) == "Omaha"


def test_a_newcomers_first_click_opens_the_buy_in_of_a_running_game(client: Client) -> None:
    table = running("Prague")
    open_table("Empty", rules=NL_1_2, min_buy_in=80_00, max_buy_in=500_00)
    assert client.post("/accounts/play-now/").headers["Location"] == f"/table/{table.pk}/?sit"
    assert Client().post("/accounts/play-now/", {"next": "/rules/"}).headers["Location"] == "/rules/"
    lobby = client.get("/").content.decode()
    assert lobby.index('<option value="any"') < lobby.index("<optgroup")
    assert client.post("/seat-me/", {"kind": "any"}).headers["Location"] == f"/table/{table.pk}/?sit"
    Table.objects.update(is_paused=True)
    assert client.post("/seat-me/", {"kind": "any"}, follow=True).content.decode().count("No table has a seat") == 1


def test_full_tables_cost_no_query_of_their_own() -> None:
    newcomer = person("Newcomer")
    running("Bots")

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert best_for(newcomer) == "Bots"
        return len(asked)

    before = queries()
    for number in range(3):
        full_table(f"Full {number}")
    assert queries() == before
