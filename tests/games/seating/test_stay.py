"""Automatic top-ups (K5), moves to another table (K8), and the notices about leaving."""

from functools import partial

import pytest
from django.utils import timezone

from games import api
from games.engine.rules.house_rules import HouseRules, TopUp, TopUpMin
from games.engine.table import commands as cm
from games.engine.table.seat_commands import refills_due
from games.messaging.notices import take_unread_notices
from games.models import Departure, Notice, Order, Table
from games.models.moves import HouseMove
from games.money import escrow
from pokerroom.models import User
from tests.games.support.restrictions import bar
from tests.games.support.seats import (
    assert_audit_clean,
    assert_refused,
    notice_codes,
    open_table_with_house_rules,
    stakes,
    wallet,
)
from tests.games.support.tables import GRANT, NL_10_20, SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db


# K5: top-ups.


@pytest.mark.parametrize(
    ("house", "held", "least"),
    [
        ({}, 2_000_00, 1),
        ({}, 0, 1),
        ({"top_up_min": TopUpMin.FULL}, 0, 800_00),
        ({"top_up_min": TopUpMin.FULL}, 1_00, 1),
        ({"top_up_min": TopUpMin.HALF}, 0, 400_00),
        ({"top_up_min": TopUpMin.HALF}, 150_00, 250_00),
        ({"top_up_min": TopUpMin.HALF}, 400_00, 1),
        ({"top_up": TopUp.WHEN_BROKE}, 0, 1),
    ],
)
def test_K5_the_house_rules_set_the_smallest_top_up(house: dict[str, bool | int | str], held: int, least: int) -> None:
    assert api.least_top_up(table=open_table_with_house_rules(**house), held=held) == least


def test_K5_no_chips_are_added_if_the_house_rules_forbid_it() -> None:
    assert_refused("no_top_up", api.least_top_up, table=open_table_with_house_rules(top_up=TopUp.NEVER), held=0)


def test_K5_only_players_without_chips_top_up_if_the_house_rules_say_so() -> None:
    table, alice = open_table_with_house_rules(top_up=TopUp.WHEN_BROKE), person("Alice")
    seat(SteppedHost(table.pk), alice)
    assert_refused("top_up_when_broke", api.top_up, user=alice, table_id=table.pk, amount=100_00)
    assert_refused("top_up_when_broke", api.set_refill, user=alice, table_id=table.pk, to=2_000_00, below=1)
    assert api.set_refill(user=alice, table_id=table.pk, to=2_000_00, rebuy=True)


def table_with_refills(**refill: int | bool) -> tuple[SteppedHost, User, User]:
    """A table after one folded hand, and its players Alice and Bob, both with this automatic top-up."""
    host, alice, bob = SteppedHost(open_table().pk), person("Alice"), person("Bob")
    seat(host, alice, bob)
    for user in (alice, bob):
        api.set_refill(user=user, table_id=host.id, **refill)
    host.read_inbox()
    host.fold_out()
    return host, alice, bob


def buy_refills(host: SteppedHost) -> list[bool]:
    """Buys the automatic top-ups as a host does after a hand."""
    return [
        api.refill(player=refill.player, table_id=host.id, to=refill.to, hand=host.table.hand_number)
        for refill in refills_due(host.table)
    ]


def test_K5_an_automatic_top_up_is_bought_once_a_hand() -> None:
    host, alice, bob = table_with_refills(to=2_000_00, below=2_000_00)
    before = wallet(alice) + wallet(bob)
    assert buy_refills(host) == [True]
    # A second host, or the host after a crash, asks again.
    assert buy_refills(host) == [True]
    host.read_inbox()
    assert sorted(host.table.chips().values()) == [2_000_00, 2_010_00]
    assert before - wallet(alice) - wallet(bob) == 10_00
    assert list(refills_due(host.table)) == []
    assert_audit_clean()


