"""M4: the pages of the desk: typed money, what will happen, receipts, who may do what."""

import csv
import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from cashier import api
from cashier.audit import run_audit
from cashier.cage import corrections, drawers, withdrawals
from cashier.models import Correction, Drawer, Entry, Receipt, Withdrawal
from cashier.web.cage.desk_pages import wallets
from pokerroom.models import User
from tests.cashier.cage.conftest import CZK, EUR, FLOAT, LIMIT, NOON, Desk
from tests.staff import staff

pytestmark = pytest.mark.django_db
READ_BY_ALL = ["Withdrawals", "Receipts", "Corrections", "Vouchers", "Drawers", "Transfers"]


def fields(client: Client, url: str) -> dict[str, str]:
    """The values that the form of a page starts with."""
    page = client.get(url).content.decode()
    form = page.partition('class="office-form')[2]
    found = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    found |= {name: text.strip() for name, text in re.findall(r'<textarea name="(\w+)"[^>]*>([^<]*)<', form)}
    return found | dict(re.findall(r'<select name="(\w+)".*?value="(\w+)" selected', form, re.S))


def test_M4_a_desk_opens_its_drawer_while_another_is_open(cashier: Client, cage_desk: Desk) -> None:
    url = reverse("cage:open", args=[cage_desk.other.pk])
    form = fields(cashier, url) | {CZK: "1000", "confirmed": "1"}
    for _ in range(2):
        assert cashier.post(url, form).status_code == 302
    assert Drawer.objects.filter(cage=cage_desk.other).count() == 1
    again = cashier.post(url, form | {"token": str(uuid4())})
    assert again.status_code == 422
    assert "The drawer of this cage is already open." in again.content.decode()


def test_M4_a_desk_shows_withdrawals_in_the_order_in_which_they_were_asked(cashier: Client, cage_desk: Desk) -> None:
    cage_desk.deposit(1_000_00)
    for amount in (300_00, 100_00, 200_00):
        withdrawals.ask(
            token=uuid4(), player=cage_desk.player, currency=CZK, amount=amount, by=cage_desk.player, now=NOON
        )
    page = cashier.get(reverse("cage:desk", args=[cage_desk.cage.pk])).content.decode()
    shown = list(dict.fromkeys(map(int, re.findall(r"/withdrawals/(\d+)/", page))))
    assert shown == sorted(shown)
    assert len(shown) == 3


def deposit_url(desk: Desk) -> str:
    return reverse("cage:deposit", args=[desk.cage.pk, desk.player])


@pytest.mark.parametrize(("typed", "minor"), [
    ("1 000,50", 1_000_50), ("1000.5", 1_000_50), ("1\u202f000", 1_000_00), ("500 Kč", 500_00), ("0,01", 1),
])  # fmt: skip
def test_M4_money_is_typed_in_any_common_form(cashier: Client, cage_desk: Desk, typed: str, minor: int) -> None:
    form = {**fields(cashier, deposit_url(cage_desk)), "currency": CZK, "amount": typed}
    preview = cashier.post(deposit_url(cage_desk), form)
    assert "This will happen" in preview.content.decode()
    assert not Receipt.objects.filter(kind="deposit").exists()
    for _ in range(2):
        done = cashier.post(deposit_url(cage_desk), {**form, "confirmed": "1"})
        assert done["Location"] == reverse("cage:receipt", args=[Receipt.objects.get(kind="deposit").pk])
    assert (cage_desk.wallet(), Entry.objects.filter(cause_kind="deposit").count()) == (minor, 1)


def test_M4_money_is_typed_in_the_currency_that_is_chosen(cashier: Client, cage_desk: Desk) -> None:
    form = {**fields(cashier, deposit_url(cage_desk)), "amount": "20 €", "confirmed": "1"}
    for wrong in (CZK, "XTS"):
        assert cashier.post(deposit_url(cage_desk), {**form, "currency": wrong}).status_code == 422
    assert cashier.post(deposit_url(cage_desk), {**form, "currency": EUR}).status_code == 302
    assert (cage_desk.wallet(currency=EUR), cage_desk.wallet()) == (20_00, 0)


