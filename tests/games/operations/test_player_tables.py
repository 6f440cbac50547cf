"""K10: tables that players open for themselves, within the operator's limits."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from cashier.audit import run_audit
from games import api
from games.engine import events as ev
from games.engine.events.kinds import Announcement
from games.engine.rules.stakes import Structure
from games.engine.table import commands as cm
from games.models import Table
from games.models.access import PlayerTableLimits
from games.operations import player_tables
from pokerroom.models import User
from tests.games.support.concurrency import refusal_code, run_concurrently
from tests.games.support.seats import assert_refused
from tests.games.support.tables import SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db


def open_own_table(user: User, name: str = "Own", **more: Any) -> Table:
    """A hold'em table of 1/2."""
    usual = {
        "game": "holdem", "structure": Structure.NO_LIMIT, "stakes": 2_00, "seats": 6, "min_buy_in": 80_00,
        "max_buy_in": 400_00,
    }  # fmt: skip
    return player_tables.open_player_table(user=user, name=name, **{**usual, **more})


def test_K10_players_open_tables_within_the_operators_limits() -> None:
    alice = person("Alice")
    table = open_own_table(alice)
    assert (table.opened_by_id, table.bots, table.rules.rake.code) == (alice.pk, 0, "online")
    assert (table.rules.stakes.small_blind, table.rules.stakes.big_blind) == (1_00, 2_00)
    assert table.rules.house.chip_unit == 100
    assert open_own_table(alice, "Small", stakes=1_00, min_buy_in=50_00).rules.house.chip_unit == 1


def test_K10_the_name_of_a_players_table_is_one_line_that_reads_as_it_is_written() -> None:
    assert open_own_table(person("Alice"), "A'\r\nSeat 1: \u202eboB ").name == "A' Seat 1: boB"


@pytest.mark.parametrize(
    ("code", "more"),
    [
        ("stakes_out_of_range", {"stakes": 99}),
        ("stakes_out_of_range", {"stakes": 100_01}),
        ("buy_in_out_of_range", {"min_buy_in": 0}),
        ("buy_in_out_of_range", {"min_buy_in": 39_99}),
        ("buy_in_out_of_range", {"max_buy_in": 1_000_01}),
        ("buy_in_out_of_range", {"max_buy_in": 0}),
        ("buy_in_bounds_wrong", {"min_buy_in": 200_00, "max_buy_in": 100_00}),
        ("game_not_offered", {"game": "razz"}),
        ("game_not_offered", {"game": "chess"}),
        ("seats_out_of_range", {"seats": 11}),
        ("name_taken", {"name": "Prague"}),
    ],
)
def test_K10_tables_beyond_the_limits_are_refused(code: str, more: dict[str, Any]) -> None:
    PlayerTableLimits.objects.create(games=["holdem", "omaha"])
    open_table()
    alice = person("Alice")
    assert_refused(code, lambda: open_own_table(alice, **more))
    assert not Table.objects.filter(opened_by=alice).exists()


def test_K10_the_numbers_of_players_tables_are_limited() -> None:
    limits = PlayerTableLimits.objects.create(max_per_player=1, max_in_room=2)
    alice, bob, carl = person("Alice"), person("Bob"), person("Carl")
    first = open_own_table(alice)
    assert assert_refused("too_many_own_tables", lambda: open_own_table(alice, "Second")) == {"count": 1}
    open_own_table(bob, "Bobs")
    assert_refused("too_many_players_tables", lambda: open_own_table(carl, "Carls"))
    player_tables.close_player_table(user_id=alice.pk, table_id=first.pk)
    open_own_table(carl, "Carls")
    limits.allowed = False
    limits.save()
    assert_refused("own_tables_off", lambda: open_own_table(alice, "Again"))


def test_k10_the_owner_needs_no_password_and_everybody_else_does(client: Client) -> None:
    alice, bob = person("Alice"), person("Bob")
    table = open_own_table(alice, password="sesame")
    path = f"/table/{table.pk}/sit/"
    for user, asked in ((alice, False), (bob, True)):
        client.force_login(user)
        html = client.get(path, headers={"HX-Request": "true"}).content.decode()
        assert ('type="password"' in html) is asked
    api.take_seat(user=alice, table_id=table.pk, seat=-1, amount=100_00)
    assert_refused("wrong_password", lambda: api.take_seat(user=bob, table_id=table.pk, seat=-1, amount=100_00))


@pytest.mark.django_db(transaction=True)
def test_K10_the_limit_holds_for_simultaneous_requests() -> None:
    alice = person("Alice")

    outcomes = run_concurrently(4, lambda number: refusal_code(lambda: open_own_table(alice, f"Own {number}")))
    assert sorted(outcomes) == ["ok", "ok", "too_many_own_tables", "too_many_own_tables"]


def test_K10_only_the_owner_closes_the_table_and_players_leave_with_their_chips() -> None:
    alice, bob = person("Alice"), person("Bob")
    table = open_own_table(alice)
    host = SteppedHost(table.pk)
    seat(host, alice, bob, amount=100_00)
    host.until("turn")
    assert_refused("not_your_table", lambda: player_tables.close_player_table(user_id=bob.pk, table_id=table.pk))
    player_tables.close_player_table(user_id=alice.pk, table_id=table.pk)
    assert_refused(
        "table_closed", lambda: api.take_seat(user=person("Carl"), table_id=table.pk, seat=-1, amount=100_00)
    )
    player_tables.close_player_table(user_id=alice.pk, table_id=table.pk)
    host.read_inbox()
    assert host.table.running
    told = [event for event in host.table.public_events if isinstance(event, ev.Announced)]
    assert told == [ev.Announced(Announcement.OWNER_CLOSES, "Alice", "")], "F1: once, however often she presses"
    host.fold_out()
    while Table.objects.get(pk=table.pk).closed_at is None:
        due = host.table.next_tick_at()
        assert due is not None
        host.now = due
        host.do(cm.Tick())
    assert Table.objects.get(pk=table.pk).closed_at is not None
    assert run_audit().breaches == ()


def test_K10_a_players_table_closes_after_being_empty_for_long() -> None:
    alice = person("Alice")
    table = open_own_table(alice)
    room_table = open_table()
    both = [table.pk, room_table.pk]
    assert player_tables.close_abandoned_tables(both) == []
    host = SteppedHost(table.pk, now=int(timezone.now().timestamp() * 1000))
    seat(host, alice, amount=100_00)
    long_ago = timezone.now() - timedelta(minutes=31)
    assert Table.objects.get(pk=table.pk).empty_since is None
    host.do(cm.Leave(alice.pk))
    assert Table.objects.get(pk=table.pk).empty_since is not None
    assert player_tables.close_abandoned_tables(both) == []
    Table.objects.update(empty_since=long_ago)
    assert player_tables.close_abandoned_tables([room_table.pk]) == []
    assert player_tables.close_abandoned_tables(both) == [table.pk]
    assert player_tables.close_abandoned_tables(both) == []
    host.read_inbox()
    assert Table.objects.get(pk=table.pk).closed_at is not None
