"""M4 under concurrency and kill -9: real connections, real commits."""

import subprocess
import sys
from functools import partial
from uuid import uuid4

import pytest
from django.utils import timezone

from backoffice.api import Refused, StaffAct
from cashier.audit import run_audit
from cashier.cage import cages, desk, drawers, transfers, vouchers, withdrawals
from cashier.models import Cage, Receipt, Voucher, Withdrawal
from pokerroom.models import User
from tests.cashier.cage.conftest import CZK, EUR, FLOAT, LIMIT, NOON, Desk
from tests.cashier.cage.killed_payout import AMOUNT, TOKEN
from tests.cashier.test_concurrency import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def refused(results: list[object]) -> list[str]:
    """The codes of those that were refused; anything else raised fails the test."""
    assert [one for one in results if isinstance(one, Exception) and not isinstance(one, Refused)] == []
    return [one.code for one in results if isinstance(one, Refused)]


def test_M4_many_cashiers_at_once_leave_receipts_without_gaps(cage_desk: Desk) -> None:
    cage_desk.deposit(1_000_00)
    form = {"cage_id": cage_desk.cage.pk, "person": cage_desk.player, "currency": CZK, "reason": "cash", "now": NOON}
    staff = (cage_desk.cashier, cage_desk.second) * 2
    ins = [partial(desk.deposit, token=uuid4(), by=by, amount=100_00, **form) for by in staff]
    outs = [partial(desk.payout, token=uuid4(), by=by, amount=600_00, **form) for by in staff]
    again = partial(desk.deposit, token=uuid4(), by=cage_desk.cashier, amount=7_00, **form)
    results = at_once(*ins, *outs, again, again, again)
    assert set(refused(results)) <= {"wallet_short"}
    assert len({one.pk for one in results[-3:] if isinstance(one, Receipt)}) == 1
    paid = sum(isinstance(one, Receipt) for one in results[4:8])
    assert 1 <= paid <= 2
    assert cage_desk.wallet() == 1_000_00 + 400_00 + 7_00 - paid * 600_00
    assert run_audit().breaches == ()


def test_M4_two_approvals_and_two_payments_at_once_count_once(cage_desk: Desk) -> None:
    cage_desk.deposit(LIMIT + 1)
    asked = withdrawals.ask(
        token=uuid4(), player=cage_desk.player, currency=CZK, amount=LIMIT + 1, by=cage_desk.player, now=NOON
    )
    approve = partial(withdrawals.approve, request_id=asked.pk, reason="known", now=NOON)
    results = at_once(partial(approve, by=cage_desk.second), partial(approve, by=cage_desk.second))
    assert refused(results) == []
    assert StaffAct.objects.filter(act="cage.withdrawal_approved").count() == 1
    pay = partial(withdrawals.pay, request_id=asked.pk, cage_id=cage_desk.cage.pk, by=cage_desk.cashier, now=NOON)
    cancel = partial(withdrawals.cancel, request_id=asked.pk, player=cage_desk.player, now=NOON)
    refused(at_once(pay, pay, cancel))
    outcome = Withdrawal.objects.get().outcome
    assert (outcome, cage_desk.wallet()) in (("paid", 0), ("cancelled", LIMIT + 1))
    assert Receipt.objects.filter(kind="payout").count() == (outcome == "paid")
    assert run_audit().breaches == ()


def test_M4_a_voucher_is_used_once_and_a_drawer_closed_once_while_others_pay_in(cage_desk: Desk) -> None:
    sold = vouchers.issue_voucher(
        token=uuid4(), currency=CZK, amount=50_00, expires_at=timezone.now().replace(year=2099), by=cage_desk.cashier,
        now=NOON, cage_id=cage_desk.cage.pk,
    )  # fmt: skip
    use = partial(vouchers.redeem, code=sold.code, now=NOON)
    results = at_once(partial(use, player=cage_desk.player), partial(use, player=cage_desk.second))
    assert refused(results) == ["used"]
    assert Voucher.objects.get().used_by_id in (cage_desk.player, cage_desk.second)
    counted = {CZK: FLOAT + 50_00, EUR: 1_000_00}
    close = partial(
        drawers.close_drawer, drawer_id=cage_desk.drawer.pk, counted=counted, explanation="late", by=cage_desk.cashier,
        now=NOON,
    )  # fmt: skip
    results = at_once(close, close, partial(cage_desk.deposit, 10_00))
    assert set(refused(results)) <= {"no_drawer"}
    assert Receipt.objects.filter(kind="day_end").count() == 2
    assert run_audit().breaches == ()


