"""Seats reserved for moving players, and the tables linked to a main table (K8)."""

import pytest
from django.utils import timezone

from games.models import Table
from games.models.moves import HouseMove
from games.seating.reserved_seats import (
    Ended,
    end_move,
    has_must_move_players,
    linked_tables,
    must_move_tables_of,
    open_moves,
    reserved_for,
)
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.support.waiting_lists import sit

pytestmark = pytest.mark.django_db


def test_K8_only_the_players_own_open_move_from_the_table_ends() -> None:
    here, there, other = open_table("Here"), open_table("There"), open_table("Other")
    alice, bob = person("Alice"), person("Bob")
    for player, source, ended in ((alice, here, "left"), (alice, here, ""), (alice, other, ""), (bob, here, "")):
        HouseMove.objects.create(player=player, source=source, target=there, ended=ended)
    HouseMove.objects.create(player=person("Carl"), source=there, target=here)
    assert (reserved_for(there.pk), open_moves().count()) == ({alice.pk, bob.pk}, 4)
    end_move(here.pk, alice.pk, Ended.WENT)
    rows = HouseMove.objects.filter(target=there).order_by("pk").values_list("player", "source", "ended", "ended_at")
    assert [(player, source, ended, at is not None) for player, source, ended, at in rows] == [
        (alice.pk, here.pk, "left", False),
        (alice.pk, here.pk, "went", True),
        (alice.pk, other.pk, "", False),
        (bob.pk, here.pk, "", False),
    ]


def test_K8_the_open_tables_linked_to_a_table_are_its_main_table_and_its_must_move_tables() -> None:
    main = open_table("Main")
    # The lobby lists the tables in another order than the one in which they were opened.
    names = ("Zebra", "Yak", "Frozen", "Closing", "Closed")
    feeders = {name: open_table(name, feeds=main) for name in names}
    open_table("Alone")
    Table.objects.filter(name="Frozen").update(frozen=True)
    Table.objects.filter(name="Closing").update(is_open=False)
    Table.objects.filter(name="Closed").update(is_open=False, closed_at=timezone.now())
    assert set(must_move_tables_of(main.pk)) == {feeders["Zebra"], feeders["Yak"]}
    assert linked_tables(main.pk) == [feeders[name].pk for name in ("Zebra", "Yak", "Frozen", "Closing")]
    assert linked_tables(feeders["Yak"].pk) == [main.pk]


def test_K8_free_seats_are_reserved_for_people_who_play_or_are_about_to_at_an_open_must_move_table() -> None:
    main = open_table("Main")
    feeder, elsewhere = SteppedHost(open_table("Feeder", feeds=main).pk), SteppedHost(open_table("Elsewhere").pk)
    seat(elsewhere, person("Anna"))
    sit(person("Bert"), elsewhere)
    seat(feeder, person("Robot", bot=True))
    sit(person("Automaton", bot=True), feeder)
    assert not has_must_move_players(main.pk)
    sit(person("Carl"), feeder)
    assert has_must_move_players(main.pk)
    feeder.read_inbox()
    assert has_must_move_players(main.pk)
    Table.objects.filter(pk=feeder.id).update(frozen=True)
    assert not has_must_move_players(main.pk)
