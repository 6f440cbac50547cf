"""Rule K8: moves from a must-move table to its main table, and the seats reserved for them."""

from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from games import api
from games.engine.table import commands as cm
from games.engine.table.seat_commands import next_to_move
from games.live.bots.runner import bots_wanted
from games.lobby.queries import lobby_rows
from games.messaging.notices import take_unread_notices
from games.models import Order, Seat, Table
from games.models.access import WaitingEntry
from games.models.moves import HouseMove
from games.seating import reserved_seats, waiting_calls
from games.seating.must_move import lock_two_tables, unreserved_seats
from pokerroom.models import User
from tests.games.support.restrictions import bar
from tests.games.support.seats import assert_audit_clean, assert_refused, move_as_host, notice_codes, stakes, wallet
from tests.games.support.tables import NL_10_20, START_MS, SteppedHost, open_table, person, seat
from tests.games.support.waiting_lists import called, join, leave, sit
from tests.games.support.watched import recorded_groups, recorded_locks

pytestmark = pytest.mark.django_db
MINUTE = 60_000


def main_and_feeder(*names: str, main_seats: int = 2, **feeder: Any) -> tuple[SteppedHost, SteppedHost, list[User]]:
    """A full main table, its must-move table with these players in this order, and the players."""
    main = SteppedHost(open_table("Main", seats=main_seats).pk)
    seat(main, *(person(f"Main{number}") for number in range(main_seats)))
    opened = open_table("Feeder", feeds=Table.objects.get(pk=main.id), **feeder)
    host, people = SteppedHost(opened.pk), [person(name) for name in names]
    for user in people:
        host.now += 1000
        seat(host, user)
    return main, host, people


def send_to_main(feeder: SteppedHost) -> list[int]:
    """Does what the must-move runner of the table's host does; returns the players it sends."""
    sent = api.send_to_main_table(table_id=feeder.id, line=next_to_move(feeder.table))
    feeder.read_inbox()
    return sent


def names_at(host: SteppedHost) -> list[str]:
    return list(Seat.objects.filter(table=host.id).order_by("seated_at", "pk").values_list("name", flat=True))


def test_K8_the_longest_seated_player_moves_with_the_whole_stack_and_no_post() -> None:
    main, feeder, (alice, _bob) = main_and_feeder("Alice", "Bob")
    assert send_to_main(feeder) == []
    feeder.until("turn")
    chips, before = feeder.table.chips()[alice.pk], wallet(alice)
    leave(main)
    assert send_to_main(feeder) == [alice.pk]
    assert notice_codes(alice) == ["must_move"]
    feeder.fold_out()
    chips = feeder.table.chips()[alice.pk]
    move_as_host(feeder, alice)
    assert_audit_clean()
    main.read_inbox()
    assert main.table.chips()[alice.pk] == chips
    assert main.table.seat(main.table.player_seat(alice.pk) or 0).enters_free
    assert wallet(alice) == before
    assert (names_at(main), names_at(feeder)) == (["Main1", "Alice"], ["Bob"])
    assert HouseMove.objects.get().ended == "went"
    assert send_to_main(feeder) == []
    assert_audit_clean()


def test_K8_each_free_seat_is_reserved_for_one_moving_player() -> None:
    main, feeder, (alice, bob, _carl) = main_and_feeder("Alice", "Bob", "Carl")
    feeder.until("turn")
    leave(main, 0)
    assert send_to_main(feeder) == [alice.pk]
    # Another run, also after a restart, reserves no seat twice and no second seat for a player.
    restarted = SteppedHost(feeder.id, now=feeder.now)
    assert send_to_main(restarted) == []
    leave(main, 1)
    assert send_to_main(restarted) == [bob.pk]
    assert send_to_main(restarted) == []
    assert reserved_seats.reserved_for(main.id) == {alice.pk, bob.pk}
    assert Order.objects.filter(kind="move").count() == 2
    restarted.fold_out()
    for user in (alice, bob):
        restarted.do(cm.MoveToTable(user.pk))
    main.read_inbox()
    assert (sorted(names_at(main)), names_at(feeder)) == (["Alice", "Bob"], ["Carl"])
    assert_audit_clean()


