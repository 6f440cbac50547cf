"""Queries of the lobby, of a player's tables and of last hands."""

from datetime import timedelta
from typing import Any

import pytest

from games.lobby import queries
from games.models import Table
from games.store import leases, table_log
from tests.games.support.tables import SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db


def test_K1_the_lobby_shows_the_game_and_the_state_of_a_table(django_assert_num_queries: Any) -> None:
    empty = open_table("Bratislava", sort_order=2, password="x")
    host = SteppedHost(open_table("Prague", sort_order=1).pk)
    seat(host, person("Alice"), person("Emil", bot=True), person("Bob"))
    with django_assert_num_queries(3):
        first, second = queries.lobby_rows()
    assert (first.name, first.game, first.structure, first.small_blind, first.big_blind) == (
        "Prague",
        "holdem",
        "nl",
        10_00,
        20_00,
    )
    assert (first.seats, first.taken, first.free, first.bots, first.state) == (9, 3, 6, 1, "playing")
    assert (second.table, second.taken, second.state, second.locked) == (empty.pk, 0, "waiting", True)
    Table.objects.filter(pk=empty.pk).update(is_paused=True)
    assert queries.lobby_rows()[1].state == "paused"
    Table.objects.filter(pk=empty.pk).update(frozen=True)
    assert queries.lobby_rows()[1].state == "stopped"


def test_K1_averages_are_updated_by_every_hand() -> None:
    host = SteppedHost(open_table().pk, now=leases.database_now())
    seat(host, person("Alice"), person("Bob"))
    for _ in range(4):
        host.play_hand(raise_to=100_00)
    (row,) = queries.lobby_rows()
    assert (row.hands, row.average_pot, row.flop_percent) == (4, 200_00, 100)
    assert row.hands_per_hour > 60
    last_hand_at = Table.objects.get().last_hand_at
    assert last_hand_at is not None
    Table.objects.update(last_hand_at=last_hand_at - timedelta(hours=1))
    assert queries.lobby_rows()[0].hands_per_hour == 0


def test_a_hand_without_a_flop_lowers_the_share_of_flops_seen() -> None:
    host = SteppedHost(open_table().pk)
    seat(host, person("Alice"), person("Bob"))
    host.fold_out()
    assert queries.lobby_rows()[0].flop_percent == 0


def test_last_hands_are_listed_newest_first() -> None:
    host = SteppedHost(open_table().pk)
    seat(host, person("Alice"), person("Bob"))
    for _ in range(3):
        host.play_hand()
    hands = queries.last_hands(host.id, limit=2)
    assert [hand.number for hand in hands] == [3, 2]
    assert [hand.number for hand in queries.last_hands(host.id, before=2)] == [1]
    assert sum(row[3] for row in hands[0].results) == -hands[0].rake
    assert [row[2] for row in hands[0].results] == ["Alice", "Bob"]
    assert hands[0].ended >= hands[0].began


def test_seats_and_chat_of_a_table_are_listed() -> None:
    host = SteppedHost(open_table().pk)
    alice = person("Alice")
    seat(host, alice, person("Emil", bot=True))
    assert [(row.seat, row.name, row.bot) for row in queries.seats_at(host.id)] == [
        (0, "Alice", False),
        (1, "Emil", True),
    ]
    for text in ("one", "two", "three"):
        table_log.add_chat_line(host.id, alice.pk, text)
    assert [line.text for line in queries.recent_chat(host.id)] == ["one", "two", "three"]
