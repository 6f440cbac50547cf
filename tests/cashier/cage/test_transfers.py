"""M4: cash between cages: sent, then counted and received by another, or taken back before."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse

from backoffice.api import Refused
from backoffice.models import StaffAct
from cashier.audit import run_audit
from cashier.cage import drawers, transfers
from cashier.models import Account, Cage, CageTransfer, Receipt
from pokerroom.models import User
from tests.cashier.cage.conftest import CZK, EUR, FLOAT, NOON, Desk
from tests.staff import staff

pytestmark = pytest.mark.django_db


def held(code: str) -> int:
    return Account.objects.get(code=code).balance


def send(desk: Desk, amount: int = 5_000_00) -> CageTransfer:
    return transfers.send(
        token=uuid4(), source=desk.cage.pk, target=desk.other.pk, currency=CZK, amount=amount, reason="change",
        by=desk.cashier, now=NOON,
    )  # fmt: skip


def test_M4_cash_between_cages_is_sent_by_one_and_counted_by_another(cage_desk: Desk) -> None:
    drawers.open_drawer(token=uuid4(), cage_id=cage_desk.other.pk, floats={CZK: 0}, by=cage_desk.second, now=NOON)
    form = {
        "token": uuid4(), "source": cage_desk.cage.pk, "target": cage_desk.other.pk, "currency": CZK,
        "amount": 5_000_00, "reason": "change", "by": cage_desk.cashier, "now": NOON,
    }  # fmt: skip
    sent = transfers.send(**form)
    assert transfers.send(**form) == sent
    assert (cage_desk.cash(), held("transit:CZK")) == (FLOAT - 5_000_00, 5_000_00)
    received = {"transfer_id": sent.pk, "counted": 4_900_00, "now": NOON}
    with pytest.raises(Refused, match="own_act"):
        transfers.receive(**received, explanation="a note is missing", by=cage_desk.cashier)
    with pytest.raises(Refused, match="not_explained"):
        transfers.receive(**received, explanation=" ", by=cage_desk.second)
    for _ in range(2):
        transfers.receive(**received, explanation="a note is missing", by=cage_desk.second)
    assert drawers.book(cage_desk.other.pk) == {CZK: 4_900_00}
    assert (held("transit:CZK"), held("short:CZK")) == (0, 100_00)
    assert run_audit().breaches == ()


def test_M4_cash_on_its_way_is_taken_back_once_with_a_receipt(cage_desk: Desk) -> None:
    sent = send(cage_desk)
    back = {"transfer_id": sent.pk, "explanation": "the other desk is closed", "by": cage_desk.cashier, "now": NOON}
    for _ in range(2):
        transfers.take_back(**back, supervises=False)
    assert (cage_desk.cash(), held("transit:CZK")) == (FLOAT, 0)
    assert list(Receipt.objects.order_by("-number").values_list("kind", "amount", "number")[:2]) == [
        ("reversal", 5_000_00, 4), ("sent", -5_000_00, 3),
    ]  # fmt: skip
    act = StaffAct.objects.get(act="cage.cash_taken_back")
    assert (act.by_id, act.subject_id, act.reason) == (cage_desk.cashier, str(sent.pk), "the other desk is closed")
    assert run_audit().breaches == ()
    drawers.open_drawer(token=uuid4(), cage_id=cage_desk.other.pk, floats={CZK: 0}, by=cage_desk.second, now=NOON)
    with pytest.raises(Refused, match="taken_back"):
        transfers.receive(transfer_id=sent.pk, counted=sent.amount, explanation="", by=cage_desk.second, now=NOON)


def test_M4_only_the_sender_and_supervisors_take_back_and_only_what_nobody_received(cage_desk: Desk) -> None:
    sent, other = send(cage_desk), send(cage_desk, 100_00)
    back = {"explanation": "wrong cage", "by": cage_desk.second, "now": NOON}
    with pytest.raises(Refused, match="not_sender"):
        transfers.take_back(transfer_id=sent.pk, supervises=False, **back)
    transfers.take_back(transfer_id=sent.pk, supervises=True, **back)
    with pytest.raises(Refused, match="taken_back"):
        transfers.take_back(transfer_id=sent.pk, supervises=True, **{**back, "by": cage_desk.cashier})
    drawers.open_drawer(token=uuid4(), cage_id=cage_desk.other.pk, floats={CZK: 0}, by=cage_desk.second, now=NOON)
    transfers.receive(transfer_id=other.pk, counted=100_00, explanation="", by=cage_desk.second, now=NOON)
    with pytest.raises(Refused, match="received"):
        transfers.take_back(transfer_id=other.pk, supervises=True, **back)
    assert (cage_desk.cash(), drawers.book(cage_desk.other.pk)) == (FLOAT - 100_00, {CZK: 100_00})


def test_M4_no_cage_sends_cash_to_itself_or_more_than_it_holds(cage_desk: Desk) -> None:
    cage_desk.other = cage_desk.cage
    with pytest.raises(Refused, match="same_cage"):
        send(cage_desk)
    cage_desk.other = Cage.objects.get(name="Poker hall")
    with pytest.raises(Refused, match="drawer_short"):
        send(cage_desk, FLOAT + 1)
    assert (cage_desk.cash(), CageTransfer.objects.count()) == (FLOAT, 0)


def test_M4_cash_of_yesterday_comes_back_into_the_drawer_of_today(cage_desk: Desk) -> None:
    sent = send(cage_desk)
    counted = {CZK: FLOAT - sent.amount, EUR: 1_000_00}
    drawers.close_drawer(drawer_id=cage_desk.drawer.pk, counted=counted, explanation="", by=cage_desk.cashier, now=NOON)
    back = {"transfer_id": sent.pk, "supervises": False, "explanation": "nobody came", "by": cage_desk.cashier}
    tomorrow = NOON + timedelta(days=1)
    with pytest.raises(Refused, match="no_drawer"):
        transfers.take_back(**back, now=tomorrow)
    drawers.open_drawer(token=uuid4(), cage_id=cage_desk.cage.pk, floats={CZK: 1_00}, by=cage_desk.second, now=tomorrow)
    transfers.take_back(**back, now=tomorrow)
    assert cage_desk.cash() == sent.amount + 1_00
    assert run_audit().breaches == ()


def test_M4_the_page_of_a_transfer_takes_it_back_for_its_sender_and_a_supervisor(cage_desk: Desk) -> None:
    one, other = staff("cashier", "Teller"), staff("cashier", "Colleague")
    teller = User.objects.get(display_name="Teller").pk
    form = {"token": uuid4(), "source": cage_desk.cage.pk, "target": cage_desk.other.pk, "currency": CZK, "now": NOON}
    first, second = (
        transfers.send(**{**form, "token": uuid4()}, amount=amount, reason="change", by=teller)
        for amount in (700_00, 300_00)
    )
    page, url = (reverse(f"cage:{name}", args=[first.pk]) for name in ("transfer", "take_back"))
    assert url in one.get(reverse("cage:desk", args=[cage_desk.cage.pk])).content.decode()
    assert (url in one.get(page).content.decode(), url in other.get(page).content.decode()) == (True, False)
    refused = other.post(url, {"explanation": "mine now", "confirmed": "1"})
    assert (refused.status_code, "Only the person who sent this cash" in refused.content.decode()) == (422, True)
    assert one.post(url, {"explanation": ""}).status_code == 422
    assert "comes back into the drawer of Main desk" in one.post(url, {"explanation": "wrong"}).content.decode()
    for _ in range(2):
        assert one.post(url, {"explanation": "wrong", "confirmed": "1"})["Location"] == page
    boss = staff("operator", "Boss")
    boss.post(reverse("cage:take_back", args=[second.pk]), {"explanation": "shift is over", "confirmed": "1"})
    assert cage_desk.cash() == FLOAT
    listed = boss.get(reverse("cage:transfers"), {"state": "taken_back"}).content.decode()
    assert listed.count("Main desk → Poker hall") == 2
    assert "Main desk → Poker hall" not in boss.get(reverse("cage:transfers"), {"state": "open"}).content.decode()


def test_M4_the_list_names_whoever_received_a_transfer_or_took_it_back(cage_desk: Desk) -> None:
    drawers.open_drawer(token=uuid4(), cage_id=cage_desk.other.pk, floats={CZK: 0}, by=cage_desk.second, now=NOON)
    received = send(cage_desk)
    transfers.receive(transfer_id=received.pk, counted=received.amount, explanation="", by=cage_desk.second, now=NOON)
    rows = staff("cashier", "Teller").get(reverse("cage:transfers"))
    name = User.objects.get(pk=cage_desk.second).display_name
    assert f'/office/people/{cage_desk.second}/">{name}</a>' in rows.content.decode()


def test_M4_somebody_who_receives_cash_reads_what_comes_in_and_explains_what_is_missing(cage_desk: Desk) -> None:
    drawers.open_drawer(token=uuid4(), cage_id=cage_desk.other.pk, floats={CZK: 0}, by=cage_desk.second, now=NOON)
    sent, cashier = send(cage_desk), staff("cashier", "Teller")
    url = reverse("cage:receive", args=[sent.pk])
    whole = cashier.post(url, {"counted": "5000"}).content.decode()
    assert "5\u202f000\u00a0Kč comes into the drawer of Poker hall." in whole
    assert "is booked" not in whole
    assert "Explain the difference of \u2212100\u00a0Kč." in cashier.post(url, {"counted": "4900"}).content.decode()
    short = cashier.post(url, {"counted": "4900", "explanation": "a note is missing"}).content.decode()
    assert "5\u202f000\u00a0Kč was sent: the difference of \u2212100\u00a0Kč is booked." in short
    assert CageTransfer.objects.get().received_at is None