def test_K8_a_reservation_that_is_given_up_passes_to_the_next_player() -> None:
    main, feeder, (alice, bob, _carl) = main_and_feeder("Alice", "Bob", "Carl")
    feeder.until("turn")
    leave(main)
    assert send_to_main(feeder) == [alice.pk]
    feeder.do(cm.Leave(alice.pk))
    feeder.fold_out()
    assert HouseMove.objects.get().ended == "left"
    assert send_to_main(feeder) == [bob.pk]
    feeder.do(cm.MoveToTable(bob.pk))
    main.read_inbox()
    assert names_at(main) == ["Main1", "Bob"]
    assert_audit_clean()


def test_K8_a_refused_move_passes_the_seat_to_the_next_player() -> None:
    main, feeder, (alice, bob, _carl) = main_and_feeder("Alice", "Bob", "Carl")
    feeder.until("turn")
    leave(main)
    line = next_to_move(feeder.table)
    feeder.do(cm.Leave(alice.pk))
    assert api.send_to_main_table(table_id=feeder.id, line=line) == [alice.pk]
    feeder.read_inbox()
    assert HouseMove.objects.get().ended == "stayed"
    assert send_to_main(feeder) == [bob.pk]
    assert_audit_clean()


def test_K8_free_seats_of_the_main_table_are_reserved_while_the_must_move_table_plays() -> None:
    main, feeder, (alice,) = main_and_feeder("Alice")
    leave(main)
    walkin = person("Walkin")
    assert_refused("seat_for_feeder", lambda: sit(walkin, main))
    send_to_main(feeder)
    assert_refused("seat_for_feeder", lambda: sit(walkin, main))
    feeder.do(cm.MoveToTable(alice.pk))
    # The must-move table is empty now, so everybody may take a free seat.
    leave(main, 1)
    sit(walkin, main)
    main.read_inbox()
    assert sorted(names_at(main)) == ["Alice", "Walkin"]
    assert_audit_clean()


def test_K8_players_of_both_lists_are_called_to_the_must_move_table() -> None:
    main, feeder, (alice, _bob) = main_and_feeder("Alice", "Bob", seats=3)
    waiting, later = person("Waits"), person("Later")
    join(waiting, main)
    assert waiting_calls.serve(feeder.id, START_MS).changed
    assert (called(feeder), called(main)) == (["Waits"], [])
    sit(waiting, feeder)
    feeder.read_inbox()
    assert not waiting_calls.active_entries().exists()
    join(later, feeder)
    leave(main)
    assert not waiting_calls.serve(main.id, START_MS).changed
    assert send_to_main(feeder) == [alice.pk]
    feeder.do(cm.MoveToTable(alice.pk))
    main.read_inbox()
    waiting_calls.serve(feeder.id, START_MS)
    assert called(feeder) == ["Later"]
    assert (names_at(main), names_at(feeder)) == (["Main1", "Alice"], ["Bob", "Waits"])
    assert_audit_clean()


def test_K8_a_call_made_before_the_must_move_table_opened_remains_valid() -> None:
    main = SteppedHost(open_table("Main", seats=2).pk)
    seat(main, person("Anna"), person("Bert"))
    waiting = person("Waits")
    join(waiting, main)
    leave(main)
    waiting_calls.serve(main.id, START_MS)
    assert called(main) == ["Waits"]
    feeder = SteppedHost(open_table("Feeder", feeds=Table.objects.get(pk=main.id)).pk)
    alice = person("Alice")
    seat(feeder, alice)
    assert send_to_main(feeder) == []
    sit(waiting, main)
    main.read_inbox()
    assert names_at(main) == ["Bert", "Waits"]


def test_K8_a_missed_call_at_the_main_table_passes_to_the_must_move_table() -> None:
    main = SteppedHost(open_table("Main", seats=2).pk)
    seat(main, person("Anna"), person("Bert"))
    join(person("Waits"), main)
    join(person("Behind"), main)
    leave(main)
    waiting_calls.serve(main.id, START_MS)
    feeder = SteppedHost(open_table("Feeder", feeds=Table.objects.get(pk=main.id)).pk)
    alice = person("Alice")
    seat(feeder, alice)
    waiting_calls.serve(main.id, START_MS + MINUTE)
    assert called(main) == []
    assert send_to_main(feeder) == [alice.pk]


