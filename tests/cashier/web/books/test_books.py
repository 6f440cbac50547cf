"""Pages of the books: any figure leads down to its entries, at any past moment (M1, M2, M4)."""

import csv
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from backoffice.models import StaffAct
from backoffice.web import listing
from cashier import api, ledger, moments
from cashier.audit import CHECKS, Breach
from cashier.engine import accounts
from cashier.engine.posting import Cause, transfer
from cashier.models import Account, Entry, Leg
from pokerroom.models import User
from tests.cashier.conftest import TABLE
from tests.shown_words import shows_word
from tests.staff import staff

pytestmark = pytest.mark.django_db
START = datetime(2026, 11, 20, 18, tzinfo=UTC)


@pytest.fixture
def auditor() -> Client:
    """Somebody who reads everything."""
    return staff("auditor")


def html(client: Client, path: str, status: int = 200) -> str:
    """A page as text, with plain spaces."""
    answer = client.get(path)
    assert answer.status_code == status, path
    return re.sub(r"\s+", " ", answer.content.decode())


def wallet(person: User) -> Account:
    return Account.objects.get(owner=person, kind="wallet")


def give(person: int, amount: int, *, at: datetime, currency: str = "PLAY") -> Entry:
    """Money from the house to a wallet, dated as given."""
    key = f"give:{Entry.objects.count()}"
    source, target = accounts.house(currency), accounts.wallet(person, currency)
    legs = transfer(key=key, source=source, target=target, amount=amount).legs
    return ledger.post(key=key, cause=Cause("grant"), legs=legs, reason="prize of the month", at=at)


def csv_rows(content: bytes) -> list[list[str]]:
    return list(csv.reader(content.decode("utf-8-sig").splitlines()))


@pytest.mark.parametrize("role", ["player", "floorman", "tournament director"])
def test_F8_the_books_are_for_those_who_may_read_them(role: str) -> None:
    client = staff(role)
    for path in ("", "accounts/", "audit/", "accounts.csv", "trial-balance.csv"):
        assert client.get(f"/office/books/{path}").status_code == 403


def test_F8_a_cashier_reads_the_books_and_may_not_audit_them(seated: tuple[int, int]) -> None:
    cashier = staff("cashier")
    assert cashier.get("/office/books/accounts/").status_code == 200
    assert cashier.post("/office/books/audit/").status_code == 403


def test_M1_a_figure_leads_from_the_trial_balance_to_the_hand(auditor: Client, seated: tuple[int, int]) -> None:
    alice, bob = seated
    api.settle_hand(
        key="h",
        table_id=TABLE,
        hand=17,
        changes={alice: -50_00, bob: 48_00},
        rake=2_00,
        label="Prague",
        currency="PLAY",
    )
    page = html(auditor, "/office/books/")
    assert 'Sum</td> <td class="wide"></td> <td class="n key">0</td>' in page
    (rake,) = re.findall(r'href="([^"]+kind=rake[^"]+)"', page)
    listed = html(auditor, rake.replace("&amp;", "&"))
    (statement,) = re.findall(r'href="(/office/books/accounts/\d+/\?upto=\d+)"', listed)
    shown = html(auditor, statement)
    assert "Hand #17 at Prague" in shown
    assert f'href="/table/{TABLE}/hands/17/"' in shown
    (entry,) = set(re.findall(r'<a href="(/office/books/entries/\d+/)">\d+</a> </td>', shown))
    assert html(auditor, entry).count('href="/office/books/accounts/') >= 3


