"""M4: deposits and payouts at a desk, their receipts, and what is refused."""

from datetime import timedelta
from uuid import uuid4

import pytest
from pytest_django import Settings

from backoffice.api import Refused, StaffAct
from cashier import api
from cashier.audit import run_audit
from cashier.cage import desk, withdrawals
from cashier.models import Entry, PayoutLimit, Receipt
from cashier.protection import self_exclude
from pokerroom.models import User
from tests.cashier.cage.conftest import CZK, EUR, FLOAT, LIMIT, NOON, Desk

pytestmark = pytest.mark.django_db


def test_M4_a_deposit_is_cash_in_the_drawer_and_money_in_the_wallet(cage_desk: Desk) -> None:
    receipt = cage_desk.deposit(500_00)
    assert (cage_desk.wallet(), cage_desk.cash()) == (500_00, FLOAT + 500_00)
    assert (receipt.kind, receipt.amount, receipt.person_id) == ("deposit", 500_00, cage_desk.player)
    act = StaffAct.objects.latest("number")
    assert (act.act, act.by_id, act.about_id, act.reason) == (
        "cage.deposit", cage_desk.cashier, cage_desk.player, "cash",
    )  # fmt: skip
    assert run_audit().breaches == ()


def test_M4_a_payout_takes_both_back(cage_desk: Desk) -> None:
    cage_desk.deposit(500_00)
    receipt = cage_desk.payout(200_00)
    assert (cage_desk.wallet(), cage_desk.cash()) == (300_00, FLOAT + 300_00)
    assert receipt.amount == -200_00
    assert run_audit().breaches == ()


def test_M4_receipts_are_numbered_without_gaps_in_each_cage_and_day(cage_desk: Desk, settings: Settings) -> None:
    settings.TIME_ZONE = "Europe/Prague"
    for _ in range(3):
        cage_desk.deposit(100_00)
    with pytest.raises(Refused):
        cage_desk.payout(9_999_00)
    cage_desk.payout(100_00)
    cage_desk.deposit(100_00, at=NOON + timedelta(hours=11, minutes=59))
    cage_desk.deposit(100_00, at=NOON + timedelta(hours=12, minutes=1))
    names = [receipt.name for receipt in Receipt.objects.order_by("pk")]
    cage = cage_desk.cage.pk
    assert names[:7] == [f"{cage}-20261123-{number:04d}" for number in range(1, 8)]
    # 23:00 UTC is midnight in Prague.
    assert names[7] == f"{cage}-20261124-0001"


def test_M4_a_payout_above_the_wallet_says_what_is_there_and_what_is_on_tables(cage_desk: Desk) -> None:
    cage_desk.deposit(500_00)
    api.hold(key="sit", user_id=cage_desk.player, table_id=7, amount=300_00, currency=CZK)
    with pytest.raises(Refused) as refusal:
        cage_desk.payout(400_00)
    assert refusal.value.field == "amount"
    assert "holds 200" in refusal.value.sentence
    assert "300" in refusal.value.sentence
    assert "on tables" in refusal.value.sentence
    assert api.escrow(table_id=7) == {cage_desk.player: 300_00}


def test_M4_a_payout_above_the_drawer_is_refused(cage_desk: Desk) -> None:
    api.grant(user_id=cage_desk.player, amount=2_000_00, reason="prize", by=None, key="p", currency=EUR)
    PayoutLimit.objects.create(currency=EUR, amount=5_000_00)
    with pytest.raises(Refused, match="drawer_short"):
        cage_desk.payout(1_500_00, currency=EUR)
    assert cage_desk.wallet(currency=EUR) == 2_000_00


def test_M4_the_same_form_sent_twice_moves_money_once(cage_desk: Desk) -> None:
    form = {
        "token": uuid4(), "cage_id": cage_desk.cage.pk, "person": cage_desk.player, "currency": CZK,
        "reason": "cash", "by": cage_desk.cashier, "now": NOON,
    }  # fmt: skip
    first = desk.deposit(**form, amount=500_00)
    assert desk.deposit(**form, amount=500_00) == first
    assert cage_desk.wallet() == 500_00
    with pytest.raises(Refused, match="used_twice"):
        desk.deposit(**form, amount=900_00)
    assert Entry.objects.filter(cause_kind="deposit").count() == 1
    assert StaffAct.objects.filter(act="cage.deposit").count() == 1


