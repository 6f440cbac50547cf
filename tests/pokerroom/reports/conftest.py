"""A room that was played at random over two days in two currencies, with void hands, a cage, and tournament money."""

from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from cashier import api as cashier
from cashier.cage import cages, corrections, desk, drawers, limits, vouchers, withdrawals
from cashier.cage.expiry import return_expired
from games.engine.hand.actions import Action, Call, Check, Fold
from games.engine.rules.house_rule import Preset
from games.engine.rules.rake_presets import with_preset_rake
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variants import CATALOGUE
from games.engine.table import commands as cm
from pokerroom.models import User
from tests.games.support.tables import NL_10_20, SteppedHost, open_table, person, seat
from tests.staff import staff

HOUR_MS = 3_600_000
NAMES = ("Alice", "Bob", "Cyril", "Dora")


def with_rake(rules: Rules) -> Rules:
    """The rules with the rake of the preset ONLINE."""
    return with_preset_rake(rules, Preset.ONLINE)


FL_OMAHA = Rules(CATALOGUE["omaha8"], Stakes(Structure.FIXED_LIMIT, 5_00, 10_00), clock=NL_10_20.clock)


def play(host: SteppedHost, rng: Random) -> None:
    """One hand of folds, calls and checks at random."""
    host.until("turn")
    begun = host.table.hand_number
    while host.table.running and host.table.hand_number == begun:
        hand = host.table.hand
        if hand is not None and hand.to_act >= 0:
            free = hand.legal().can_check
            action: Action = Check() if free else Fold() if rng.random() < 0.3 else Call()
            host.act(action)
        else:
            host.until("turn", "next_hand", "players")


def play_on(host: SteppedHost, people: list[User], rng: Random, *, hands: int) -> None:
    """Hands with an hour between some of them; some are void, and somebody leaves and comes back."""
    for number in range(hands):
        play(host, rng)
        if number % 4 == 2:
            host.do(cm.VoidHand(host.table.hand_number, "a card lay face up", last=True))
        if number == hands // 2:
            host.do(cm.Leave(people[0].pk))
            host.now += 2 * HOUR_MS
            seat(host, people[0])
        host.now += rng.choice((40_000, HOUR_MS // 2, HOUR_MS))


@pytest.fixture
def owner(played: dict[str, User]) -> Client:
    """The owner, signed in."""
    return staff("owner")


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, User]]:
    """The people of the room by name, after everything was played and paid; once for all tests of a module."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield _played()
        transaction.set_rollback(True)


def _played() -> dict[str, User]:
    rng, now = Random(7), timezone.now()
    # Two days that are over, the second of them yesterday.
    start = timezone.localtime(now).replace(hour=22, minute=40, second=0, microsecond=0) - timedelta(days=2)
    people = [person(name, auto_muck=True) for name in NAMES]
    robot = person("Robo", bot=True)
    for user in (*people, robot):
        cashier.open_wallet(user_id=user.pk, currency="CZK", grant=20_000_00)
    tables = (
        open_table("Prague", rules=with_rake(NL_10_20)),
        open_table("Brno", rules=with_rake(FL_OMAHA), currency="CZK", min_buy_in=100_00, max_buy_in=5_000_00),
    )
    for table in tables:
        host = SteppedHost(table.pk, now=int(start.timestamp() * 1000))
        seat(host, *people[:3], robot)
        play_on(host, people, rng, hands=5)
    _cage(people)
    _tournament(people)
    cashier.refill(user_id=_broke().pk, now=now)
    cashier.grant(user_id=people[3].pk, amount=77_00, reason="birthday", by=None, key="bonus", currency="PLAY")
    return {user.display_name: user for user in (*people, robot)}


def _broke() -> User:
    poor = User.objects.create_user(username="poor", display_name="Poor")
    cashier.open_wallet(user_id=poor.pk, currency="PLAY")
    return poor


def _cage(people: list[User]) -> None:
    at = timezone.now()
    teller, other = (
        User.objects.create_user(username=name, display_name=name.title()) for name in ("teller", "second")
    )
    cage = cages.add(name="Main", reason="opens", by=teller.pk)
    common: dict[str, Any] = {"cage_id": cage.pk, "currency": "CZK", "by": teller.pk, "now": at}
    drawers.open_drawer(token=UUID(int=1), cage_id=cage.pk, floats={"CZK": 500_00}, by=teller.pk, now=at)
    desk.deposit(token=UUID(int=2), person=people[0].pk, amount=300_00, reason="cash", **common)
    wrong = desk.deposit(token=UUID(int=3), person=people[1].pk, amount=40_00, reason="cash", **common)
    asked = corrections.ask(
        token=UUID(int=4), receipt_id=wrong.pk, person=people[1].pk, amount=0, reason="not paid", by=teller.pk, now=at
    )
    corrections.approve(correction_id=asked.pk, by=other.pk, now=at)
    limits.set_limits(limits={"CZK": 40_00}, reason="small", by=other.pk)
    desk.payout(token=UUID(int=5), person=people[0].pk, amount=20_00, reason="cash", **common)
    asker = people[0].pk
    asked_for = withdrawals.ask(
        token=UUID(int=9), player=asker, currency="CZK", amount=25_00, reason="rent", by=asker, now=at
    )
    withdrawals.approve(request_id=asked_for.pk, reason="known", by=other.pk, now=at)
    withdrawals.pay(request_id=asked_for.pk, cage_id=cage.pk, by=teller.pk, now=at)
    _vouchers(people, common)


def _vouchers(people: list[User], common: dict[str, Any]) -> None:
    """One that is sold and used, one that expires and goes back to its buyer, and one that is given and used."""
    at, earlier = common["now"], common["now"] - timedelta(hours=2)
    times = {"now": earlier, "expires_at": at - timedelta(hours=1)}
    sold = vouchers.issue_voucher(token=UUID(int=6), amount=60_00, **common | times)
    vouchers.issue_voucher(token=UUID(int=7), amount=15_00, buyer=people[2].pk, **common | times)
    given = vouchers.issue_voucher(
        token=UUID(int=8), amount=9_00, reason="birthday", **common | times | {"cage_id": None}
    )
    for voucher, player in ((sold, people[1]), (given, people[0])):
        vouchers.redeem(code=voucher.code, player=player.pk, now=earlier)
    return_expired(now=at)


def _tournament(people: list[User]) -> None:
    """An entry, a prize, a ticket and an overlay, as the director posts them."""
    same = {"tournament_id": 5, "currency": "CZK", "label": "Sunday"}
    wallets = {user.pk: -110_00 for user in people[:2]}
    cashier.move_pool(key="t1", cause="entry", pool=220_00, wallets=wallets, **same)
    cashier.move_pool(key="t2", cause="fee", pool=-20_00, fees=20_00, **same)
    cashier.move_pool(key="t3", cause="overlay", pool=100_00, house=-100_00, **same)
    cashier.move_pool(key="t4", cause="prize", pool=-200_00, wallets={people[0].pk: 200_00}, **same)
    cashier.move_pool(key="t5", cause="ticket", pool=-100_00, tickets=100_00, **same)
    cashier.move_pool(key="t6", cause="entry_back", pool=0, fees=-10_00, wallets={people[1].pk: 10_00}, **same)