@pytest.mark.parametrize(("to", "bought"), [(399_99, 0), (400_00, 100_00), (400_01, 100_01)])
def test_K5_an_automatic_top_up_of_exactly_the_smallest_amount_is_bought(to: int, bought: int) -> None:
    host, alice = SteppedHost(open_table(min_buy_in=300_00).pk), person("Alice")
    seat(host, alice, amount=300_00)
    # Half of this minimum is 400: a stack of 300 is topped up by 100 at least.
    half = NL_10_20._replace(house=HouseRules(top_up_min=TopUpMin.HALF))
    api.change_table(table_id=host.id, min_buy_in=800_00, rules=half)
    host.read_inbox()
    assert api.refill(player=alice.pk, table_id=host.id, to=to, hand=1)
    assert sum(Order.objects.filter(kind=Order.Kind.ADD_CHIPS).values_list("amount", flat=True)) == bought


def test_K5_a_player_without_chips_buys_the_whole_target(monkeypatch: pytest.MonkeyPatch) -> None:
    host, alice = SteppedHost(open_table().pk), person("Alice")
    seat(host, alice)
    monkeypatch.setattr(escrow, "held_at", lambda table: {})
    assert api.refill(player=alice.pk, table_id=host.id, to=1_000_00, hand=1)
    assert last_order()[:3] == ("add_chips", alice.pk, 1_000_00)


@pytest.mark.parametrize(("below", "due"), [(1_999_99, 0), (2_000_00, 0), (2_000_01, 1)])
def test_K5_an_automatic_top_up_is_due_below_its_bound_and_not_at_it(below: int, due: int) -> None:
    host, alice = SteppedHost(open_table().pk), person("Alice")
    seat(host, alice, amount=2_000_00)
    api.set_refill(user=alice, table_id=host.id, to=3_000_00, below=below)
    host.read_inbox()
    assert len(list(refills_due(host.table))) == due


def test_K5_a_larger_target_applies_from_the_next_hand() -> None:
    host, _, _ = table_with_refills(to=2_000_00, below=2_000_00)
    (refill,) = refills_due(host.table)
    for to in (refill.to, refill.to + 500_00):
        assert api.refill(player=refill.player, table_id=host.id, to=to, hand=host.table.hand_number)
    assert Order.objects.filter(kind=Order.Kind.ADD_CHIPS).count() == 1
    assert_audit_clean()


def test_K5_an_automatic_top_up_keeps_to_the_largest_buy_in() -> None:
    host, _, _ = table_with_refills(to=5_000_00, below=5_000_00)
    api.change_table(table_id=host.id, max_buy_in=2_500_00)
    assert buy_refills(host) == [True, True]
    host.read_inbox()
    assert set(host.table.chips().values()) == {2_500_00}
    assert_audit_clean()


def test_K5_a_player_whose_wallet_is_too_small_is_notified() -> None:
    host, alice, bob = table_with_refills(to=3_000_00, below=3_000_00)
    for user in (alice, bob):
        other = open_table(f"of {user.display_name}", max_buy_in=0)
        api.take_seat(user=user, table_id=other.pk, seat=0, amount=wallet(user) - 100_00)
    assert buy_refills(host) == [False, False]
    assert buy_refills(host) == [False, False]
    assert not Order.objects.filter(kind=Order.Kind.ADD_CHIPS).exists()
    assert wallet(alice) == 100_00
    assert notice_codes(alice) == ["refill_short"]
    assert notice_codes(alice) == []
    assert_audit_clean()


def test_K5_a_target_out_of_bounds_is_refused() -> None:
    table, alice = open_table(), person("Alice")
    request = {"user": alice, "table_id": table.pk}
    assert_refused("not_seated", api.set_refill, **request, to=2_000_00, below=1)
    seat(SteppedHost(table.pk), alice)
    assert_refused("buy_in_too_big", api.set_refill, **request, to=5_000_01, rebuy=True)
    assert_refused("buy_in_too_small", api.set_refill, **request, to=799_99, rebuy=True)
    assert_refused("refill_below_wrong", api.set_refill, **request, to=2_000_00, below=2_000_01)
    assert api.set_refill(**request, to=0)


def last_order() -> tuple[str, int | None, int, dict[str, object]]:
    """The kind, player, amount and payload of the last order."""
    order = Order.objects.order_by("pk").last()
    assert order is not None
    return order.kind, order.player_id, order.amount, order.payload


