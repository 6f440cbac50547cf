"""M4: a drawer is counted by its notes and coins; the room makes the sums and keeps what was counted."""

import re
from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from backoffice.api import Refused
from backoffice.models import StaffAct
from cashier import currencies
from cashier.cage import drawers
from cashier.engine.pieces import pieces_of, total
from cashier.models import Currency, Drawer, DrawerCount
from tests.cashier.cage.conftest import CZK, EUR, FLOAT, NOON, Desk
from tests.cashier.cage.test_pages import fields
from tests.staff import staff

pytestmark = pytest.mark.django_db


def close_url(desk: Desk) -> str:
    return reverse("cage:close", args=[desk.drawer.pk])


def test_notes_and_coins_make_a_sum() -> None:
    pieces = pieces_of({50: 3, 100_00: 2, 1: 0})
    assert (pieces, total(pieces)) == (((100_00, 2), (50, 3)), 201_50)


def test_M4_the_room_adds_up_the_notes_and_coins_of_a_count_and_keeps_them(cashier: Client, cage_desk: Desk) -> None:
    url = close_url(cage_desk)
    counted = {**fields(cashier, url), "CZK_500000": "9", "CZK_100000": "4", "CZK_100": "1000", "EUR": "1 000"}
    preview = cashier.post(url, counted).content.decode()
    assert "Counted 50\u202f000\u00a0Kč, as the book says. 9 × 5\u202f000\u00a0Kč, 4 × 1\u202f000\u00a0Kč" in preview
    page = cashier.get(cashier.post(url, {**counted, "confirmed": "1"})["Location"]).content.decode()
    assert "1000 × 1\u00a0Kč" in page
    kept = dict(DrawerCount.objects.values_list("currency", "counted_pieces"))
    assert kept == {CZK: [[500_000, 9], [100_000, 4], [100, 1000]], EUR: None}
    with pytest.raises(DatabaseError), transaction.atomic():
        DrawerCount.objects.update(counted_pieces=[])


@pytest.mark.parametrize(("typed", "sentence"), [
    ({"CZK": "49 000", "CZK_500000": "10"}, "The notes and coins make 50"),
    ({"CZK_500000": "-1"}, "greater than or equal to 0"),
    ({"CZK_500000": "1.5"}, "whole number"),
    ({"CZK_500000": "100001"}, "less than or equal to 100000"),
    ({"CZK": "nonsense", "CZK_500000": "10"}, "This is not an amount"),
    ({}, "Type the sum, or how many notes and coins"),
])  # fmt: skip
def test_M4_a_count_that_cannot_be_true_is_refused_and_stays_typed(
    cashier: Client, cage_desk: Desk, typed: dict[str, str], sentence: str
) -> None:
    url = close_url(cage_desk)
    answer = cashier.post(url, {**fields(cashier, url), "EUR": "1000", **typed, "confirmed": "1"})
    page = answer.content.decode()
    assert (answer.status_code, sentence in page, Drawer.objects.get().closed_at) == (422, True, None)
    assert all(f'value="{value}"' in page for value in typed.values())


def test_M4_a_float_is_counted_by_pieces_and_a_currency_without_them_by_its_sum(
    cashier: Client, cage_desk: Desk
) -> None:
    Currency.objects.create(code="JPY", digits=0)
    currencies.read_again()
    url = reverse("cage:open", args=[cage_desk.other.pk])
    assert not re.search(r'name="JPY_', cashier.get(url).content.decode())
    form = {**fields(cashier, url), "EUR_50": "3", "EUR_1": "7", "CZK_100": "0", "JPY": "5000"}
    cashier.post(url, {**form, "confirmed": "1"})
    counts = DrawerCount.objects.filter(drawer__cage=cage_desk.other).order_by("currency")
    assert list(counts.values_list("currency", "opening", "opening_pieces")) == [
        (EUR, 1_57, [[50, 3], [1, 7]]), ("JPY", 5000, None),
    ]  # fmt: skip


def test_M4_no_drawer_takes_notes_and_coins_that_make_another_sum(cage_desk: Desk) -> None:
    with pytest.raises(Refused, match="pieces_differ"):
        drawers.open_drawer(
            token=uuid4(), cage_id=cage_desk.other.pk, floats={CZK: 100_00}, pieces={CZK: ((50_00, 1),)},
            by=cage_desk.cashier, now=NOON,
        )  # fmt: skip
    with pytest.raises(Refused, match="pieces_differ") as refusal:
        drawers.close_drawer(
            drawer_id=cage_desk.drawer.pk, counted={CZK: FLOAT, EUR: 1_000_00}, pieces={EUR: ((500_00, 1),)},
            explanation="", by=cage_desk.cashier, now=NOON,
        )  # fmt: skip
    assert refusal.value.field == EUR


def test_M4_an_operator_sets_the_notes_and_coins_of_a_currency(cage_desk: Desk) -> None:
    boss = staff("operator", "Boss")
    url = reverse("currencies:change", args=[EUR])
    form = {"symbol": "€", "order": "30", "low_stakes": "1", "middle_stakes": "5", "reason": "no small coins"}
    for nonsense in ("100 x", "0", "1.234"):
        assert boss.post(url, {**form, "pieces": nonsense, "confirmed": "1"}).status_code == 422
    answer = boss.post(url, {**form, "pieces": "1; 0,50 100 50 100"}).content.decode()
    assert "Counts ask for these notes and coins: 100 50 1 0.50." in answer
    boss.post(url, {**form, "pieces": "1; 0,50 100 50 100", "confirmed": "1"})
    assert currencies.currency(EUR).pieces == (100_00, 50_00, 1_00, 50)
    assert 'value="100 50 1 0.50"' in boss.get(url).content.decode()


def test_M4_a_wrong_change_of_a_currency_is_refused_before_its_preview(cage_desk: Desk) -> None:
    boss, url = staff("operator", "Boss"), reverse("currencies:change", args=[EUR])
    form = {"order": "30", "low_stakes": "1", "middle_stakes": "5", "reason": "a new sign"}
    answer = boss.post(url, {**form, "symbol": "Kč"})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["symbol"])
    assert "CZK has this symbol already." in answer.content.decode()
    assert boss.post(url, {**form, "symbol": "EU"}).status_code == 200


def test_M4_the_log_tells_sums_of_the_cage_and_of_currencies_in_words(cashier: Client, cage_desk: Desk) -> None:
    boss = staff("operator", "Boss")
    form = {"symbol": "€", "order": "30", "low_stakes": "1", "middle_stakes": "5", "reason": "no small coins"}
    boss.post(reverse("currencies:change", args=[EUR]), {**form, "low_stakes": "2", "pieces": "100", "confirmed": "1"})
    auditor, pages = staff("auditor", "Eve"), {}
    for act in StaffAct.objects.all():
        pages[act.act] = auditor.get(reverse("backoffice:act", args=[act.number])).content.decode()
    assert "50\u202f000\u00a0Kč" in pages["cage.drawer_opened"]
    changed = re.sub(r"<[^>]+>|\s+", " ", pages["currency_changed"])
    assert re.search("Low stakes up to a big blind of +1.00 +2.00", changed), changed
    assert "Notes and coins" in changed