def test_M4_a_statement_has_the_running_balance_and_pages(
    auditor: Client, players: tuple[int, int], alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(1, 6):
        give(alice.pk, number * 100, at=START + timedelta(days=number))
    monkeypatch.setattr(listing, "PAGE", 2)
    path = f"/office/books/accounts/{wallet(alice).pk}/"
    balances, query = [], ""
    while True:
        page = html(auditor, path + query)
        balances += re.findall(r'<td class="n side"> ([^<]*?) </td>', page)
        older = re.search(r'href="(\?before=\d+)" rel="next"', page)
        if older is None:
            break
        query = older[1]
    assert balances == ["1 015", "1 010", "1 006", "1 003", "1 001", "1 000"]
    (newer,) = re.findall(r'href="(\?after=\d+)" rel="prev"', page)
    assert re.findall(r'<td class="n side"> ([^<]*?) </td>', html(auditor, path + newer)) == ["1 006", "1 003"]


def test_M4_a_statement_is_filtered_by_cause_and_days(auditor: Client, players: tuple[int, int], alice: User) -> None:
    for number in range(1, 6):
        give(alice.pk, number * 100, at=START + timedelta(days=number))
    path = f"/office/books/accounts/{wallet(alice).pk}/"
    assert html(auditor, path + "?cause=grant").count("From the house: ") == 5
    assert html(auditor, path + "?cause=buy_in").count("From the house: ") == 0
    assert html(auditor, path + "?from=2026-11-22&to=2026-11-23").count("From the house: ") == 2
    assert html(auditor, path + "?from=2027-11-22").count("From the house: ") == 0
    assert html(auditor, path + "?from=nonsense&cause=theft&before=x").count("From the house: ") == 5


def test_M4_the_file_has_the_whole_filtered_statement(
    auditor: Client, players: tuple[int, int], alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(1, 6):
        give(alice.pk, number * 100 + 5, at=START + timedelta(days=number))
    monkeypatch.setattr(listing, "CSV_ROWS", 2)
    answer = auditor.get(f"/office/books/accounts/{wallet(alice).pk}/statement.csv?cause=grant")
    rows = csv_rows(answer.getvalue())
    assert len(rows) == 6
    assert [row[6:8] for row in rows[1:3]] == [["5.05", "1015.25"], ["4.05", "1010.20"]]


def test_accounts_are_found_by_owner_and_sorted_by_balance(auditor: Client, seated: tuple[int, int]) -> None:
    page = html(auditor, "/office/books/accounts/?q=alice&sort=-balance")
    assert re.findall(r'href="/office/books/accounts/\d+/">([^<]+)<', page) == [
        "Wallet · Alice",
        f"Seat · Alice · #{TABLE}",
    ]
    assert not shows_word(page, "Bob")
    rows = csv_rows(auditor.get("/office/books/accounts.csv?kind=wallet&sort=balance").getvalue())
    assert [row[-1] for row in rows[1:]] == ["600.00", "600.00"]
    assert "Wallet ·" not in html(auditor, "/office/books/accounts/?empty=below")


def test_M4_accounts_are_filtered_by_the_currencies_that_are_used(
    auditor: Client, players: tuple[int, int], alice: User
) -> None:
    give(alice.pk, 3_00, at=timezone.now(), currency="CZK")
    page = html(auditor, "/office/books/accounts/?currency=CZK")
    assert sorted(re.findall(r'href="/office/books/accounts/\d+/">([^<]+)<', page)) == ["House", "Wallet · Alice"]
    assert re.findall(r'<option value="([A-Z]+)"', page) == ["CZK", "PLAY"]


def test_an_entry_shows_its_reversal_both_ways(auditor: Client, players: tuple[int, int], alice: User) -> None:
    entry = give(alice.pk, 5_00, at=START)
    reversal = api.reverse(key="back", entry_key=entry.key, reason="typed twice", by=alice.pk)
    first, second = (html(auditor, f"/office/books/entries/{one.pk}/") for one in (entry, reversal))
    assert f'Taken back by <a href="/office/books/entries/{reversal.pk}/">' in first
    assert "typed twice" in first
    assert f'<dd><a href="/office/books/entries/{entry.pk}/">Entry {entry.pk}</a></dd>' in second
    found = html(auditor, f"/office/search/?q={entry.key}")
    assert f"/office/books/entries/{entry.pk}/" in found


def test_M2_the_trial_balance_of_a_past_moment(auditor: Client, players: tuple[int, int]) -> None:
    alice, _bob = players
    first = give(alice, 1_00, at=timezone.now())
    later = timezone.now() + timedelta(hours=1)
    second = give(alice, 2_00, at=later, currency="CZK")
    before = {(line.currency, line.kind): line.total for line in moments.trial_balance(moments.moment_of(first.at))}
    assert before == {("PLAY", "house"): -2_001_00, ("PLAY", "wallet"): 2_001_00}
    after = {(line.currency, line.kind): line.total for line in moments.trial_balance(moments.moment_of(second.at))}
    assert after == {**before, ("CZK", "house"): -2_00, ("CZK", "wallet"): 2_00}
    empty = moments.moment_of(START - timedelta(days=4000))
    assert empty.entry == 0, "before the first entry, whatever its number"
    assert moments.trial_balance(empty) == []
    typed = f"{timezone.localtime(later - timedelta(minutes=5)):%Y-%m-%dT%H:%M}"
    page = html(auditor, f"/office/books/?at={typed}")
    assert "Play money" in page
    assert "koruna" not in page
    assert "No entry had been posted by then." in html(auditor, "/office/books/?at=2001-01-01T00:00")
    rows = csv_rows(auditor.get("/office/books/trial-balance.csv").content)
    assert sum(round(float(row[3]) * 100) for row in rows[1:]) == 0


def test_M2_nonsense_for_a_moment_is_refused_at_the_field(auditor: Client, players: tuple[int, int]) -> None:
    assert "Enter a valid date/time." in html(auditor, "/office/books/?at=yesterday", 422)
    assert auditor.get("/office/books/accounts/?upto=x").status_code == 404
    assert auditor.get("/office/books/accounts/?upto=99999999").status_code == 404


def test_M2_entries_dated_out_of_order_stay_whole_and_no_balance_leaves_its_statement(players: tuple[int, int]) -> None:
    """The ledger's order counts: every balance of a moment is one that the account's statement shows."""
    alice, bob = players
    now = timezone.now()
    for number, seconds in enumerate((50, 10, 30, 20, 60, 40)):
        give((alice, bob)[number % 2], 100 + number, at=now + timedelta(seconds=seconds))
    last = 0
    for seconds in range(0, 70, 5):
        moment = moments.moment_of(now + timedelta(seconds=seconds))
        assert moment.entry >= last
        last = moment.entry
        assert sum(line.total for line in moments.trial_balance(moment)) == 0
        for account in moments.accounts_at(moment):
            held = account.held  # type: ignore[attr-defined]  # annotated by the query
            assert Leg.objects.filter(account=account, balance_after=held).exists()
            assert held == moments.balance_at(account.pk, moment)


def test_a_statement_of_a_past_moment_ends_with_its_entry(
    auditor: Client, players: tuple[int, int], alice: User
) -> None:
    entry = give(alice.pk, 5_00, at=START)
    give(alice.pk, 7_00, at=START)
    page = html(auditor, f"/office/books/accounts/{wallet(alice).pk}/?upto={entry.pk}")
    assert "<strong>1 005</strong>" in page
    assert page.count("From the house: ") == 1
    assert f'name="upto" value="{entry.pk}"' in page


@pytest.fixture
def wrong_check() -> Iterator[None]:
    """A check that finds two breaches."""

    def finds() -> Iterator[Breach]:
        yield Breach("odd", "one <chip> too many")
        yield Breach("odd", "and one more")

    CHECKS.append(finds)
    yield
    CHECKS.remove(finds)


def test_M2_the_audit_is_run_by_a_button_and_kept_in_the_log(
    auditor: Client, seated: tuple[int, int], wrong_check: None
) -> None:
    page = auditor.post("/office/books/audit/").content.decode()
    assert "one &lt;chip&gt; too many" in page
    assert "2 breaches" in page
    assert page.count("holds") == len(CHECKS) - 1
    (act,) = StaffAct.objects.all()
    assert (act.by.username if act.by else "", act.act) == ("auditor", "cashier.audited")
    assert act.changes[0] == ["breaches", "", "2"]


def test_M2_two_audits_at_once_are_one(auditor: Client, seated: tuple[int, int]) -> None:
    assert auditor.post("/office/books/audit/").status_code == 200
    again = auditor.post("/office/books/audit/")
    assert again.status_code == 429
    assert "Try again in a minute." in again.content.decode()
    assert StaffAct.objects.count() == 1