def test_K8_nobody_moves_to_the_main_table_out_of_turn() -> None:
    main, feeder, (alice, bob) = main_and_feeder("Alice", "Bob")
    leave(main)
    assert_refused("no_seat_there", api.move_player, player=bob.pk, table_id=feeder.id, to=main.id)
    send_to_main(feeder)
    assert_refused("no_seat_there", api.move_player, player=bob.pk, table_id=feeder.id, to=main.id)
    move_as_host(feeder, alice)


def test_K8_a_moving_player_does_not_buy_in_at_the_main_table() -> None:
    main, feeder, (alice,) = main_and_feeder("Alice")
    leave(main)
    send_to_main(feeder)
    assert_refused("moving_there", lambda: sit(alice, main))
    move_as_host(feeder, alice)
    assert_refused("already_seated", lambda: sit(alice, main))


def test_K8_bots_do_not_move_and_leave_the_main_table_for_players(settings: Settings) -> None:
    settings.BOTS = True
    main, feeder, (alice,) = main_and_feeder("Alice", main_seats=3)
    seat(feeder, person("Robot", bot=True))
    Table.objects.filter(pk__in=(main.id, feeder.id)).update(bots=2)
    assert (bots_wanted(main.id), bots_wanted(feeder.id)) == (1, 2)
    join(person("Waits"), main)
    assert (bots_wanted(main.id), bots_wanted(feeder.id)) == (0, 1)
    leave(main)
    leave(main, 1)
    assert send_to_main(feeder) == [alice.pk]


def test_K8_when_the_main_table_closes_the_link_ends_and_players_stay() -> None:
    main, feeder, (alice, _bob) = main_and_feeder("Alice", "Bob")
    feeder.until("turn")
    leave(main)
    send_to_main(feeder)
    api.close_table(table_id=main.id)
    assert send_to_main(feeder) == []
    assert Table.objects.get(pk=feeder.id).feeds is None
    feeder.fold_out()
    assert_refused("no_seat_there", feeder.do, command=cm.MoveToTable(alice.pk))
    api.record_failed_move(player=alice.pk, table_id=feeder.id, to=main.id)
    feeder.do(cm.SetTableMove(alice.pk, 0, must=True))
    assert HouseMove.objects.get().ended == "stayed"
    assert notice_codes(alice) == ["must_move", "move_failed"]
    assert names_at(feeder) == ["Alice", "Bob"]
    assert_audit_clean()


@pytest.mark.parametrize("change", [{"frozen": True}, {"is_open": False}])
def test_K8_nobody_moves_to_a_stopped_or_closing_main_table(change: dict[str, bool]) -> None:
    main, feeder, _ = main_and_feeder("Alice")
    leave(main)
    Table.objects.filter(pk=main.id).update(**change)
    assert send_to_main(feeder) == []
    assert not HouseMove.objects.exists()


def test_K8_the_tables_of_a_move_are_locked_in_the_order_of_their_ids_and_without_their_keys() -> None:
    last, first, other = open_table("Zebra").pk, open_table("Ape").pk, open_table("Bear").pk
    assert last < first < other
    with recorded_locks() as locks:
        assert list(lock_two_tables(first, last)) == [last, first]
    assert locks == ["games_table by id for no key update"]
    assert list(lock_two_tables(first, 10**9)) == [first]


def test_K8_a_seat_is_unreserved_if_nobody_sits_there_ordered_it_or_moves_or_is_called_there() -> None:
    main = SteppedHost(open_table("Main", seats=6).pk)
    table = Table.objects.get(pk=main.id)
    assert unreserved_seats(table) == 6
    seat(main, person("Sits"))
    sit(person("Coming"), main)
    assert unreserved_seats(table) == 4
    other, called_there, arrived, moving = open_table("Other"), person("Called"), person("Arrived"), person("Moving")
    for user, target in ((called_there, table), (arrived, table), (person("Elsewhere"), other), (person("Free"), None)):
        until = timezone.now() if target else None
        WaitingEntry.objects.create(player=user, table=table, called_to=target, call_until=until)
    WaitingEntry.objects.create(player=person("Gone"), table=table, ended="left")
    assert unreserved_seats(table) == 2
    sit(arrived, main)
    assert unreserved_seats(table) == 2, "the called player who comes needs one seat"
    HouseMove.objects.create(player=moving, source=other, target=table)
    HouseMove.objects.create(player=person("Away"), source=table, target=other)
    HouseMove.objects.create(player=person("Stayed"), source=other, target=table, ended="stayed")
    HouseMove.objects.create(player=arrived, source=other, target=table)
    assert unreserved_seats(table) == 1


