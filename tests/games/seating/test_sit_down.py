"""Buying in, adding chips, and seating house bots: the bounds of each, and what is ordered (K2, K5, K11)."""

import secrets

import pytest

from cashier import api as cashier
from games import api
from games.engine.rules.house_rules import HouseRules, TopUpMin
from games.engine.table import commands as cm
from games.models import Order, Seat, Table
from games.money import escrow
from games.store import table_log
from pokerroom.models import User
from tests.games.support.seats import assert_audit_clean, assert_refused, wallet
from tests.games.support.tables import GRANT, NL_10_20, SteppedHost, open_table, person, seat
from tests.games.support.waiting_lists import full_table, sit

pytestmark = pytest.mark.django_db


def order() -> dict[str, object]:
    """The last order: its kind, player, amount and payload."""
    last = Order.objects.order_by("pk").last()
    assert last is not None
    return {"kind": last.kind, "player": last.player, "amount": last.amount, **last.payload}


@pytest.mark.parametrize(
    ("number", "code"), [(-2, "no_such_seat"), (-1, ""), (0, "seat_taken"), (1, ""), (5, ""), (6, "no_such_seat")]
)
def test_K2_a_seat_of_the_table_that_is_free_or_any_may_be_chosen(number: int, code: str) -> None:
    host, alice = SteppedHost(open_table(seats=6).pk), person("Alice")
    seat(host, person("Bob"))
    sit(person("Anywhere"), host)
    if code:
        assert_refused(code, lambda: sit(alice, host, number))
    else:
        sit(alice, host, number)
        assert order()["seat"] == number


def test_K2_the_last_seat_is_ordered_once_and_a_full_table_has_none() -> None:
    host = SteppedHost(open_table(seats=2).pk)
    seat(host, person("Alice"))
    sit(person("Bob"), host)
    assert_refused("table_full", lambda: sit(person("Carl"), host))
    assert_refused("table_full", lambda: sit(person("Dora"), host, 1))


@pytest.mark.parametrize("bot", [False, True])
def test_H2_the_order_of_a_seat_carries_the_players_choices_and_bots_always_muck(bot: bool) -> None:
    table, alice = open_table(), person("Alice", bot=bot, auto_muck=False)
    User.objects.filter(pk=alice.pk).update(auto_post=False)
    assert api.take_seat(user=alice, table_id=table.pk, seat=3, amount=800_00)
    assert order() == {
        "kind": Order.Kind.TAKE_SEAT,
        "player": alice,
        "amount": 800_00,
        "name": "Alice",
        "bot": bot,
        "seat": 3,
        "auto_muck": bot,
        "auto_post": False,
    }
    assert escrow.held_at(table.pk) == {alice.pk: 800_00}


def test_a_repeated_request_with_one_key_returns_the_first_order() -> None:
    table, alice = open_table(), person("Alice")
    sent = [api.take_seat(user=alice, table_id=table.pk, seat=3, amount=800_00, key="one") for _ in range(2)]
    SteppedHost(table.pk).read_inbox()
    sent += [api.take_seat(user=alice, table_id=table.pk, seat=3, amount=800_00, key="one")]
    assert len(set(sent)) == 1
    added = [api.top_up(user=alice, table_id=table.pk, amount=100_00, key="two") for _ in range(2)]
    assert len(set(added)) == 1
    assert escrow.held_at(table.pk) == {alice.pk: 900_00}


def test_K10_the_password_is_asked_for() -> None:
    table, alice = open_table(password="sesame"), person("Alice")
    request = {"user": alice, "table_id": table.pk, "seat": 0, "amount": 800_00}
    assert_refused("wrong_password", api.take_seat, **request)
    assert api.take_seat(**request, password="sesame")


def test_K7_a_return_is_exact_in_whole_cents_and_waits_for_a_frozen_table() -> None:
    host, alice = SteppedHost(open_table().pk), person("Alice")
    seat(host, alice)
    host.come_to_the_present()
    host.do(cm.Leave(alice.pk))
    request = {"user": alice, "table_id": host.id, "seat": 0}
    for amount in (2_000_00.0, 2_000_01, 1_999_99):
        assert_refused("return_exact", api.take_seat, **request, amount=amount)
    Table.objects.update(frozen=True)
    assert_refused("table_frozen", api.take_seat, **request, amount=2_000_00)
    Table.objects.update(frozen=False)
    assert api.take_seat(**request, amount=2_000_00)


@pytest.mark.parametrize(
    ("held", "amount", "code"),
    [
        (4_999_99, 1, ""),
        (4_999_99, 2, "top_up_too_big"),
        (5_000_00, 1, "at_most"),
        (1_000_00, 4_000_00, ""),
        (1_000_00, 4_000_01, "top_up_too_big"),
        (1_000_00, 0, "top_up_too_small"),
    ],
)
def test_K5_chips_are_added_up_to_the_largest_buy_in(held: int, amount: int, code: str) -> None:
    host, alice = SteppedHost(open_table().pk), person("Alice")
    seat(host, alice, amount=held)
    request = {"user": alice, "table_id": host.id, "amount": amount}
    if code:
        assert_refused(code, api.top_up, **request)
    else:
        api.top_up(**request)
        assert order() == {"kind": Order.Kind.ADD_CHIPS, "player": alice, "amount": amount, "most": 5_000_00}
        assert wallet(alice) == GRANT - held - amount