@pytest.mark.parametrize(
    ("to", "below", "rebuy", "sent"),
    [
        (2_000_00, 2_000_00, False, (2_000_00, 2_000_00, False)),
        (800_00, 1, False, (800_00, 1, False)),
        (5_000_00, 0, True, (5_000_00, 0, True)),
        (2_000_00, 0, False, (0, 0, False)),
    ],
)
def test_K5_a_target_within_bounds_is_ordered(to: int, below: int, rebuy: bool, sent: tuple[int, int, bool]) -> None:
    table, alice = open_table(), person("Alice")
    seat(SteppedHost(table.pk), alice)
    assert api.set_refill(user=alice, table_id=table.pk, to=to, below=below, rebuy=rebuy)
    assert last_order() == ("refill", alice.pk, 0, dict(zip(("to", "below", "rebuy"), sent, strict=True)))


def test_K5_a_bound_outside_the_target_is_refused() -> None:
    table, alice = open_table(), person("Alice")
    seat(SteppedHost(table.pk), alice)
    request = {"user": alice, "table_id": table.pk, "to": 2_000_00}
    for below in (-1, 2_000_01):
        assert assert_refused("refill_below_wrong", api.set_refill, **request, below=below) == {
            "min": 0,
            "max": 2_000_00,
        }


@pytest.mark.parametrize(
    ("house", "held", "least"),
    [
        (HouseRules(top_up_min=TopUpMin.HALF, chip_unit=25), 0, 425),
        (HouseRules(top_up_min=TopUpMin.HALF, chip_unit=25), 400, 25),
        (HouseRules(top_up_min=TopUpMin.HALF, chip_unit=25), 401, 25),
        (HouseRules(top_up_min=TopUpMin.FULL, chip_unit=25), 0, 801),
        (HouseRules(top_up_min=TopUpMin.FULL, chip_unit=1_000), 0, 1_000),
        (HouseRules(top_up_min=TopUpMin.FULL, chip_unit=25), 1, 25),
        (HouseRules(chip_unit=25), 0, 25),
    ],
)
def test_K5_the_smallest_top_up_is_in_whole_chips(house: HouseRules, held: int, least: int) -> None:
    table = Table(min_buy_in=801, rules_data=NL_10_20._replace(house=house).to_data())
    assert api.least_top_up(table=table, held=held) == least


def test_K5_an_automatic_top_up_buys_whole_chips_up_to_the_target() -> None:
    house = HouseRules(chip_unit=500)
    host, alice = SteppedHost(open_table(rules=NL_10_20._replace(house=house), max_buy_in=0).pk), person("Alice")
    seat(host, alice, amount=2_000_00)
    refill = partial(api.refill, player=alice.pk, table_id=host.id)
    assert refill(to=2_000_00, hand=1)
    assert refill(to=2_004_99, hand=2)
    assert not Order.objects.filter(kind=Order.Kind.ADD_CHIPS).exists()
    assert refill(to=2_014_99, hand=3)
    assert last_order() == ("add_chips", alice.pk, 10_00, {"most": 0})


def test_K5_nothing_is_bought_at_a_closing_table_or_for_who_has_left() -> None:
    host, alice = SteppedHost(open_table().pk), person("Alice")
    seat(host, alice)
    refill = partial(api.refill, table_id=host.id, to=3_000_00)
    assert_refused("not_seated", refill, player=person("Bob").pk, hand=1)
    Table.objects.update(frozen=True)
    assert_refused("table_frozen", api.top_up, user=alice, table_id=host.id, amount=1)
    Table.objects.update(is_open=False, frozen=False)
    assert refill(player=alice.pk, hand=2)
    assert not Order.objects.filter(kind=Order.Kind.ADD_CHIPS).exists()


def test_K5_the_notice_of_a_wallet_that_is_too_small_names_the_table() -> None:
    host, alice = SteppedHost(open_table().pk), person("Alice", grant=800_00)
    seat(host, alice, amount=800_00)
    assert not api.refill(player=alice.pk, table_id=host.id, to=900_00, hand=1)
    (notice,) = take_unread_notices(alice.pk)
    assert notice == (host.id, "refill_short", {"table": "Prague"})


# K8: moves.


