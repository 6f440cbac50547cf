"""The card room's api: sitting down, adding chips, running tables; refusals move no chips."""

from collections.abc import Callable
from functools import partial

import pytest

from cashier import api as cashier
from cashier.audit import run_audit
from games import api
from games.engine.errors import IllegalAction
from games.engine.rules.house_rules import ETHP
from games.engine.table import commands as cm
from games.models import Order, Seat, Table
from games.operations import floor
from pokerroom.models import User
from tests.games.support.concurrency import concurrent_outcomes
from tests.games.support.seats import assert_refused
from tests.games.support.tables import GRANT, NL_10_20, SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db


def assert_rejected(code: str, call: Callable[..., object], /, **request: object) -> dict[str, int | str]:
    """Asserts that the call is refused with this code, orders nothing and moves no chips; returns the detail."""
    before = list(Order.objects.values_list("pk", "applied_at", "refused"))
    detail = assert_refused(code, call, **request)
    assert list(Order.objects.values_list("pk", "applied_at", "refused")) == before
    assert run_audit().breaches == ()
    return detail


def test_M3_sitting_down_holds_the_chips_and_orders_the_seat() -> None:
    table, alice = open_table(), person("Alice")
    order = api.take_seat(user=alice, table_id=table.pk, seat=4, amount=2_000_00)
    assert cashier.balance(user_id=alice.pk, currency="PLAY") == GRANT - 2_000_00
    assert cashier.escrow(table_id=table.pk) == {alice.pk: 2_000_00}
    row = Order.objects.get(pk=order)
    assert (row.kind, row.player_id, row.amount, row.payload["seat"]) == ("take_seat", alice.pk, 2_000_00, 4)
    host = SteppedHost(table.pk)
    host.read_inbox()
    assert host.table.player_seat(alice.pk) == 4
    (own,) = api.seats_of(user_id=alice.pk)
    assert (own.table, own.name, own.seat, own.chips) == (table.pk, "Prague", 4, 2_000_00)


def test_K2_buy_ins_keep_to_the_tables_bounds() -> None:
    table, alice = open_table(), person("Alice")
    request = {"user": alice, "table_id": table.pk, "seat": 0}
    bounds = {"min": 800_00, "max": 5_000_00}
    assert assert_rejected("buy_in_too_small", api.take_seat, **request, amount=799_99) == bounds
    assert assert_rejected("buy_in_too_big", api.take_seat, **request, amount=5_000_01) == bounds
    for amount in (0, -5, True, 2000.0):
        assert assert_rejected("buy_in_too_small", api.take_seat, **request, amount=amount) == bounds
    assert api.take_seat(**request, amount=800_00)


def test_K2_a_table_without_bounds_takes_any_amount() -> None:
    table = open_table(min_buy_in=0, max_buy_in=0)
    assert api.take_seat(user=person("Alice"), table_id=table.pk, seat=0, amount=1)


def test_M2_nobody_sits_down_on_credit() -> None:
    table, poor = open_table(), person("Poor", grant=900_00)
    assert assert_rejected(
        "not_enough_money", api.take_seat, user=poor, table_id=table.pk, seat=0, amount=1_000_00
    ) == {"missing": 100_00}


def test_B16_buy_ins_are_whole_chips() -> None:
    table = open_table(rules=NL_10_20._replace(house=ETHP))
    assert assert_rejected(
        "buy_in_not_in_chips", api.take_seat, user=person("Alice"), table_id=table.pk, seat=0, amount=1_000_03
    ) == {"unit": 5, "min": 800_00, "max": 5_000_00}


def test_K11_one_seat_at_each_table_and_a_limited_number_of_tables() -> None:
    alice = person("Alice")
    tables = [open_table(f"Table {number}") for number in range(5)]
    for table in tables[:4]:
        api.take_seat(user=alice, table_id=table.pk, seat=0, amount=1_000_00)
    assert_rejected("already_seated", api.take_seat, user=alice, table_id=tables[0].pk, seat=1, amount=1_000_00)
    assert assert_rejected(
        "too_many_tables", api.take_seat, user=alice, table_id=tables[4].pk, seat=0, amount=1_000_00
    ) == {"count": 4}
    for table in tables[:4]:
        SteppedHost(table.pk).read_inbox()
    assert_rejected("already_seated", api.take_seat, user=alice, table_id=tables[0].pk, seat=1, amount=1_000_00)
    assert_rejected("too_many_tables", api.take_seat, user=alice, table_id=tables[4].pk, seat=0, amount=1_000_00)