def test_F8_nobody_serves_themselves_at_the_desk(cage_desk: Desk) -> None:
    with pytest.raises(Refused, match="own_act"):
        cage_desk.deposit(500_00, person=cage_desk.cashier)
    assert cage_desk.wallet(person=cage_desk.cashier) == 0
    cage_desk.cashier, cage_desk.player = cage_desk.player, cage_desk.cashier
    cage_desk.deposit(500_00)
    cage_desk.cashier = cage_desk.player
    with pytest.raises(Refused, match="own_act"):
        cage_desk.payout(500_00)


def test_M7_a_self_excluded_person_deposits_nothing_and_is_still_paid(cage_desk: Desk) -> None:
    cage_desk.deposit(500_00)
    self_exclude(user_id=cage_desk.player, months=6)
    with pytest.raises(Refused, match="may_not_deposit"):
        cage_desk.deposit(100_00)
    assert cage_desk.payout(500_00).amount == -500_00


@pytest.mark.parametrize("amount", [0, -1, 10**15 + 1])
def test_no_desk_takes_such_an_amount(cage_desk: Desk, amount: int) -> None:
    with pytest.raises(Refused, match="bad_amount"):
        cage_desk.deposit(amount)


def test_the_largest_amount_is_taken_and_paid(cage_desk: Desk) -> None:
    PayoutLimit.objects.update(amount=10**15)
    cage_desk.deposit(10**15)
    assert cage_desk.payout(10**15).amount == -(10**15)


def test_play_money_is_never_cash(cage_desk: Desk) -> None:
    with pytest.raises(Refused, match="play_money"):
        cage_desk.deposit(100_00, currency="PLAY")


def test_M4_above_the_limit_of_the_day_a_second_person_approves(cage_desk: Desk) -> None:
    cage_desk.deposit(30_000_00)
    cage_desk.payout(LIMIT - 1_00)
    with pytest.raises(Refused, match="needs_approval"):
        cage_desk.payout(2_00)
    cage_desk.payout(1_00)
    assert cage_desk.payout(LIMIT, at=NOON + timedelta(days=1)).amount == -LIMIT


def test_M4_the_limit_of_a_day_counts_what_is_asked_or_paid_that_day_once(cage_desk: Desk) -> None:
    cage_desk.deposit(30_000_00)
    asked = withdrawals.ask(
        token=uuid4(), player=cage_desk.player, currency=CZK, amount=LIMIT, by=cage_desk.player, now=NOON
    )
    with pytest.raises(Refused, match="needs_approval"):
        cage_desk.payout(1)
    withdrawals.pay(request_id=asked.pk, cage_id=cage_desk.cage.pk, by=cage_desk.cashier, now=NOON)
    with pytest.raises(Refused, match="needs_approval"):
        cage_desk.payout(1)
    assert cage_desk.payout(LIMIT, at=NOON + timedelta(days=1)).amount == -LIMIT


def test_M4_a_withdrawal_that_is_cancelled_counts_no_more(cage_desk: Desk) -> None:
    cage_desk.deposit(30_000_00)
    asked = withdrawals.ask(
        token=uuid4(), player=cage_desk.player, currency=CZK, amount=LIMIT, by=cage_desk.player, now=NOON
    )
    withdrawals.cancel(request_id=asked.pk, player=cage_desk.player, now=NOON)
    assert cage_desk.payout(LIMIT).amount == -LIMIT


@pytest.mark.parametrize("gone", [{"is_active": False}, {"is_active": False, "deleted_at": NOON}])
def test_a_banned_or_deleted_account_takes_no_deposit_and_is_paid_out(cage_desk: Desk, gone: dict[str, object]) -> None:
    cage_desk.deposit(500_00)
    User.objects.filter(pk=cage_desk.player).update(**gone)
    with pytest.raises(Refused, match="not_active"):
        cage_desk.deposit(1_00)
    cage_desk.payout(500_00)
    assert (cage_desk.wallet(), cage_desk.cash()) == (0, FLOAT)


def test_a_closed_drawer_serves_nobody(cage_desk: Desk) -> None:
    with pytest.raises(Refused, match="no_drawer"):
        desk.deposit(
            token=uuid4(), cage_id=cage_desk.other.pk, person=cage_desk.player, currency=CZK, amount=1_00,
            reason="cash", by=cage_desk.cashier, now=NOON,
        )  # fmt: skip