def test_K5_a_table_without_a_largest_buy_in_takes_any_top_up_from_those_who_sit_there() -> None:
    host, alice = SteppedHost(open_table(max_buy_in=0).pk), person("Alice")
    request = {"user": alice, "table_id": host.id, "amount": GRANT - 800_00}
    assert_refused("not_seated", api.top_up, **request)
    seat(host, alice, amount=800_00)
    api.top_up(**request)
    assert (order()["most"], wallet(alice)) == (0, 0)


def test_K5_a_top_up_is_refused_if_the_smallest_does_not_fit() -> None:
    house = HouseRules(top_up_min=TopUpMin.FULL, chip_unit=100)
    host, alice = SteppedHost(open_table(rules=NL_10_20._replace(house=house)).pk), person("Alice")
    seat(host, alice, amount=4_999_00)
    api.top_up(user=alice, table_id=host.id, amount=1_00)
    assert_refused("at_most", api.top_up, user=alice, table_id=host.id, amount=1_00)


# House bots.


def bots(*names: str) -> list[User]:
    return [person(name, bot=True, grant=0) for name in names]


@pytest.mark.parametrize(
    ("bounds", "amount"),
    [
        ({}, 2_000_00),
        ({"min_buy_in": 2_000_01}, 2_000_01),
        ({"max_buy_in": 1_999_99}, 1_999_99),
        ({"max_buy_in": 0}, 2_000_00),
    ],
)
def test_K11_a_bot_buys_in_for_a_hundred_big_blinds_within_the_tables_bounds(
    bounds: dict[str, int], amount: int
) -> None:
    table, (robot,) = open_table(**bounds), bots("Robot")
    api.seat_bot(table_id=table.pk)
    assert (order()["player"], order()["amount"]) == (robot, amount)
    assert wallet(robot) == 20 * amount - amount
    assert_audit_clean()


def test_a_bot_with_twice_the_buy_in_is_not_staked_again() -> None:
    table, rich, poor = open_table(), person("Rich", bot=True, grant=4_000_00), person("Poor", bot=True, grant=3_999_99)
    api.seat_bot(table_id=table.pk)
    api.seat_bot(table_id=table.pk)
    assert (wallet(rich), wallet(poor)) == (2_000_00, 40_000_00 - 2_000_00)


def test_only_active_bots_without_a_seat_or_an_order_for_one_are_seated() -> None:
    table, host = open_table(seats=6), SteppedHost(open_table("Other").pk)
    person("Human")
    User.objects.filter(pk=bots("Retired")[0].pk).update(is_active=False)
    seat(host, person("Seated", bot=True))
    sit(person("Coming", bot=True), host)
    assert_refused("no_free_bot", api.seat_bot, table_id=table.pk)
    left, (free,) = person("Left", bot=True), bots("Free")
    seat(host, left)
    host.do(cm.Leave(left.pk))
    Seat.objects.filter(player=left).delete()
    api.seat_bot(table_id=table.pk)
    api.seat_bot(table_id=table.pk)
    assert set(Order.objects.filter(table=table).values_list("player", flat=True)) == {left.pk, free.pk}
    assert_refused("no_free_bot", api.seat_bot, table_id=table.pk)


def test_a_bot_that_another_host_has_chosen_meanwhile_is_not_seated_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    other, table, (robot,) = SteppedHost(open_table("Other").pk), open_table(), bots("Robot")

    def choose(free: list[User]) -> User:
        sit(robot, other)
        return free[0]

    cashier.open_wallet(user_id=robot.pk, grant=GRANT, currency="PLAY")
    monkeypatch.setattr(secrets, "choice", choose)
    assert_refused("no_free_bot", api.seat_bot, table_id=table.pk)


@pytest.mark.parametrize(
    ("taken", "number"),
    [([], 0), ([0], 3), ([3], 0), ([5], 2), ([0, 3], 1), ([0, 2], 4), ([0, 1, 2, 3, 5], 4), ([1, 2, 3, 4, 5], 0)],
)
def test_bots_are_spread_round_the_table(taken: list[int], number: int) -> None:
    table = open_table(seats=6)
    bots("Robot")
    for place in taken:
        sit(person(f"P{place}"), SteppedHost(table.pk), place)
    SteppedHost(table.pk).read_inbox()
    api.seat_bot(table_id=table.pk)
    assert order()["seat"] == number


def test_no_bot_is_seated_at_a_full_table() -> None:
    host = full_table()
    bots("Robot")
    assert_refused("table_full", api.seat_bot, table_id=host.id)
    assert not table_log.pending_orders(host.id)