def test_K2_a_seat_goes_to_one_player() -> None:
    table = open_table(seats=2)
    api.take_seat(user=person("Alice"), table_id=table.pk, seat=0, amount=1_000_00)
    bob = person("Bob")
    assert_rejected("seat_taken", api.take_seat, user=bob, table_id=table.pk, seat=0, amount=1_000_00)
    assert_rejected("no_such_seat", api.take_seat, user=bob, table_id=table.pk, seat=2, amount=1_000_00)
    api.take_seat(user=bob, table_id=table.pk, seat=-1, amount=1_000_00)
    assert_rejected("table_full", api.take_seat, user=person("Charlie"), table_id=table.pk, seat=-1, amount=1_000_00)


def test_the_same_form_sent_twice_buys_in_once() -> None:
    table, alice = open_table(), person("Alice")
    request = {"user": alice, "table_id": table.pk, "seat": 0, "amount": 1_000_00, "key": "form-7"}
    assert api.take_seat(**request) == api.take_seat(**request)
    assert cashier.escrow(table_id=table.pk) == {alice.pk: 1_000_00}
    bob = person("Bob")
    assert api.take_seat(**{**request, "user": bob, "seat": 1}) != api.take_seat(**request)
    assert_rejected("bad_message", api.take_seat, **{**request, "key": "x" * 41})


def test_K10_a_table_with_a_password_admits_only_players_who_know_it() -> None:
    table, alice = open_table(password="swordfish"), person("Alice")
    assert "swordfish" not in table.password
    request = {"user": alice, "table_id": table.pk, "seat": 0, "amount": 1_000_00}
    assert_rejected("wrong_password", api.take_seat, **request)
    assert_rejected("wrong_password", api.take_seat, **request, password="Swordfish")
    assert api.take_seat(**request, password="swordfish")


def test_closed_frozen_and_unknown_tables_refuse_players() -> None:
    table, alice = open_table(), person("Alice")
    assert_rejected("no_such_table", api.take_seat, user=alice, table_id=10**9, seat=0, amount=1_000_00)
    Table.objects.update(frozen=True)
    assert_rejected("table_frozen", api.take_seat, user=alice, table_id=table.pk, seat=0, amount=1_000_00)
    floor.thaw(by=person("Fiona").pk, table_id=table.pk, why="checked")
    api.close_table(table_id=table.pk)
    assert_rejected("table_closed", api.take_seat, user=alice, table_id=table.pk, seat=0, amount=1_000_00)
    SteppedHost(table.pk).read_inbox()
    for call in (api.close_table, api.change_table):
        assert_rejected("table_closed", call, table_id=table.pk)


def test_K5_top_ups_are_limited_by_the_largest_buy_in() -> None:
    table, alice = open_table(), person("Alice")
    assert_rejected("not_seated", api.top_up, user=alice, table_id=table.pk, amount=100_00)
    host = SteppedHost(table.pk)
    seat(host, alice)
    assert assert_rejected("top_up_too_big", api.top_up, user=alice, table_id=table.pk, amount=3_000_01) == {
        "min": 1,
        "max": 3_000_00,
    }
    api.top_up(user=alice, table_id=table.pk, amount=2_000_00, key="k")
    api.top_up(user=alice, table_id=table.pk, amount=2_000_00, key="k")
    assert assert_rejected("top_up_too_big", api.top_up, user=alice, table_id=table.pk, amount=1_000_01) == {
        "min": 1,
        "max": 1_000_00,
    }
    host.read_inbox()
    assert host.table.chips() == {alice.pk: 4_000_00}
    assert_rejected("top_up_too_small", api.top_up, user=alice, table_id=table.pk, amount=0)