def test_K8_the_tables_to_move_to_are_open_ones_of_the_same_game_fullest_first() -> None:
    here, alice = SteppedHost(open_table("Here").pk), person("Alice")
    seat(here, alice)
    others = {
        name: open_table(name, **settings)
        for name, settings in (
            ("Quiet Z", {}),
            ("Quiet A", {}),
            ("Busy", {}),
            ("Locked", {"password": "x"}),
            ("Dear", {"rules": stakes(20_00, 40_00)}),
            ("Crowns", {"currency": "CZK"}),
            ("Full", {"seats": 2}),
            ("Frozen", {}),
            ("Closed", {}),
            ("Barred", {}),
        )
    }
    Table.objects.filter(name="Frozen").update(frozen=True)
    Table.objects.filter(name="Closed").update(is_open=False, closed_at=timezone.now())
    bar(alice, others["Barred"])
    for name, many in (("Quiet Z", 1), ("Quiet A", 1), ("Busy", 3), ("Full", 2)):
        seat(SteppedHost(others[name].pk), *(person(f"{name} {number}") for number in range(many)))
    tables = api.tables_to_move_to(player=alice.pk, table_id=here.id)
    assert [table.name for table in tables] == ["Busy", "Quiet A", "Quiet Z"]


def test_K8_a_move_is_ordered_to_an_open_table() -> None:
    here, there, alice = SteppedHost(open_table("Here").pk), open_table("There"), person("Alice")
    seat(here, alice)
    assert api.move_player(player=alice.pk, table_id=here.id, to=there.pk)
    assert last_order() == ("move", alice.pk, 0, {"to": there.pk, "name": "There"})
    Table.objects.filter(pk=there.pk).update(is_open=False, closed_at=timezone.now())
    assert_refused("no_seat_there", api.move_player, player=alice.pk, table_id=here.id, to=there.pk)


@pytest.mark.parametrize(
    ("why", "notices"),
    [("no_seat_there", ["move_failed"]), ("too_many_tables", ["move_too_many"]), ("already_seated", [])],
)
def test_K8_a_refused_move_ends_and_names_the_table_it_was_to(why: str, notices: list[str]) -> None:
    here, there, alice = open_table("Here"), open_table("There"), person("Alice")
    HouseMove.objects.create(player=alice, source=here, target=there)
    api.record_failed_move(player=alice.pk, table_id=here.pk, to=there.pk, why=why)
    assert HouseMove.objects.get().ended == "stayed"
    assert take_unread_notices(alice.pk) == [(here.pk, code, {"to": "There"}) for code in notices]


# Notices.


def test_D11_a_player_who_sat_out_too_long_is_notified_of_the_payout() -> None:
    host, alice = SteppedHost(open_table().pk), person("Alice")
    seat(host, alice)
    host.do(cm.SitOut(alice.pk))
    host.now += host.table.rules.clock.sit_out
    host.do(cm.Tick())
    assert wallet(alice) == GRANT
    (notice,) = take_unread_notices(alice.pk)
    assert (notice.code, notice.detail) == (
        "stood_up_idle",
        {"table": "Prague", "amount": 2_000_00, "currency": "PLAY"},
    )
    assert take_unread_notices(alice.pk) == []
    assert_audit_clean()


def test_a_closed_table_notifies_players_but_not_bots() -> None:
    host, alice, bot = SteppedHost(open_table().pk), person("Alice"), person("Emil", bot=True)
    seat(host, alice, bot)
    host.do(cm.Close())
    assert notice_codes(alice) == ["table_closed"]
    assert not Notice.objects.filter(player=bot).exists()
    assert not Departure.objects.filter(player=bot).exists()
    assert_audit_clean()


# H2: showing or mucking.


@pytest.mark.parametrize(("bot", "unasked"), [(False, False), (True, True)])
def test_H2_a_new_player_is_asked_before_a_beaten_hand_is_mucked(bot: bool, unasked: bool) -> None:
    host, player = SteppedHost(open_table().pk), person("Alice", bot=bot, auto_muck=User().auto_muck)
    seat(host, player)
    number = host.table.player_seat(player.pk)
    assert number is not None
    assert host.table.seat(number).auto_muck is unasked
