"""Automatic top-ups (K5) and the notices about leaving."""

import pytest

from games import api
from games.engine.rules.house_rules import HouseRules, TopUp, TopUpMin
from games.engine.table import commands as cm
from games.engine.table.seat_commands import refills_due
from games.messaging.notices import take_unread_notices
from games.models import Departure, Notice, Order
from pokerroom.models import User
from tests.games.support.seats import (
    assert_audit_clean,
    assert_refused,
    notice_codes,
    open_table_with_house_rules,
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


# Notices.


def test_D11_a_player_who_sat_out_too_long_is_notified_of_the_payout() -> None:
    host, alice = SteppedHost(open_table().pk), person("Alice")
    seat(host, alice)
    host.do(cm.SitOut(alice.pk))
    host.now += host.table.rules.clock.sit_out
    host.do(cm.Tick())
    assert wallet(alice) == GRANT
    (notice,) = take_unread_notices(alice.pk)
    assert (notice.code, notice.detail) == ("stood_up_idle", {"table": "Prague", "amount": 2_000_00})
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
