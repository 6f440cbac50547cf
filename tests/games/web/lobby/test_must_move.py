"""Rule K8 on the pages: must-move tables in the lobby, the rules, the dialogs and the player's own seat."""

import pytest
from django.test import Client

from games import api
from games.engine.views.types import SeatSettings
from games.models import Table
from games.seating import waiting_calls
from pokerroom.models import User
from pokerroom.roles import OPERATOR
from tests.games.support.tables import START_MS, SteppedHost, open_table, person, seat
from tests.games.support.waiting_lists import join, leave
from tests.games.web.conftest import HTMX
from tests.games.web.operators.pages import FIELDS, NEW, errors_of, page_of, send
from tests.games.web.table.test_seat import all_fragments, asks_by_label
from tests.staff import staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables() -> tuple[SteppedHost, SteppedHost, User]:
    """A main table with a free seat, its must-move table, and Alice who plays there."""
    main = SteppedHost(open_table("Main", seats=2).pk)
    seat(main, person("Mona"), person("Mike"))
    feeder = SteppedHost(open_table("Feeder", feeds=Table.objects.get(pk=main.id)).pk)
    alice = person("Alice")
    seat(feeder, alice)
    leave(main)
    return main, feeder, alice


def test_K8_the_lobby_and_the_rules_name_the_main_table(
    tables: tuple[SteppedHost, SteppedHost, User], client: Client
) -> None:
    main, feeder, _ = tables
    assert client.get("/").content.decode().count("must-move table of Main") == 2
    html = client.get(f"/table/{feeder.id}/").content.decode()
    assert "This is the must-move table of Main." in html
    assert "must-move" not in client.get(f"/table/{main.id}/").content.decode()
    Table.objects.filter(pk=feeder.id).update(closed_to_watchers=True)
    assert "This is the must-move table of Main." in client.get(f"/table/{feeder.id}/").content.decode()


def test_K8_a_newcomer_is_sent_to_the_must_move_table(
    tables: tuple[SteppedHost, SteppedHost, User], client: Client
) -> None:
    main, feeder, _ = tables
    walkin = person("Walkin")
    client.force_login(walkin)
    dialog = client.get(f"/table/{main.id}/sit/", headers=HTMX).content.decode()
    assert "Free seats here go to the players of Feeder" in dialog
    assert f'href="/table/{feeder.id}/?sit"' in dialog
    # Called from the list of the one table to the other, the button leads there.
    join(walkin, main)
    waiting_calls.serve(feeder.id, START_MS)
    dialog = client.get(f"/table/{main.id}/wait/", headers=HTMX).content.decode()
    assert dialog.count(f'href="/table/{feeder.id}/?sit"') == 1
    assert f"/table/{main.id}/sit/" not in dialog


def test_K8_a_player_who_must_move_may_leave_but_not_stay() -> None:
    target = {"target_table": 2, "target_table_name": "Brno"}
    html = all_fragments("moving", SeatSettings(must_move=True, **target))["my-seat"]
    assert "You move to Brno after this hand." in html
    assert asks_by_label(html)["Leave after this hand"] == '{"do":"plan","plan":"leave"}'
    assert "Stay here" not in html
    assert "Change table" not in html
    html = all_fragments(
        "moving", SeatSettings(target_table=2, target_table_name="Brno", must_move=True, stop_plan="leave")
    )["my-seat"]
    assert "You leave after this hand." in html
    assert asks_by_label(html)["Leave after this hand"] == '{"do":"plan","plan":""}'


def test_K8_the_player_is_notified_of_the_move(tables: tuple[SteppedHost, SteppedHost, User], client: Client) -> None:
    _, feeder, alice = tables
    client.force_login(alice)
    api.send_to_main_table(table_id=feeder.id, line=[alice.pk])
    html = client.get("/").content.decode()
    assert "A seat is free at Main: you move there after this hand (must-move table)." in html


def test_K8_an_operator_names_the_main_table() -> None:
    desk, main = staff(OPERATOR), open_table("Main")
    fields = {**FIELDS, "small_blind": "10", "big_blind": "20", "feeds": main.pk}
    assert send(desk, NEW, **fields).status_code == 302
    feeder = Table.objects.get(name="Brno")
    assert feeder.feeds == main
    why = "The main table is short."
    assert send(desk, page_of(feeder), feeds="", reason=why).status_code == 302
    assert Table.objects.get(pk=feeder.pk).feeds is None
    for wrong, sentence in (
        ({"big_blind": "50", "small_blind": "25", "feeds": main.pk}, "the same game, stakes and currency"),
        ({"feeds": feeder.pk}, "Select a valid choice"),
    ):
        assert sentence in errors_of(send(desk, page_of(feeder), reason=why, **wrong))["feeds"]