def test_M4_drawers_are_listed_by_whether_they_are_open(cage_desk: Desk) -> None:
    counted = {CZK: FLOAT, EUR: 1_000_00}
    closed = cage_desk.drawer
    drawers.close_drawer(drawer_id=closed.pk, counted=counted, explanation="", by=cage_desk.cashier, now=NOON)
    floats = {CZK: FLOAT, EUR: 0}
    newer = drawers.open_drawer(token=uuid4(), cage_id=cage_desk.cage.pk, floats=floats, by=cage_desk.cashier, now=NOON)
    auditor, url = staff("auditor", "Eve"), reverse("cage:drawers")
    for state, drawer in (("open", newer), ("closed", closed)):
        page = auditor.get(url, {"state": state}).content.decode()
        assert re.findall(r'href="/office/cage/drawers/(\d+)/"', page) == [str(drawer.pk)]


def test_M2_the_books_name_the_cage_whose_cash_an_account_holds(cage_desk: Desk) -> None:
    page = staff("auditor", "Eve").get("/office/books/accounts/?kind=cage").content.decode()
    assert set(re.findall(r'href="/office/cage/receipts/\?cage=(\d+)">([^<]+)<', page)) == {
        (str(cage_desk.cage.pk), "Main desk")
    }


def test_M4_the_desk_sees_what_a_person_has_in_the_wallet_at_tables_and_reserved(
    cashier: Client, cage_desk: Desk
) -> None:
    cage_desk.deposit(9_000_00)
    for table, amount in ((1, 2_000_00), (2, 500_50)):
        api.hold(key=f"sit:{table}", user_id=cage_desk.player, table_id=table, amount=amount, currency=CZK)
    (crowns,) = wallets(cage_desk.player)
    assert crowns == {"wallet": "6\u202f499.50\xa0Kč", "tables": "2\u202f500.50\xa0Kč", "reserved": "0\xa0Kč"}
    page = cashier.get(reverse("cage:person", args=[cage_desk.cage.pk, cage_desk.player])).content.decode()
    assert all(amount in page for amount in crowns.values())


