"""M4: a voucher works once, in its currency, until it expires; only a hash of its code is kept."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from backoffice.api import Refused, StaffAct
from cashier import protection
from cashier.audit import run_audit
from cashier.cage import corrections, drawers, vouchers, withdrawals
from cashier.cage.expiry import return_expired
from cashier.cage.vouchers import Issued
from cashier.engine.limits import LimitKind, Period
from cashier.models import Account, Receipt, Voucher, Withdrawal
from pokerroom.models import User
from tests.cashier.cage.conftest import CZK, EUR, FLOAT, LIMIT, NOON, Desk

pytestmark = pytest.mark.django_db
WEEK = timedelta(days=7)


def sell(desk: Desk, *, buyer: int | None = None, free: bool = False, amount: int = 500_00) -> Issued:
    return vouchers.issue_voucher(
        token=uuid4(), currency=CZK, amount=amount, expires_at=NOON + WEEK, by=desk.cashier, now=NOON,
        cage_id=None if free else desk.cage.pk, buyer=buyer, reason="gift",
    )  # fmt: skip


def unused() -> int:
    return Account.objects.get(code="vouchers:CZK").balance


def test_M4_a_voucher_is_sold_for_cash_and_used_once(cage_desk: Desk) -> None:
    sold = sell(cage_desk)
    assert (cage_desk.cash(), unused()) == (FLOAT + 500_00, 500_00)
    assert Receipt.objects.get(voucher=sold.voucher).amount == 500_00
    typed = vouchers.in_groups(sold.code).lower().replace("-", " ")
    for _ in range(2):
        vouchers.redeem(code=typed, player=cage_desk.player, now=NOON)
    assert (cage_desk.wallet(), unused()) == (500_00, 0)
    with pytest.raises(Refused, match="used"):
        vouchers.redeem(code=sold.code, player=cage_desk.second, now=NOON)
    assert run_audit().breaches == ()


def test_M4_the_code_is_nowhere_in_the_database(cage_desk: Desk) -> None:
    sold = sell(cage_desk)
    (row,) = Voucher.objects.values()
    assert sold.code not in str(row)
    assert len(sold.code) == 16
    assert sold.code != sell(cage_desk).code


@pytest.mark.parametrize("bought", [True, False])
def test_M4_an_expired_voucher_returns_its_money(cage_desk: Desk, bought: bool) -> None:
    sold = sell(cage_desk, buyer=cage_desk.player if bought else None)
    with pytest.raises(Refused, match="expired"):
        vouchers.redeem(code=sold.code, player=cage_desk.player, now=NOON + WEEK)
    drawers.close_drawer(
        drawer_id=cage_desk.drawer.pk, counted={CZK: FLOAT + 500_00, EUR: 1_000_00}, explanation="",
        by=cage_desk.cashier, now=NOON + WEEK,
    )  # fmt: skip
    assert (cage_desk.wallet(), unused()) == (500_00 if bought else 0, 0)
    with pytest.raises(Refused, match="expired"):
        vouchers.redeem(code=sold.code, player=cage_desk.player, now=NOON)
    assert run_audit().breaches == ()


def test_a_voucher_given_by_the_house_moves_no_cash(cage_desk: Desk) -> None:
    given = sell(cage_desk, free=True)
    assert (cage_desk.cash(), unused(), given.voucher.receipt) == (FLOAT, 500_00, None)
    with pytest.raises(Refused, match="own_act"):
        vouchers.redeem(code=given.code, player=cage_desk.cashier, now=NOON)
    with pytest.raises(Refused, match="unknown_code"):
        vouchers.redeem(code=given.code[:-1], player=cage_desk.player, now=NOON)
    assert run_audit().breaches == ()


def approve(given: Issued, by: int) -> Voucher:
    return vouchers.approve(voucher_id=given.voucher.pk, reason="a prize of the club", by=by)


def test_M4_a_large_voucher_of_the_house_works_once_a_second_person_has_approved_it(cage_desk: Desk) -> None:
    given = sell(cage_desk, free=True, amount=LIMIT + 1)
    with pytest.raises(Refused, match="not_approved"):
        vouchers.redeem(code=given.code, player=cage_desk.player, now=NOON)
    with pytest.raises(Refused, match="own_act"):
        approve(given, cage_desk.cashier)
    for _ in range(2):
        approve(given, cage_desk.second)
    with pytest.raises(Refused, match="own_act"):
        vouchers.redeem(code=given.code, player=cage_desk.second, now=NOON)
    vouchers.redeem(code=given.code, player=cage_desk.player, now=NOON)
    with pytest.raises(Refused, match="approved"):
        approve(given, cage_desk.player)
    assert cage_desk.wallet() == LIMIT + 1
    acts = StaffAct.objects.filter(subject_kind="voucher").order_by("number").values_list("act", "by", "reason")
    assert list(acts) == [
        ("cage.voucher_issued", cage_desk.cashier, "gift"),
        ("cage.voucher_approved", cage_desk.second, "a prize of the club"),
    ]
    assert run_audit().breaches == ()


def test_M4_gifts_in_parts_are_approved_like_the_whole_and_sold_vouchers_need_no_second_person(cage_desk: Desk) -> None:
    parts = [sell(cage_desk, free=True, amount=LIMIT // 2).voucher for _ in range(3)]
    assert [voucher.needs_approval for voucher in parts] == [False, False, True]
    sold = sell(cage_desk, amount=2 * LIMIT)
    vouchers.redeem(code=sold.code, player=cage_desk.player, now=NOON)
    assert cage_desk.wallet() == 2 * LIMIT


def test_M4_a_voucher_that_nobody_approves_expires_for_the_house(cage_desk: Desk) -> None:
    given = sell(cage_desk, free=True, amount=LIMIT + 1)
    expire()
    assert unused() == 0
    with pytest.raises(Refused, match="approved"):
        approve(given, cage_desk.second)
    assert run_audit().breaches == ()


def test_M1_a_voucher_is_used_in_its_own_currency(cage_desk: Desk) -> None:
    sold = vouchers.issue_voucher(
        token=uuid4(), currency=EUR, amount=20_00, expires_at=NOON + WEEK, by=cage_desk.cashier, now=NOON,
        cage_id=cage_desk.cage.pk,
    )  # fmt: skip
    vouchers.redeem(code=sold.code, player=cage_desk.player, now=NOON)
    assert (cage_desk.wallet(), cage_desk.wallet(currency=EUR)) == (0, 20_00)
    assert (cage_desk.cash(), cage_desk.cash(EUR)) == (FLOAT, 1_020_00)


def test_M7_a_voucher_brings_nothing_in_for_a_self_excluded_player(cage_desk: Desk) -> None:
    sold = sell(cage_desk)
    protection.self_exclude(user_id=cage_desk.player, months=6)
    with pytest.raises(Refused):
        vouchers.redeem(code=sold.code, player=cage_desk.player, now=NOON)
    assert unused() == 500_00


def test_the_same_form_issues_one_voucher_and_shows_its_code_once(cage_desk: Desk) -> None:
    form = {
        "token": uuid4(), "expires_at": NOON + WEEK, "by": cage_desk.cashier, "now": NOON,
        "cage_id": cage_desk.cage.pk,
    }  # fmt: skip
    first = vouchers.issue_voucher(**form, currency=CZK, amount=500_00)
    assert vouchers.issue_voucher(**form, currency=CZK, amount=500_00) == (first.voucher, "")
    for currency, amount in ((CZK, 600_00), (EUR, 500_00)):
        with pytest.raises(Refused, match="used_twice"):
            vouchers.issue_voucher(**form, currency=currency, amount=amount)
    assert unused() == 500_00


def limit_deposits(desk: Desk, amount: int) -> None:
    key = protection.LimitKey(LimitKind.DEPOSIT, Period.DAY, CZK)
    protection.ask(user_id=desk.player, key=key, value=amount)


def expire() -> None:
    # Limits of deposits count from the beginning of the real day.
    return_expired(now=max(timezone.now(), NOON) + 2 * WEEK)


def test_M7_nobody_buys_a_voucher_for_more_than_they_may_deposit(cage_desk: Desk) -> None:
    limit_deposits(cage_desk, 400_00)
    with pytest.raises(Refused, match="may_not_deposit"):
        sell(cage_desk, buyer=cage_desk.player)
    protection.self_exclude(user_id=cage_desk.second, months=6)
    with pytest.raises(Refused, match="may_not_deposit"):
        sell(cage_desk, buyer=cage_desk.second)
    assert (cage_desk.cash(), Voucher.objects.count()) == (FLOAT, 0)


def test_M7_an_expired_voucher_counts_as_a_deposit_of_its_buyer(cage_desk: Desk) -> None:
    limit_deposits(cage_desk, 800_00)
    sell(cage_desk, buyer=cage_desk.player)
    expire()
    (left,) = protection.left_of(cage_desk.player, LimitKind.DEPOSIT, CZK)
    assert (cage_desk.wallet(), left.left) == (500_00, 300_00)


def test_M7_an_expired_voucher_is_paid_in_cash_to_a_buyer_who_may_not_deposit(cage_desk: Desk) -> None:
    limit_deposits(cage_desk, 800_00)
    for _ in range(2):
        sell(cage_desk, buyer=cage_desk.player)
    expire()
    (left,) = protection.left_of(cage_desk.player, LimitKind.DEPOSIT, CZK)
    assert (cage_desk.wallet(), unused(), left.left) == (500_00, 0, 300_00)
    owed = Withdrawal.objects.get()
    assert (owed.player_id, owed.amount, owed.may_be_paid) == (cage_desk.player, 500_00, True)
    with pytest.raises(Refused, match="voucher"):
        withdrawals.cancel(request_id=owed.pk, player=cage_desk.player, now=NOON)
    with pytest.raises(Refused, match="voucher"):
        withdrawals.refuse(request_id=owed.pk, reason="no", by=cage_desk.second, now=NOON)
    assert run_audit().breaches == ()
    withdrawals.pay(request_id=owed.pk, cage_id=cage_desk.cage.pk, by=cage_desk.cashier, now=NOON)
    assert (cage_desk.wallet(), cage_desk.cash()) == (500_00, FLOAT + 500_00)
    assert run_audit().breaches == ()


def test_M7_the_payout_of_an_expired_voucher_is_not_corrected_into_the_wallet(cage_desk: Desk) -> None:
    sell(cage_desk, buyer=cage_desk.player)
    protection.self_exclude(user_id=cage_desk.player, months=6)
    expire()
    paid = withdrawals.pay(
        request_id=Withdrawal.objects.get().pk, cage_id=cage_desk.cage.pk, by=cage_desk.cashier, now=NOON
    )
    with pytest.raises(Refused, match="voucher"):
        corrections.ask(
            token=uuid4(), receipt_id=paid.pk, person=cage_desk.player, amount=0, reason="typed wrongly",
            by=cage_desk.cashier, now=NOON,
        )  # fmt: skip
    assert (cage_desk.wallet(), cage_desk.cash()) == (0, FLOAT)


@pytest.mark.parametrize("state", ["excluded", "banned"])
def test_M7_no_expired_voucher_goes_to_the_wallet_of_who_is_kept_away(cage_desk: Desk, state: str) -> None:
    sell(cage_desk, buyer=cage_desk.player)
    if state == "excluded":
        protection.self_exclude(user_id=cage_desk.player, months=6)
    else:
        User.objects.filter(pk=cage_desk.player).update(is_active=False)
    expire()
    assert (cage_desk.wallet(), unused(), Withdrawal.objects.get().amount) == (0, 0, 500_00)
    assert run_audit().breaches == ()
