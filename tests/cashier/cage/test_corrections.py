"""M4: corrections are a reversal and a new entry, asked by one and approved by another."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from backoffice.api import Refused
from cashier import api, protection
from cashier.audit import run_audit
from cashier.cage import corrections, drawers
from cashier.engine.limits import LimitKind, Period
from cashier.models import Account, Correction, Receipt
from cashier.protection import LimitKey
from pokerroom.models import User
from tests.cashier.cage.conftest import CZK, EUR, FLOAT, LIMIT, NOON, Desk

pytestmark = pytest.mark.django_db


def ask(desk: Desk, receipt: Receipt, amount: int, person: int | None = None) -> Correction:
    return corrections.ask(
        token=uuid4(), receipt_id=receipt.pk, person=person or desk.player, amount=amount, reason="typed wrongly",
        by=desk.cashier, now=NOON,
    )  # fmt: skip


def approve(desk: Desk, correction: Correction, by: int | None = None) -> Correction:
    return corrections.approve(correction_id=correction.pk, by=by or desk.second, now=NOON)


@pytest.fixture
def desk(cage_desk: Desk) -> Desk:
    """The desk; Bob approves."""
    return cage_desk


@pytest.mark.parametrize("right", [50_00, 0, 800_00])
def test_M4_a_deposit_is_corrected_by_reversal_and_new_entry(desk: Desk, right: int) -> None:
    wrong = desk.deposit(500_00)
    correction = ask(desk, wrong, right)
    assert desk.wallet() == 500_00
    done = approve(desk, correction)
    assert approve(desk, correction) == done
    assert (desk.wallet(), desk.cash()) == (right, FLOAT + right)
    assert done.reversal is not None
    assert done.reversal.entry.reverses == wrong.entry
    assert (done.new is None) is (right == 0)
    assert run_audit().breaches == ()


@pytest.mark.parametrize("right", [50_00, 0, 400_00])
def test_M4_a_payout_is_corrected_by_reversal_and_new_entry(desk: Desk, right: int) -> None:
    desk.deposit(500_00)
    wrong = desk.payout(300_00)
    approve(desk, ask(desk, wrong, right))
    assert (desk.wallet(), desk.cash()) == (500_00 - right, FLOAT + 500_00 - right)
    assert run_audit().breaches == ()


def test_M4_money_of_the_wrong_person_goes_to_the_right_one(desk: Desk) -> None:
    dora = User.objects.create_user("dora", display_name="Dora").pk
    correction = ask(desk, desk.deposit(500_00), 500_00, dora)
    for person in (desk.player, dora):
        with pytest.raises(Refused, match="own_act"):
            approve(desk, correction, by=person)
    approve(desk, correction)
    assert (desk.wallet(), desk.wallet(person=dora), desk.cash()) == (0, 500_00, FLOAT + 500_00)


def test_M7_a_correction_brings_nobody_in_more_than_they_may_deposit(desk: Desk) -> None:
    key = LimitKey(LimitKind.DEPOSIT, Period.DAY, CZK)
    protection.ask(user_id=desk.player, key=key, value=600_00)
    wrong = desk.deposit(500_00, at=max(timezone.now(), NOON))
    with pytest.raises(Refused, match="may_not_deposit"):
        ask(desk, wrong, 600_01)
    dora = User.objects.create_user("dora", display_name="Dora").pk
    asked = ask(desk, wrong, 500_00, dora)
    protection.self_exclude(user_id=dora, months=6)
    with pytest.raises(Refused, match="may_not_deposit"):
        approve(desk, asked)
    assert (desk.wallet(), desk.wallet(person=dora)) == (500_00, 0)


def test_M7_a_correction_that_lowers_a_deposit_stays_possible(desk: Desk) -> None:
    wrong = desk.deposit(500_00)
    protection.self_exclude(user_id=desk.player, months=6)
    User.objects.filter(pk=desk.player).update(is_active=False)
    approve(desk, ask(desk, wrong, 50_00))
    assert desk.wallet() == 50_00


@pytest.mark.parametrize(("right", "left"), [(0, 600_00), (450_00, 600_00), (550_00, 550_00)])
def test_M7_a_correction_of_another_days_deposit_counts_today_by_what_it_adds(
    desk: Desk, right: int, left: int
) -> None:
    protection.ask(user_id=desk.player, key=LimitKey(LimitKind.DEPOSIT, Period.DAY, CZK), value=600_00)
    approve(desk, ask(desk, desk.deposit(500_00, at=NOON - timedelta(days=9)), right))
    (today,) = protection.left_of(desk.player, LimitKind.DEPOSIT, CZK, now=NOON)
    assert today.left == left


@pytest.mark.parametrize("right", [0, 4_000_00])
def test_M4_a_payout_that_was_corrected_counts_towards_the_days_limit_as_it_is_now(desk: Desk, right: int) -> None:
    desk.deposit(2 * LIMIT)
    approve(desk, ask(desk, desk.payout(LIMIT), right))
    with pytest.raises(Refused, match="needs_approval"):
        desk.payout(LIMIT - right + 1)
    desk.payout(LIMIT - right)
    assert desk.wallet() == LIMIT


def test_M4_a_payout_of_another_day_that_is_corrected_today_leaves_todays_limit_alone(desk: Desk) -> None:
    desk.deposit(2 * LIMIT)
    approve(desk, ask(desk, desk.payout(LIMIT, at=NOON - timedelta(days=1)), LIMIT - 1_00))
    desk.payout(LIMIT)
    assert desk.wallet() == 1_00


def test_F8_two_pairs_of_eyes(desk: Desk) -> None:
    correction = ask(desk, desk.deposit(500_00), 50_00)
    for person in (desk.cashier, desk.player):
        with pytest.raises(Refused, match="own_act"):
            approve(desk, correction, by=person)
    assert desk.wallet() == 500_00


def test_M4_a_receipt_is_corrected_once(desk: Desk) -> None:
    wrong = desk.deposit(500_00)
    first = ask(desk, wrong, 50_00)
    with pytest.raises(Refused, match="corrected"):
        ask(desk, wrong, 60_00)
    corrections.refuse(correction_id=first.pk, reason="it was right", by=desk.second, now=NOON)
    with pytest.raises(Refused, match="decided"):
        approve(desk, first)
    approve(desk, ask(desk, wrong, 60_00))
    assert desk.wallet() == 60_00
    floats = Receipt.objects.filter(kind="float").first()
    assert floats is not None
    with pytest.raises(Refused, match="kind"):
        ask(desk, floats, 1_00)


def test_M4_money_that_is_on_tables_is_not_taken_back(desk: Desk) -> None:
    correction = ask(desk, desk.deposit(500_00), 50_00)
    api.hold(key="sit", user_id=desk.player, table_id=7, amount=300_00, currency=CZK)
    with pytest.raises(Refused, match="wallet_short"):
        approve(desk, correction)
    assert Correction.objects.get().outcome == ""
    assert run_audit().breaches == ()


@pytest.mark.parametrize(("kind", "typed", "right"), [
    ("deposit", 500_00, 50_00), ("deposit", 50_00, 500_00), ("payout", 500_00, 50_00), ("payout", 50_00, 500_00),
])  # fmt: skip
def test_M4_after_day_end_the_booked_difference_is_taken_back(desk: Desk, kind: str, typed: int, right: int) -> None:
    desk.deposit(2_000_00)
    wrong = desk.deposit(typed) if kind == "deposit" else desk.payout(typed)
    sign = 1 if kind == "deposit" else -1
    counted = {CZK: FLOAT + 2_000_00 + sign * right, EUR: 1_000_00}
    drawers.close_drawer(
        drawer_id=desk.drawer.pk, counted=counted, explanation="does not agree", by=desk.cashier, now=NOON
    )
    with pytest.raises(Refused, match="no_drawer"):
        approve(desk, ask(desk, wrong, right))
    drawers.open_drawer(token=uuid4(), cage_id=desk.cage.pk, floats={CZK: 1_000_00}, by=desk.cashier, now=NOON)
    approve(desk, Correction.objects.get())
    assert (desk.wallet(), desk.cash()) == (2_000_00 + sign * right, 1_000_00)
    assert set(Account.objects.filter(kind="difference").values_list("balance", flat=True)) == {0}
    assert run_audit().breaches == ()


def test_M4_after_a_day_end_that_agreed_the_amount_stays(desk: Desk) -> None:
    wrong = desk.deposit(500_00)
    drawers.close_drawer(
        drawer_id=desk.drawer.pk, counted={CZK: FLOAT + 500_00, EUR: 1_000_00}, explanation="", by=desk.cashier,
        now=NOON,
    )  # fmt: skip
    drawers.open_drawer(token=uuid4(), cage_id=desk.cage.pk, floats={CZK: 1_000_00}, by=desk.cashier, now=NOON)
    with pytest.raises(Refused, match="no_difference"):
        approve(desk, ask(desk, wrong, 50_00))
    assert desk.wallet() == 500_00


def test_M4_after_a_day_end_the_person_is_corrected_without_a_difference(desk: Desk) -> None:
    wrong, dora = desk.deposit(500_00), User.objects.create_user(username="dora", display_name="Dora").pk
    counted = {CZK: FLOAT + 500_00, EUR: 1_000_00}
    drawers.close_drawer(drawer_id=desk.drawer.pk, counted=counted, explanation="", by=desk.cashier, now=NOON)
    drawers.open_drawer(token=uuid4(), cage_id=desk.cage.pk, floats={CZK: 1_000_00}, by=desk.cashier, now=NOON)
    approve(desk, ask(desk, wrong, 500_00, person=dora))
    assert (desk.wallet(), desk.wallet(person=dora), desk.cash()) == (0, 500_00, 1_000_00)
    assert not Receipt.objects.filter(kind="difference").exists()
    assert run_audit().breaches == ()
