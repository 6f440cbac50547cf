"""Seats and chips under concurrent requests, with real threads and commits."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from cashier import api as cashier
from games import api
from games.engine.hand.actions import Call, RaiseTo
from games.engine.table import commands as cm
from games.models import Departure, Notice, Order, Seat
from games.store import table_log
from pokerroom.models import User
from tests.games.support.concurrency import concurrent_outcomes
from tests.games.support.seats import assert_audit_clean
from tests.games.support.tables import GRANT, SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db(transaction=True)


def seat_request(user: User, table: int, amount: int = 2_000_00, at: int = -1, **more: Any) -> Callable[[], object]:
    """A call that orders a seat."""
    return lambda: api.take_seat(user=user, table_id=table, seat=at, amount=amount, **more)


def test_K11_the_limit_of_tables_holds_for_simultaneous_requests() -> None:
    alice = person("Alice")
    tables = [open_table(f"Table {number}").pk for number in range(6)]
    outcomes = concurrent_outcomes(*(seat_request(alice, table, 800_00) for table in tables))
    assert sorted(outcomes) == ["ok"] * 4 + ["too_many_tables"] * 2
    assert cashier.balance(user_id=alice.pk, currency="PLAY") == GRANT - 4 * 800_00
    assert_audit_clean()


def test_K11_two_tabs_at_one_table_give_one_seat() -> None:
    alice, host = person("Alice"), SteppedHost(open_table().pk)
    assert sorted(concurrent_outcomes(*[seat_request(alice, host.id)] * 2)) == ["already_seated", "ok"]
    host.read_inbox()
    assert host.table.chips() == {alice.pk: 2_000_00}
    assert_audit_clean()


def test_K2_of_two_players_asking_for_one_seat_one_gets_it() -> None:
    host, people = SteppedHost(open_table().pk), [person(name) for name in ("Alice", "Bob", "Carol")]
    outcomes = concurrent_outcomes(*(seat_request(user, host.id, at=4) for user in people))
    assert sorted(outcomes) == ["ok", "seat_taken", "seat_taken"]
    host.read_inbox()
    assert Seat.objects.get().player == people[outcomes.index("ok")]
    assert sum(cashier.balance(user_id=user.pk, currency="PLAY") for user in people) == 3 * GRANT - 2_000_00
    assert_audit_clean()


def test_K2_the_last_free_house_bot_sits_down_at_one_of_two_tables_that_ask_for_it() -> None:
    person("Robot", bot=True, grant=0)
    tables = [open_table(name).pk for name in ("Here", "There")]
    outcomes = concurrent_outcomes(*(partial(api.seat_bot, table_id=table) for table in tables))
    assert sorted(outcomes) == ["no_free_bot", "ok"]
    assert Order.objects.get().table_id == tables[outcomes.index("ok")]
    assert_audit_clean()


def test_M2_money_is_spent_once_by_simultaneous_buy_ins() -> None:
    alice = person("Alice", grant=2_500_00)
    here, there = open_table("Here").pk, open_table("There").pk
    outcomes = concurrent_outcomes(seat_request(alice, here), seat_request(alice, there))
    assert sorted(outcomes) == ["not_enough_money", "ok"]
    assert cashier.balance(user_id=alice.pk, currency="PLAY") == 500_00
    assert_audit_clean()


def test_M2_a_refill_and_a_buy_in_elsewhere_share_one_wallet() -> None:
    alice, host = person("Alice", grant=4_000_00), SteppedHost(open_table().pk)
    seat(host, alice, amount=1_000_00)
    other = open_table("There").pk
    outcomes = concurrent_outcomes(
        lambda: api.refill(player=alice.pk, table_id=host.id, to=3_000_00, hand=0),
        seat_request(alice, other),
    )
    assert outcomes[0] == "ok"
    bought = Order.objects.filter(kind=Order.Kind.ADD_CHIPS).count()
    assert (bought, outcomes[1]) in ((1, "not_enough_money"), (0, "ok"))
    assert Notice.objects.filter(code="refill_short").count() == 1 - bought
    host.read_inbox()
    assert_audit_clean()


def test_K5_an_automatic_top_up_by_two_hosts_is_bought_once() -> None:
    alice, host = person("Alice"), SteppedHost(open_table().pk)
    seat(host, alice, amount=1_000_00)
    refill = partial(api.refill, player=alice.pk, table_id=host.id, to=3_000_00, hand=7)
    assert concurrent_outcomes(*[refill] * 4) == ["ok"] * 4
    host.read_inbox()
    assert host.table.chips() == {alice.pk: 3_000_00}
    assert_audit_clean()


def test_K7_a_player_returns_once_with_one_stack_from_several_tabs() -> None:
    alice, host = person("Alice"), SteppedHost(open_table().pk)
    seat(host, alice, amount=3_000_00)
    host.come_to_the_present()
    host.do(cm.Leave(alice.pk))
    outcomes = concurrent_outcomes(*(seat_request(alice, host.id, amount) for amount in (3_000_00, 800_00, 3_000_00)))
    assert outcomes.count("ok") == 1
    assert outcomes[1] in ("return_exact", "already_seated")
    host.read_inbox()
    assert host.table.chips() == {alice.pk: 3_000_00}
    assert_audit_clean()


def moving_player(name: str, there: SteppedHost) -> tuple[SteppedHost, User]:
    """A table whose only player is about to move to another table, and the player."""
    host, user = SteppedHost(open_table(f"of {name}").pk), person(name)
    seat(host, user)
    api.move_player(player=user.pk, table_id=host.id, to=there.id)
    host.read_inbox()
    return host, user


def test_K8_one_of_three_players_gets_the_last_seat() -> None:
    brno = SteppedHost(open_table("Brno", seats=2).pk)
    seat(brno, person("Zdena"))
    (first, alice), (second, bob), carol = moving_player("Alice", brno), moving_player("Bob", brno), person("Carol")
    outcomes = concurrent_outcomes(
        lambda: first.do(cm.MoveToTable(alice.pk)),
        lambda: second.do(cm.MoveToTable(bob.pk)),
        seat_request(carol, brno.id),
    )
    assert outcomes.count("ok") == 1
    assert set(outcomes) <= {"ok", "no_seat_there", "table_full"}
    brno.read_inbox()
    assert Seat.objects.filter(table=brno.id).count() == 2
    assert not Order.objects.exclude(refused="").exists()
    assert_audit_clean()


def test_K8_two_players_swapping_tables_do_not_deadlock() -> None:
    prague, brno = SteppedHost(open_table("Prague").pk), SteppedHost(open_table("Brno").pk)
    people = [person(f"Player {number}") for number in range(6)]
    seat(prague, *people[:3])
    seat(brno, *people[3:])
    for user in people:
        here, there = (prague, brno) if user in people[:3] else (brno, prague)
        api.move_player(player=user.pk, table_id=here.id, to=there.id)
    for host in (prague, brno):
        host.read_inbox()

    def move_all(host: SteppedHost, users: list[User]) -> Callable[[], None]:
        def move() -> None:
            for user in users:
                host.do(cm.MoveToTable(user.pk))

        return move

    assert concurrent_outcomes(move_all(prague, people[:3]), move_all(brno, people[3:])) == ["ok", "ok"]
    for host in (prague, brno):
        host.read_inbox()
    assert set(Seat.objects.filter(table=brno.id).values_list("player", flat=True)) == {user.pk for user in people[:3]}
    assert_audit_clean()


def test_K8_a_player_may_sit_down_at_the_target_during_the_move() -> None:
    brno = SteppedHost(open_table("Brno").pk)
    host, alice = moving_player("Alice", brno)
    outcomes = concurrent_outcomes(lambda: host.do(cm.MoveToTable(alice.pk)), seat_request(alice, brno.id))
    assert sorted(outcomes) == ["already_seated", "ok"]
    brno.read_inbox()
    assert Seat.objects.filter(table=brno.id, player=alice).count() == 1
    assert_audit_clean()


def test_K6_a_player_may_leave_during_an_all_in() -> None:
    host, people = SteppedHost(open_table().pk), [person(name) for name in ("Alice", "Bob", "Carol")]
    seat(host, *people)
    host.until("turn")
    host.act(RaiseTo(2_000_00))
    raiser = next(
        seat.player for number, seat in enumerate(host.table.seats) if seat and not host.table.hand.stacks[number]
    )
    host.do(cm.Leave(raiser))
    assert Seat.objects.filter(player=raiser).exists()
    while host.table.running:
        if host.table.hand.to_act >= 0:
            host.act(Call())
        else:
            host.until("turn", "next_hand", "players")
    assert not Seat.objects.filter(player=raiser).exists()
    held = cashier.escrow(table_id=host.id)
    assert raiser not in held
    assert sum(held.values()) + sum(cashier.balance(user_id=user.pk, currency="PLAY") for user in people) == 3 * GRANT
    assert_audit_clean()


def test_K6_all_players_may_leave_in_one_hand() -> None:
    host, people = SteppedHost(open_table().pk), [person(name) for name in ("Alice", "Bob", "Carol")]
    seat(host, *people)
    host.until("turn")
    for user in people:
        host.do(cm.Leave(user.pk))
    host.read_inbox()
    assert not Seat.objects.exists()
    assert cashier.escrow(table_id=host.id) == {}
    assert sum(cashier.balance(user_id=user.pk, currency="PLAY") for user in people) == 3 * GRANT
    assert Departure.objects.count() == 3
    assert_audit_clean()


def test_a_table_closes_while_players_sit_down_top_up_and_move() -> None:
    host, there = SteppedHost(open_table().pk), SteppedHost(open_table("Brno").pk)
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    seat(host, alice, bob)
    api.move_player(player=bob.pk, table_id=host.id, to=there.id)
    outcomes = concurrent_outcomes(
        lambda: api.close_table(table_id=host.id),
        seat_request(carol, host.id),
        lambda: api.top_up(user=alice, table_id=host.id, amount=100_00),
    )
    assert outcomes[0] == outcomes[2] == "ok"
    assert outcomes[1] in ("ok", "table_closed")
    host.read_inbox()
    assert not Seat.objects.filter(table=host.id).exists()
    for user in (alice, bob, carol):
        assert cashier.balance(user_id=user.pk, currency="PLAY") == GRANT
    assert Notice.objects.filter(player=alice, code="table_closed").exists()
    assert not table_log.pending_orders(host.id)
    assert_audit_clean()
