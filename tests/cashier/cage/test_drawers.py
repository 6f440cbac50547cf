"""M4: a drawer from its counted float to its day-end count."""

from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction
from django.utils.translation import override

from backoffice.api import Refused
from cashier import api
from cashier.audit import run_audit
from cashier.cage import drawers
from cashier.models import Account, Drawer, Receipt
from tests.cashier.cage.conftest import CZK, EUR, FLOAT, NOON, Desk

pytestmark = pytest.mark.django_db


def close(desk: Desk, counted: dict[str, int], explanation: str = "") -> Drawer:
    return drawers.close_drawer(
        drawer_id=desk.drawer.pk, counted=counted, explanation=explanation, by=desk.cashier, now=NOON
    )


def held(code: str) -> int:
    return Account.objects.get(code=code).balance


def test_M4_a_drawer_that_agrees_goes_to_the_safe(cage_desk: Desk) -> None:
    cage_desk.deposit(500_00)
    close(cage_desk, {CZK: FLOAT + 500_00, EUR: 1_000_00})
    assert drawers.book(cage_desk.cage.pk) == {}
    assert (held("safe:CZK"), held("safe:EUR")) == (0, 0)
    assert list(Receipt.objects.filter(kind="day_end").order_by("pk").values_list("currency", "amount")) == [
        (CZK, -FLOAT - 500_00), (EUR, -1_000_00),
    ]  # fmt: skip
    assert run_audit().breaches == ()


@pytest.mark.parametrize(("counted", "account"), [(FLOAT - 30_00, "short:CZK"), (FLOAT + 30_00, "over:CZK")])
def test_M4_a_difference_is_explained_and_booked(cage_desk: Desk, counted: int, account: str) -> None:
    with pytest.raises(Refused, match="not_explained"):
        close(cage_desk, {CZK: counted, EUR: 1_000_00})
    assert drawers.drawer_of(cage_desk.cage.pk) is not None
    drawer = close(cage_desk, {CZK: counted, EUR: 1_000_00}, "a wrong note")
    assert held(account) == 30_00
    count = drawer.counts.get(currency=CZK)
    assert (count.opening, count.book, count.counted, count.difference) == (FLOAT, FLOAT, counted, counted - FLOAT)
    assert run_audit().breaches == ()


def test_M4_every_currency_of_the_book_is_counted(cage_desk: Desk) -> None:
    with pytest.raises(Refused, match="not_counted") as refusal:
        close(cage_desk, {CZK: FLOAT})
    assert refusal.value.field == EUR
    empty = drawers.open_drawer(
        token=uuid4(), cage_id=cage_desk.other.pk, floats={CZK: 0}, by=cage_desk.second, now=NOON
    )
    with pytest.raises(Refused, match="not_counted"):
        drawers.close_drawer(drawer_id=empty.pk, counted={}, explanation="", by=cage_desk.second, now=NOON)


def test_a_second_submit_of_a_count_changes_nothing(cage_desk: Desk) -> None:
    counted = {CZK: FLOAT, EUR: 1_000_00}
    assert close(cage_desk, counted) == close(cage_desk, counted)
    with pytest.raises(Refused, match="already_closed"):
        close(cage_desk, {**counted, CZK: 1})
    assert Receipt.objects.filter(kind="day_end").count() == 2


def test_a_cage_has_one_open_drawer(cage_desk: Desk) -> None:
    opening = {"cage_id": cage_desk.cage.pk, "floats": {CZK: 1_00}, "by": cage_desk.second, "now": NOON}
    with pytest.raises(Refused, match="already_open"):
        drawers.open_drawer(token=uuid4(), **opening)
    form = {"token": uuid4(), **opening, "cage_id": cage_desk.other.pk}
    assert drawers.open_drawer(**form) == drawers.open_drawer(**form)
    with pytest.raises(Refused, match="used_twice"):
        drawers.open_drawer(**{**form, "floats": {CZK: 2_00}})


def test_a_closed_drawer_and_a_receipt_never_change(cage_desk: Desk) -> None:
    close(cage_desk, {CZK: FLOAT, EUR: 1_000_00})
    for change in (
        lambda: Drawer.objects.update(explanation="nothing was missing"),
        lambda: Receipt.objects.update(amount=1),
        lambda: Receipt.objects.all().delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()


def test_the_audit_finds_a_gap_and_cash_without_a_receipt(cage_desk: Desk) -> None:
    from cashier import ledger
    from cashier.engine import cash
    from cashier.engine.posting import Cause

    legs = cash.cash(cage_desk.cage.pk, CZK, 1_00)
    entry = ledger.post(key="by hand", cause=Cause("deposit"), legs=legs)
    assert [breach.code for breach in run_audit().breaches] == ["no_receipt"]
    Receipt.objects.create(
        cage=cage_desk.cage, drawer=cage_desk.drawer, day=NOON.date(), number=9, token=uuid4(), kind="deposit",
        amount=2_00, currency=CZK, by_id=cage_desk.cashier, entry=entry,
    )  # fmt: skip
    assert {breach.code for breach in run_audit().breaches} == {"receipt_gap", "receipt_differs"}
    assert api.accounts_report()


def test_M4_the_receipt_of_a_float_says_nothing_in_the_language_of_its_cashier(cage_desk: Desk) -> None:
    with override("cs"):
        drawers.open_drawer(
            token=uuid4(), cage_id=cage_desk.other.pk, floats={CZK: 700_00}, by=cage_desk.second, now=NOON
        )
    receipt = Receipt.objects.select_related("entry").get(cage=cage_desk.other, kind="float")
    assert receipt.entry is not None
    assert (receipt.amount, receipt.reason, receipt.entry.reason) == (700_00, "", "")
    assert str(receipt.get_kind_display()) == "float of the drawer"