def test_M4_kill_9_between_any_two_statements_of_a_payout_leaves_all_or_nothing(
    cage_desk: Desk, server_env: dict[str, str]
) -> None:
    cage_desk.deposit(1_000_00)
    ids = [str(one) for one in (cage_desk.cage.pk, cage_desk.player, cage_desk.cashier)]
    command = [sys.executable, "-m", "tests.cashier.cage.killed_payout", *ids]
    done = subprocess.run(command, env=server_env, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    *killed, last = done.stdout.splitlines()
    assert set(killed) == {f"killed {1_000_00} {FLOAT + 1_000_00} 0 0"}
    assert len(killed) > 15
    assert last == f"paid {1_000_00 - AMOUNT} {FLOAT + 1_000_00 - AMOUNT} 1 1"
    first = Receipt.objects.get(kind="payout")
    again = desk.payout(
        token=TOKEN, cage_id=cage_desk.cage.pk, person=cage_desk.player, currency=CZK, amount=AMOUNT, reason="cash",
        by=cage_desk.cashier, now=timezone.now(),
    )  # fmt: skip
    assert again == first
    assert run_audit().breaches == ()


def test_M4_cash_on_its_way_is_received_or_taken_back_and_never_both(cage_desk: Desk) -> None:
    drawers.open_drawer(token=uuid4(), cage_id=cage_desk.other.pk, floats={CZK: 0}, by=cage_desk.second, now=NOON)
    sent = transfers.send(
        token=uuid4(), source=cage_desk.cage.pk, target=cage_desk.other.pk, currency=CZK, amount=700_00,
        reason="change", by=cage_desk.cashier, now=NOON,
    )  # fmt: skip
    both = {"transfer_id": sent.pk, "explanation": "", "now": NOON}
    back = partial(transfers.take_back, **{**both, "explanation": "late"}, supervises=False, by=cage_desk.cashier)
    receive = partial(transfers.receive, **both, counted=700_00, by=cage_desk.second)
    results = at_once(back, receive, back, receive)
    assert set(refused(results)) in ({"received"}, {"taken_back"})
    assert cage_desk.cash() + drawers.book(cage_desk.other.pk).get(CZK, 0) == FLOAT
    assert run_audit().breaches == ()


def test_M4_two_cages_that_send_cash_to_each_other_at_once_do_not_wait_for_each_other(cage_desk: Desk) -> None:
    cages = (cage_desk.cage.pk, cage_desk.other.pk)
    drawers.open_drawer(token=uuid4(), cage_id=cages[1], floats={CZK: FLOAT}, by=cage_desk.second, now=NOON)
    same = {"currency": CZK, "amount": 100_00, "reason": "change", "now": NOON}
    for _attempt in range(5):
        there = partial(transfers.send, token=uuid4(), source=cages[0], target=cages[1], by=cage_desk.cashier, **same)
        back = partial(transfers.send, token=uuid4(), source=cages[1], target=cages[0], by=cage_desk.second, **same)
        assert refused(at_once(there, back)) == []
    assert [drawers.book(cage)[CZK] for cage in cages] == [FLOAT - 500_00] * 2
    assert run_audit().breaches == ()


@pytest.mark.parametrize("first", [True, False])
def test_M4_a_cage_that_is_added_twice_at_once_is_one_and_two_renamed_at_once_have_two_names(first: bool) -> None:
    by = User.objects.create_user("owner", display_name="Owner").pk
    if not first:
        cages.add(name="Hall", reason="opens", by=by)
    add = partial(cages.add, name="Main", reason="opens", by=by)
    assert refused(at_once(add, add, add)) == ["name_taken"] * 2
    cages.add(name="Bar", reason="opens", by=by)
    rename = partial(cages.change, name="Lounge", is_retired=False, reason="rebuilt", by=by)
    pair = [partial(rename, cage_id=Cage.objects.get(name=name).pk) for name in ("Main", "Bar")]
    assert refused(at_once(*pair)) == ["name_taken"]
    assert Cage.objects.filter(name="Lounge").count() == 1