def test_tables_with_impossible_settings_are_not_opened() -> None:
    stakes = NL_10_20.stakes
    impossible = [
        ("blinds_wrong", {"rules": NL_10_20._replace(stakes=stakes._replace(small_blind=0))}),
        ("blinds_wrong", {"rules": NL_10_20._replace(stakes=stakes._replace(small_blind=30_00))}),
        ("seats_out_of_range", {"seats": 1}),
        ("seats_out_of_range", {"seats": 11}),
        ("too_many_bots", {"seats": 6, "bots": 7}),
        ("buy_in_bounds_wrong", {"min_buy_in": 500, "max_buy_in": 400}),
        ("clock_wrong", {"rules": NL_10_20._replace(clock=NL_10_20.clock._replace(turn=0))}),
    ]
    for code, settings in impossible:
        assert_rejected(code, open_table, **settings)
    assert not Table.objects.exists()


def test_K2_changed_bounds_do_not_affect_seated_players() -> None:
    host = SteppedHost(open_table().pk)
    alice = person("Alice")
    seat(host, alice)
    api.change_table(table_id=host.id, min_buy_in=4_000_00, max_buy_in=4_000_00)
    assert host.table.chips() == {alice.pk: 2_000_00}
    assert_rejected("buy_in_too_small", api.take_seat, user=person("Bob"), table_id=host.id, seat=-1, amount=2_000_00)
    with pytest.raises(TypeError):
        api.change_table(table_id=host.id, seats=3)  # type: ignore[call-arg]  # a wrong call on purpose


def test_a_bot_chosen_by_two_hosts_is_seated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = open_table("One"), open_table("Two")
    person("Emil", bot=True, grant=0)

    def choose_after_other_host(free: list[User]) -> User:
        monkeypatch.undo()
        api.seat_bot(table_id=two.pk)
        return free[0]

    monkeypatch.setattr("secrets.choice", choose_after_other_host)
    with pytest.raises(IllegalAction, match="no_free_bot"):
        api.seat_bot(table_id=one.pk)
    assert Order.objects.get().table == two


def test_bots_are_staked_and_seated_until_none_is_free() -> None:
    table = open_table(password="for people")
    bots = [person(name, bot=True, grant=0) for name in ("Emil", "Vlasta")]
    for _ in bots:
        api.seat_bot(table_id=table.pk)
    assert_rejected("no_free_bot", api.seat_bot, table_id=table.pk)
    host = SteppedHost(table.pk)
    host.read_inbox()
    assert_rejected("no_free_bot", api.seat_bot, table_id=table.pk)
    assert host.table.chips() == {bot.pk: 2_000_00 for bot in bots}
    assert all(Seat.objects.values_list("bot", flat=True))
    host.do(cm.Leave(bots[0].pk))
    assert api.seat_bot(table_id=table.pk)
    assert Order.objects.latest("pk").player_id == bots[0].pk


@pytest.mark.django_db
def test_house_bots_are_spread_round_the_table() -> None:
    for name in ("Emil", "Vlasta", "Zdena"):
        person(name, bot=True)
    table = open_table(seats=9)
    for _ in range(3):
        assert api.seat_bot(table_id=table.pk)
    assert sorted(order.payload["seat"] for order in Order.objects.all()) == [0, 2, 4]


def simultaneous_buy_ins(user: User, tables: list[Table], *, seat: int) -> list[str]:
    """Seats one player at all these tables at the same moment; returns the outcomes, sorted."""
    calls = (partial(api.take_seat, user=user, table_id=table.pk, seat=seat, amount=1_000_00) for table in tables)
    return sorted(concurrent_outcomes(*calls))


@pytest.mark.django_db(transaction=True)
def test_M2_of_simultaneous_buy_ins_with_money_for_one_one_succeeds() -> None:
    poor = person("Poor", grant=1_500_00)
    tables = [open_table(f"Table {number}") for number in range(4)]
    assert simultaneous_buy_ins(poor, tables, seat=0) == ["not_enough_money"] * 3 + ["ok"]
    assert cashier.balance(user_id=poor.pk, currency="PLAY") == 500_00
    assert run_audit().breaches == ()


@pytest.mark.django_db(transaction=True)
def test_K11_simultaneous_requests_give_one_seat() -> None:
    alice = person("Alice")
    assert simultaneous_buy_ins(alice, [open_table()] * 4, seat=-1) == ["already_seated"] * 3 + ["ok"]
    others = [open_table(f"Table {number}") for number in range(6)]
    assert simultaneous_buy_ins(alice, others, seat=0) == ["ok"] * 3 + ["too_many_tables"] * 3