def test_K8_a_move_from_another_table_and_a_bar_elsewhere_do_not_hold_up_the_line() -> None:
    main, feeder, (alice, bob) = main_and_feeder("Alice", "Bob", main_seats=3)
    leave(main, 0)
    leave(main, 1)
    third = open_table("Third")
    HouseMove.objects.create(player=alice, source=third, target=third)
    bar(bob, feeder.id)
    assert send_to_main(feeder) == [alice.pk, bob.pk]


def test_K8_a_barred_player_is_passed_over_and_all_who_move_are_notified() -> None:
    main, feeder, (alice, bob, _carl) = main_and_feeder("Alice", "Bob", "Carl")
    leave(main)
    bar(alice, main.id)
    with recorded_groups() as groups:
        assert send_to_main(feeder) == [bob.pk]
    assert groups == [f"host.{feeder.id}", "lobby", f"user.{bob.pk}"]
    order = Order.objects.get(kind=Order.Kind.MOVE)
    assert (order.player, order.payload) == (bob, {"to": main.id, "name": "Main", "must": True})
    (notice,) = take_unread_notices(bob.pk)
    assert (notice.code, notice.detail) == ("must_move", {"to": "Main"})


def test_K8_only_the_link_to_the_closed_main_table_is_removed() -> None:
    main, feeder, _ = main_and_feeder("Alice")
    other = open_table("Other")
    others_feeder = open_table("Other feeder", feeds=other)
    Table.objects.filter(pk=main.id).update(is_open=False)
    with recorded_groups() as groups:
        assert send_to_main(feeder) == []
    assert groups == [f"host.{feeder.id}", "lobby"]
    assert dict(Table.objects.values_list("name", "feeds")) == {
        "Main": None,
        "Feeder": None,
        "Other": None,
        "Other feeder": other.pk,
    }
    order = Order.objects.get(kind=Order.Kind.ANNOUNCE)
    assert (order.table_id, order.payload["kind"], order.payload["name"]) == (feeder.id, "unlinked", "Main"), "F1"
    assert api.send_to_main_table(table_id=others_feeder.pk, line=[]) == []


def test_K8_only_tables_of_the_same_game_and_stakes_are_linked() -> None:
    main = open_table("Main")
    feeder = open_table("Feeder", feeds=main)
    for code, settings in (
        ("feeds_chain", {"feeds": feeder}),
        ("feeds_another_game", {"feeds": main, "rules": stakes(20_00, 40_00)}),
        ("feeds_another_game", {"feeds": main, "currency": "CZK"}),
    ):
        assert_refused(code, lambda settings=settings: open_table("Other", **settings))
    assert_refused("feeds_itself", lambda: api.change_table(table_id=main.pk, feeds=main))
    assert_refused("feeds_chain", lambda: api.change_table(table_id=main.pk, feeds=feeder))
    other = open_table("Other")
    assert_refused("is_fed", lambda: api.change_table(table_id=main.pk, feeds=other))
    assert_refused("feeder_differs", lambda: api.change_table(table_id=main.pk, rules=stakes(20_00, 40_00)))
    assert_refused("feeds_another_game", lambda: api.change_table(table_id=feeder.pk, rules=stakes(20_00, 40_00)))
    api.change_table(table_id=main.pk, rules=NL_10_20._replace(clock=NL_10_20.clock._replace(turn=5000)))
    api.close_table(table_id=other.pk)
    other.refresh_from_db()
    assert_refused("feeds_closed", lambda: api.change_table(table_id=feeder.pk, feeds=other))
    api.change_table(table_id=feeder.pk, feeds=None)
    api.change_table(table_id=main.pk, feeds=Table.objects.get(pk=feeder.pk))


def test_K8_the_lobby_names_the_main_table_and_offers_no_reserved_seat() -> None:
    main, feeder, _ = main_and_feeder("Alice")
    rows = {row.table: row for row in lobby_rows()}
    assert (rows[main.id].feeds, rows[feeder.id].feeds) == ("", "Main")
    leave(main)
    assert {row.table: row.open_seats for row in lobby_rows()} == {main.id: 0, feeder.id: 8}
