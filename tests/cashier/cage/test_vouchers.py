"""M4: a voucher works once, in its currency, until it expires; only a hash of its code is kept."""

from datetime import timedelta
from uuid import uuid4

import pytest

from backoffice.api import Refused
from cashier.audit import run_audit
from cashier.cage import drawers, vouchers
from cashier.cage.vouchers import Issued
from cashier.models import Account, Receipt, Voucher
from cashier.protection import self_exclude
from tests.cashier.cage.conftest import CZK, EUR, FLOAT, NOON, Desk

pytestmark = pytest.mark.django_db
WEEK = timedelta(days=7)


def sell(desk: Desk, *, buyer: int | None = None, free: bool = False) -> Issued:
    return vouchers.issue_voucher(
        token=uuid4(), currency=CZK, amount=500_00, expires_at=NOON + WEEK, by=desk.cashier, now=NOON,
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
    self_exclude(user_id=cage_desk.player, months=6)
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