@pytest.mark.parametrize("typed", ["", "abc", "0", "-5", "1.005", "1e9", "9" * 30, "10**3", "5 €"])
def test_M4_bad_money_is_refused_at_its_field_and_stays_there(cashier: Client, cage_desk: Desk, typed: str) -> None:
    form = {**fields(cashier, deposit_url(cage_desk)), "currency": CZK, "amount": typed, "reason": "from <her>"}
    answer = cashier.post(deposit_url(cage_desk), {**form, "confirmed": "1"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert re.search(r'class="field wrong">\s*<label for="id_amount"', page)
    assert f'value="{typed}"' in page or not typed
    assert "from &lt;her&gt;" in page
    assert not Entry.objects.filter(cause_kind="deposit").exists()


@pytest.mark.parametrize(("language", "typed", "sentence"), [
    ("cs", "tisíc", "Tohle není částka. Zadejte ji třeba takto: 1\u202f250,50."),
    ("cs", "\u2212500 Kč", "Zadejte částku větší než nula, bez znaménka minus."),
    ("sk", "päťsto", "Toto nie je suma. Zadajte ju napríklad takto: 1\u202f250,50."),
    ("sk", "1 000 000 000 000 000", "Táto suma je príliš vysoká."),
])  # fmt: skip
def test_M4_nonsense_is_refused_in_the_cashiers_language(
    cashier: Client, cage_desk: Desk, language: str, typed: str, sentence: str
) -> None:
    form = {**fields(cashier, deposit_url(cage_desk)), "currency": CZK, "amount": typed}
    answer = cashier.post(deposit_url(cage_desk), {**form, "confirmed": "1"}, headers={"accept-language": language})
    assert (answer.status_code, cage_desk.wallet()) == (422, 0)
    assert sentence in answer.content.decode()


def test_M4_a_payout_above_the_limit_reserves_and_waits_for_a_second_person(cashier: Client, cage_desk: Desk) -> None:
    cage_desk.deposit(LIMIT + 5_00)
    url = reverse("cage:payout", args=[cage_desk.cage.pk, cage_desk.player])
    form = {**fields(cashier, url), "currency": CZK, "amount": str(LIMIT // 100 + 1)}
    assert "somebody else approves" in cashier.post(url, form).content.decode()
    for _ in range(2):
        cashier.post(url, {**form, "confirmed": "1"})
    asked = Withdrawal.objects.get()
    approve = reverse("cage:approve_withdrawal", args=[asked.pk])
    assert "decide about yourself" in cashier.post(approve, {"reason": "me", "confirmed": "1"}).content.decode()
    boss = staff("operator", "Boss")
    assert boss.post(approve, {"reason": "known", "confirmed": "1"}).status_code == 302
    pay = reverse("cage:pay", args=[asked.pk])
    assert boss.post(pay, {"cage": cage_desk.cage.pk, "confirmed": "1"}).status_code == 403
    for _ in range(2):
        assert cashier.post(pay, {"cage": cage_desk.cage.pk, "confirmed": "1"}).status_code == 302
    assert (cage_desk.wallet(), Receipt.objects.filter(kind="payout").count()) == (4_00, 1)
    assert run_audit().breaches == ()


def test_M4_the_day_end_count_shows_the_difference_before_it_is_booked(cashier: Client, cage_desk: Desk) -> None:
    url = reverse("cage:close", args=[cage_desk.drawer.pk])
    counted = {**fields(cashier, url), "CZK": "49 900", "EUR": "1000"}
    answer = cashier.post(url, counted).content.decode()
    assert "Explain the difference" in answer
    assert 'value="49 900"' in answer
    preview = cashier.post(url, {**counted, "explanation": "a note stuck"}).content.decode()
    assert re.search(r"difference of \u2212100\u00a0Kč is booked", preview)
    for _ in range(2):
        done = cashier.post(url, {**counted, "explanation": "a note stuck", "confirmed": "1"})
        assert done["Location"] == reverse("cage:drawer", args=[cage_desk.drawer.pk])
    assert Drawer.objects.get().explanation == "a note stuck"
    assert "a note stuck" in cashier.get(done["Location"]).content.decode()


def test_M4_what_is_above_todays_limit_is_approved_on_the_page_of_the_withdrawal(
    cashier: Client, cage_desk: Desk
) -> None:
    cage_desk.deposit(2 * LIMIT)
    now = timezone.now()
    first, second = (
        withdrawals.ask(
            token=uuid4(), player=cage_desk.player, currency=CZK, amount=LIMIT, by=cage_desk.player,
            now=now - timedelta(days=days),
        )
        for days in (2, 1)
    )  # fmt: skip
    page, approve = (reverse(f"cage:{name}", args=[second.pk]) for name in ("withdrawal", "approve_withdrawal"))
    pay = reverse("cage:pay", args=[second.pk])
    shown = cashier.get(page).content.decode()
    assert (approve in shown, pay in shown) == (False, True)
    withdrawals.pay(request_id=first.pk, cage_id=cage_desk.cage.pk, by=cage_desk.cashier, now=now)
    shown = cashier.get(page).content.decode()
    assert (approve in shown, pay in shown) == (True, False)
    refused = cashier.post(pay, {"cage": str(cage_desk.cage.pk)}).content.decode()
    assert "A second person approves this withdrawal first." in refused
    cashier.post(approve, {"reason": "known", "confirmed": "1"})
    assert pay in cashier.get(page).content.decode()


def test_M4_lists_say_which_withdrawals_can_be_paid_within_todays_limit(cashier: Client, cage_desk: Desk) -> None:
    """Two of different days are each within the limit and together above it; the first is paid."""
    cage_desk.deposit(2 * LIMIT)
    now = timezone.now()
    first, second = (
        withdrawals.ask(
            token=uuid4(), player=cage_desk.player, currency=CZK, amount=LIMIT, by=cage_desk.player,
            now=now - timedelta(days=days),
        )
        for days in (2, 1)
    )  # fmt: skip
    desk_page = reverse("cage:desk", args=[cage_desk.cage.pk])
    person_page = reverse("cage:person", args=[cage_desk.cage.pk, cage_desk.player])
    pay_second = reverse("cage:pay", args=[second.pk])

    def listed(state: str) -> set[int]:
        page = cashier.get(reverse("cage:withdrawals"), {"state": state}).content.decode()
        return {pk for pk in (first.pk, second.pk) if reverse("cage:withdrawal", args=[pk]) in page}

    assert (listed("pay"), listed("limit"), listed("approve")) == ({first.pk}, {second.pk}, set())
    shown = cashier.get(desk_page).content.decode()
    assert pay_second not in shown
    assert "1 more is above today&#x27;s limit" in shown or "1 more is above today's limit" in shown
    assert "above today&#x27;s limit with earlier ones" in cashier.get(person_page).content.decode()
    withdrawals.pay(request_id=first.pk, cage_id=cage_desk.cage.pk, by=cage_desk.cashier, now=now)
    assert (listed("pay"), listed("limit"), listed("approve")) == (set(), set(), {second.pk})
    shown = cashier.get(desk_page).content.decode()
    assert pay_second not in shown
    assert "1 more waits for approval" in shown
    own = Client()
    own.force_login(User.objects.get(pk=cage_desk.player))
    assert "waits for approval" in own.get(reverse("cashier:withdraw")).content.decode()
    withdrawals.approve(request_id=second.pk, reason="known", by=cage_desk.second, now=now)
    assert (listed("pay"), listed("approve")) == ({second.pk}, set())


def test_M4_a_receipt_is_found_printed_and_corrected_by_two(cashier: Client, cage_desk: Desk) -> None:
    receipt = cage_desk.deposit(500_00)
    found = cashier.get("/office/search/", {"q": receipt.name}).content.decode()
    url = reverse("cage:receipt", args=[receipt.pk])
    assert url in found
    assert "data-prints" in cashier.get(url).content.decode()
    assert cashier.get(reverse("cage:named_receipt", args=[receipt.name]))["Location"] == url
    ask = reverse("cage:correct", args=[receipt.pk])
    form = {**fields(cashier, ask), "amount": "50", "reason": "a zero too much"}
    assert "Nobody has exactly this name" in cashier.post(ask, {**form, "person": "Nemo"}).content.decode()
    assert cashier.post(ask, {**form, "confirmed": "1"}).status_code == 302
    approve = reverse("cage:approve_correction", args=[Correction.objects.get().pk])
    assert cashier.post(approve, {"confirmed": "1"}).status_code == 422
    assert staff("operator", "Boss").post(approve, {"confirmed": "1"}).status_code == 302
    assert (cage_desk.wallet(), cage_desk.cash()) == (50_00, FLOAT + 50_00)
    file = cashier.get(reverse("cage:receipts_csv"), {"kind": "reversal"}).getvalue().decode()
    assert "a zero too much" in file


def test_M4_a_correction_is_refused_by_another_with_a_reason_and_the_receipt_stays(
    cashier: Client, cage_desk: Desk
) -> None:
    receipt = cage_desk.deposit(500_00)
    asked = corrections.ask(
        token=uuid4(), receipt_id=receipt.pk, person=cage_desk.player, amount=50_00, reason="a zero too much",
        by=cage_desk.cashier, now=NOON,
    )  # fmt: skip
    refuse, boss = reverse("cage:refuse_correction", args=[asked.pk]), staff("operator", "Boss")
    assert "The receipt stays as it is." in boss.post(refuse, {"reason": "counted again"}).content.decode()
    assert Correction.objects.get().outcome == ""
    for _ in range(2):
        done = boss.post(refuse, {"reason": "counted again", "confirmed": "1"})
        assert done["Location"] == reverse("cage:correction", args=[asked.pk])
    assert (Correction.objects.get().outcome, cage_desk.wallet(), cage_desk.cash()) == (
        "refused",
        500_00,
        FLOAT + 500_00,
    )
    assert "counted again" in boss.get(done["Location"]).content.decode()


def test_M4_a_withdrawal_is_typed_in_the_currency_that_is_chosen(cage_desk: Desk) -> None:
    cage_desk.deposit(500_00)
    cage_desk.deposit(30_00, currency=EUR)
    player, url = Client(), reverse("cashier:withdraw")
    player.force_login(User.objects.get(pk=cage_desk.player))
    (token,) = re.findall(r'name="token" value="([^"]+)"', player.get(url).content.decode())
    form = {"token": token, "amount": "20 €"}
    for wrong in (CZK, "XTS"):
        assert player.post(url, {**form, "currency": wrong}).status_code == 422
    assert player.post(url, {**form, "currency": EUR}).status_code == 302
    assert (cage_desk.wallet(currency=EUR), cage_desk.wallet()) == (10_00, 500_00)


def test_M4_a_player_withdraws_cancels_and_reads_only_own_receipts(cage_desk: Desk) -> None:
    receipt = cage_desk.deposit(500_00)
    player, stranger = Client(), Client()
    player.force_login(User.objects.get(pk=cage_desk.player))
    stranger.force_login(User.objects.get(pk=cage_desk.second))
    url = reverse("cashier:withdraw")
    page = player.get(url).content.decode()
    assert "CZK, Czech koruna · 500\N{NO-BREAK SPACE}Kč</option>" in page
    (token,) = re.findall(r'name="token" value="([^"]+)"', page)
    form = {"token": token, "currency": CZK, "amount": "600"}
    answer = player.post(url, form)
    assert (answer.status_code, "The wallet holds" in answer.content.decode()) == (422, True)
    for _ in range(2):
        assert player.post(url, {**form, "amount": "200"}).status_code == 302
    cancel = reverse("cashier:cancel_withdrawal", args=[Withdrawal.objects.get().pk])
    assert (cage_desk.wallet(), stranger.post(cancel).status_code) == (300_00, 404)
    player.post(cancel)
    assert cage_desk.wallet() == 500_00
    own = reverse("cashier:receipt", args=[receipt.pk])
    assert (player.get(own).status_code, stranger.get(own).status_code) == (200, 404)
    assert receipt.name in player.get(reverse("cashier:receipts")).content.decode()


@pytest.mark.parametrize(
    ("role", "pages"),
    [
        ("cashier", ["Desks", *READ_BY_ALL]),
        ("operator", [*READ_BY_ALL, "Cages and limits"]),
        ("auditor", READ_BY_ALL),
        ("floorman", []),
    ],
)
def test_F8_the_menu_lists_the_pages_of_the_cage_that_a_role_may_open(
    role: str, pages: list[str], cage_desk: Desk
) -> None:
    html = staff(role, "Somebody").get("/office/", follow=True).content.decode()
    assert re.findall(r'<a href="/office/cage/[^"]*"[^>]*>([^<]+)</a>', html) == pages


@pytest.mark.parametrize("role", ["cashier", "operator", "auditor", "owner"])
def test_every_page_of_the_cage_opens_with_rows_on_it(role: str, cage_desk: Desk) -> None:
    cage_desk.deposit(500_00)
    somebody = staff(role, "Somebody")
    names = ("receipts", "withdrawals", "corrections", "vouchers", "drawers", "transfers")
    paths = [reverse(f"cage:{name}") for name in names] + [reverse(f"cage:{name}_csv") for name in names]
    paths += [reverse("cage:drawer", args=[cage_desk.drawer.pk])]
    if role in ("cashier", "owner"):
        paths += [reverse("cage:cages"), reverse("cage:desk", args=[cage_desk.cage.pk]) + "?name=ali"]
        paths += [reverse("cage:person", args=[cage_desk.cage.pk, cage_desk.player])]
    if role in ("operator", "owner"):
        paths += [reverse("cage:setup"), reverse("cage:change", args=[cage_desk.cage.pk])]
    if role == "owner":
        paths.append(reverse("cage:limits"))
    assert {path: somebody.get(path).status_code for path in paths} == dict.fromkeys(paths, 200)


def test_M4_a_name_is_found_at_the_desk_although_it_was_typed_with_characters_that_nobody_sees(
    cashier: Client, cage_desk: Desk
) -> None:
    person = User.objects.get(pk=cage_desk.player).display_name
    typed = f"{person[:2]}\x00{person[2:]}\u202e"
    page = cashier.get(reverse("cage:desk", args=[cage_desk.cage.pk]), {"name": typed})
    assert (page.status_code, page.context["name"], len(page.context["found"])) == (200, person, 1)


def test_M4_files_of_the_cage_have_plain_amounts_beside_their_currency(
    cashier: Client, cage_desk: Desk, settings: Settings
) -> None:
    cage_desk.deposit(1_234_50)
    cashier.cookies[settings.LANGUAGE_COOKIE_NAME] = "cs"
    page = cashier.get(reverse("cage:receipts")).context
    shown = {head["label"]: cell.text for head, (cell, *_) in zip(page["heads"], page["rows"][0], strict=True)}
    assert shown["částka"] == "+1\u202f234,50\xa0Kč"
    assert "měna" not in shown
    file = cashier.get(reverse("cage:receipts_csv")).getvalue().decode("utf-8-sig")
    row = next(csv.DictReader(file.splitlines()))
    assert (row["částka"], row["měna"]) == ("1234.50", CZK)
