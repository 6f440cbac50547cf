"""M4: withdrawals are reserved, approved by a second person above the limit, and paid once."""

from datetime import datetime, timedelta
from uuid import UUID, uuid4

import pytest

from backoffice.api import Refused, StaffAct
from backoffice.models import RoomSetting
from cashier.audit import run_audit
from cashier.cage import withdrawals
from cashier.models import Account, PayoutLimit, Withdrawal
from tests.cashier.cage.conftest import CZK, FLOAT, LIMIT, NOON, Desk

pytestmark = pytest.mark.django_db


DAY = timedelta(days=1)


def ask(
    desk: Desk, amount: int, *, by: int | None = None, token: UUID | None = None, at: datetime = NOON
) -> Withdrawal:
    return withdrawals.ask(
        token=token or uuid4(), player=desk.player, currency=CZK, amount=amount, by=by or desk.player, now=at
    )


def pay(desk: Desk, request: Withdrawal, by: int, *, at: datetime = NOON) -> object:
    return withdrawals.pay(request_id=request.pk, cage_id=desk.cage.pk, by=by, now=at)


def reserved(desk: Desk) -> int:
    return Account.objects.get(code=f"pending:{desk.player}:CZK").balance


def test_M4_below_the_limit_a_withdrawal_is_paid_at_the_desk(cage_desk: Desk) -> None:
    cage_desk.deposit(5_000_00)
    request = ask(cage_desk, 3_000_00)
    assert (cage_desk.wallet(), reserved(cage_desk), request.needs_approval) == (2_000_00, 3_000_00, False)
    receipt = pay(cage_desk, request, cage_desk.cashier)
    assert pay(cage_desk, request, cage_desk.cashier) == receipt
    assert (cage_desk.wallet(), reserved(cage_desk), cage_desk.cash()) == (2_000_00, 0, FLOAT + 2_000_00)
    with pytest.raises(Refused, match="ended"):
        pay(cage_desk, request, cage_desk.second)
    assert run_audit().breaches == ()


def test_M4_above_the_limit_a_second_person_approves_first(cage_desk: Desk) -> None:
    cage_desk.deposit(LIMIT + 1)
    request = ask(cage_desk, LIMIT + 1)
    assert request.needs_approval
    with pytest.raises(Refused, match="needs_approval"):
        pay(cage_desk, request, cage_desk.cashier)
    for _ in range(2):
        withdrawals.approve(request_id=request.pk, reason="known", by=cage_desk.second, now=NOON)
    assert StaffAct.objects.filter(act="cage.withdrawal_approved").count() == 1
    with pytest.raises(Refused, match="own_act"):
        pay(cage_desk, request, cage_desk.second)
    pay(cage_desk, request, cage_desk.cashier)
    assert run_audit().breaches == ()


def test_F8_nobody_approves_what_they_asked_for_or_get(cage_desk: Desk) -> None:
    cage_desk.deposit(LIMIT + 1)
    request = ask(cage_desk, LIMIT + 1, by=cage_desk.cashier)
    for person in (cage_desk.cashier, cage_desk.player):
        with pytest.raises(Refused, match="own_act"):
            withdrawals.approve(request_id=request.pk, reason="mine", by=person, now=NOON)
    RoomSetting.objects.create(pk="own_acts", value=True)
    withdrawals.approve(request_id=request.pk, reason="alone tonight", by=cage_desk.cashier, now=NOON)
    assert StaffAct.objects.get(act="cage.withdrawal_approved").own


def test_M4_a_sum_in_parts_is_approved_like_the_whole(cage_desk: Desk) -> None:
    cage_desk.deposit(3 * LIMIT)
    assert not ask(cage_desk, LIMIT // 2).needs_approval
    assert ask(cage_desk, LIMIT // 2 + 1).needs_approval
    assert not ask(cage_desk, LIMIT // 2).needs_approval
    with pytest.raises(Refused, match="needs_approval"):
        cage_desk.payout(1_00)


def test_M4_withdrawals_of_several_days_are_paid_within_the_limit_of_one(cage_desk: Desk) -> None:
    cage_desk.deposit(3 * LIMIT)
    first, second, third = (ask(cage_desk, LIMIT, at=NOON - days * DAY) for days in (2, 1, 0))
    assert not any(request.needs_approval for request in (first, second, third))
    pay(cage_desk, first, cage_desk.cashier)
    with pytest.raises(Refused, match="needs_approval"):
        pay(cage_desk, second, cage_desk.cashier)
    withdrawals.approve(request_id=second.pk, reason="known", by=cage_desk.second, now=NOON)
    pay(cage_desk, second, cage_desk.cashier)
    pay(cage_desk, third, cage_desk.cashier, at=NOON + DAY)
    assert cage_desk.wallet() == 0
    assert run_audit().breaches == ()


def test_M4_a_limit_that_was_lowered_meanwhile_holds_when_it_is_paid(cage_desk: Desk) -> None:
    cage_desk.deposit(LIMIT)
    request = ask(cage_desk, LIMIT)
    PayoutLimit.objects.update(amount=LIMIT - 1)
    with pytest.raises(Refused, match="needs_approval"):
        pay(cage_desk, request, cage_desk.cashier)


def test_M4_a_withdrawal_that_is_refused_or_cancelled_comes_back(cage_desk: Desk) -> None:
    cage_desk.deposit(5_000_00)
    refused, cancelled = ask(cage_desk, 1_000_00), ask(cage_desk, 2_000_00)
    for _ in range(2):
        withdrawals.refuse(request_id=refused.pk, reason="Bring your card", by=cage_desk.second, now=NOON)
        withdrawals.cancel(request_id=cancelled.pk, player=cage_desk.player, now=NOON)
    assert (cage_desk.wallet(), reserved(cage_desk)) == (5_000_00, 0)
    for request in (refused, cancelled):
        with pytest.raises(Refused, match="ended"):
            pay(cage_desk, request, cage_desk.cashier)
    with pytest.raises(Refused, match="not_yours"):
        withdrawals.cancel(request_id=ask(cage_desk, 1_00).pk, player=cage_desk.second, now=NOON)
    assert run_audit().breaches == ()


def test_the_same_request_twice_reserves_once(cage_desk: Desk) -> None:
    cage_desk.deposit(5_000_00)
    token = uuid4()
    assert ask(cage_desk, 3_000_00, token=token) == ask(cage_desk, 3_000_00, token=token)
    with pytest.raises(Refused, match="used_twice"):
        ask(cage_desk, 1_000_00, token=token)
    with pytest.raises(Refused, match="wallet_short"):
        ask(cage_desk, 3_000_00)
    assert reserved(cage_desk) == 3_000_00
