"""M4 on the page: a player's own money, with a sentence for every movement."""

import csv
import re
from datetime import timedelta
from io import StringIO
from typing import TYPE_CHECKING

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from cashier import api
from cashier.web.text import FILTERS, filter_name
from pokerroom.models import User
from tests.cashier.conftest import TABLE

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse

pytestmark = pytest.mark.django_db
WALLET = reverse("cashier:wallet")
CSV = reverse("cashier:statement_csv")
REFILL = reverse("cashier:refill")
STATE = (
    *("balance", "currency", "currencies", "at_tables", "shows_table_chips", "is_filtered"),
    *("older", "newest", "csv", "may_refill"),
)
"""What the page knows besides its seats, filters and rows."""


@pytest.fixture
def page(client: Client, alice: User) -> Client:
    """Alice's browser."""
    client.force_login(alice)
    return client


def text(response: "_MonkeyPatchedWSGIResponse") -> str:
    assert response.status_code == 200
    return re.sub("[ \n]+", " ", response.getvalue().decode())


@pytest.mark.parametrize("url", [WALLET, CSV])
def test_an_anonymous_visitor_is_sent_to_sign_in(client: Client, url: str) -> None:
    response = client.get(url)
    assert response.status_code == 302
    assert response.headers["Location"].startswith(reverse("accounts:sign_in"))


def test_an_anonymous_visitor_gets_no_play_money(client: Client) -> None:
    assert client.post(REFILL).status_code == 302
    assert api.accounts_report() == []


def test_M4_the_page_shows_balance_chips_and_movements_in_sentences(page: Client, seated: tuple[int, int]) -> None:
    alice, bob = seated
    api.hold(key="more", user_id=alice, table_id=TABLE, amount=100_50, cause="top_up", label="Prague", currency="PLAY")
    api.settle_hand(
        key="hand", table_id=TABLE, hand=12, changes={alice: -100_00, bob: 95_00}, rake=5_00, currency="PLAY"
    )
    page_text = text(page.get(WALLET))
    assert "499.50" in page_text
    assert '<td class="key n">400.50</td>' in page_text
    for sentence in ("Buy-in at Prague", "Top-up at Prague", "\u2212100.50", "+1\u202f000", "Prague"):
        assert sentence in page_text
    assert "Hand #12" not in page_text


def test_M4_hands_are_listed_with_the_chips_at_the_table(page: Client, seated: tuple[int, int]) -> None:
    alice, bob = seated
    api.settle_hand(
        key="hand",
        table_id=TABLE,
        hand=12,
        changes={alice: -100_00, bob: 95_00},
        rake=5_00,
        label="Prague",
        currency="PLAY",
    )
    page_text = text(page.get(WALLET, {"cause": "hand"}))
    assert "Hand #12 at Prague" in page_text
    assert "Chips at the table" in page_text
    assert "\u2212100" in page_text
    assert '<td class="side n">300</td>' in page_text
    assert "Buy-in at" not in page_text


def test_M4_a_filter_lists_what_was_taken_back_beside_what_it_takes_back(page: Client, seated: tuple[int, int]) -> None:
    alice, bob = seated
    for hand in (12, 13):
        changes = {alice: -100_00, bob: 100_00}
        api.settle_hand(key=f"hand{hand}", table_id=TABLE, hand=hand, changes=changes, currency="PLAY", label="Prague")
    api.reverse(key="void", entry_key="hand13", reason="a card lay face up", by=None)
    api.grant(user_id=alice, amount=50_00, reason="birthday", by=None, key="gift", currency="PLAY")
    api.reverse(key="wrong", entry_key="gift", reason="not this month", by=None)
    for cause, total, reason in (("hand", -100_00, "a card lay face up"), ("grant", 1_000_00, "not this month")):
        assert f"Reversed: {reason}" in text(page.get(WALLET, {"cause": cause}))
        rows = list(csv.DictReader(StringIO(page.get(CSV, {"cause": cause}).getvalue().decode("utf-8-sig"))))
        assert sum(float(row["Amount"]) for row in rows) * 100 == total


def test_M4_leaving_a_table_is_listed(page: Client, seated: tuple[int, int]) -> None:
    alice, _ = seated
    api.release(
        key="leave", user_id=alice, table_id=TABLE, amount=400_00, cause="leave", label="Prague", currency="PLAY"
    )
    assert "Left Prague" in text(page.get(WALLET))
    assert "Chips on tables" not in text(page.get(WALLET))


def test_a_filter_keeps_its_kind_and_an_unknown_one_keeps_all(page: Client, seated: tuple[int, int]) -> None:
    assert "Welcome" not in text(page.get(WALLET, {"cause": "buy_in"}))
    for query in ({"cause": "nonsense"}, {"before": "x"}, {"before": "9" * 40}, {"currency": "EUR"}, {"before": "-1"}):
        assert "Welcome" in text(page.get(WALLET, query))


def test_players_see_only_their_own_wallet(page: Client, bob: User) -> None:
    api.open_wallet(user_id=bob.pk, grant=777_666_555_00, currency="PLAY")
    api.hold(key="sit", user_id=bob.pk, table_id=TABLE, amount=111_00, label="Secret cellar", currency="PLAY")
    other_client = Client()
    other_client.force_login(bob)
    for url in (WALLET, CSV, f"{WALLET}?cause=hand", f"{CSV}?user={bob.pk}"):
        page_text = text(page.get(url)).replace("\u202f", "")
        assert "777666" not in page_text
        assert "Secret cellar" not in page_text
        assert "777666" in text(other_client.get(url)).replace("\u202f", "")


def test_the_statement_is_paged_from_newest_to_oldest(page: Client, players: tuple[int, int]) -> None:
    alice, _ = players
    for number in range(55):
        api.grant(
            user_id=alice, amount=100, reason=f"quiz {number:02d}", by=None, key=f"quiz:{number}", currency="PLAY"
        )
    first = page.get(WALLET)
    assert "quiz 54" in text(first)
    assert "quiz 04" not in text(first)
    second = text(page.get(f"{WALLET}?{first.context['older']}"))
    assert "quiz 54" not in second
    assert "quiz 04" in second
    assert "Welcome" in second
    assert "Older" not in second


def test_another_currency_has_its_own_page(page: Client, players: tuple[int, int]) -> None:
    alice, _ = players
    api.open_wallet(user_id=alice, currency="EUR", grant=55_00)
    page_text = text(page.get(WALLET, {"currency": "EUR"}))
    assert "55 <small>EUR, euro</small>" in page_text
    assert "+1\u202f000" not in page_text
    assert REFILL not in page_text


def test_M4_chips_at_a_table_are_listed_with_the_currency_of_the_table(page: Client, seated: tuple[int, int]) -> None:
    alice, _ = seated
    api.open_wallet(user_id=alice, currency="EUR", grant=55_00)
    api.hold(key="euro", user_id=alice, table_id=4, amount=20_00, currency="EUR", label="Vienna")
    for currency, here, there, chips in (("PLAY", "Prague", "Vienna", 400_00), ("EUR", "Vienna", "Prague", 20_00)):
        response = page.get(WALLET, {"currency": currency})
        assert [seat.label for seat in response.context["seats"]] == [here]
        assert response.context["at_tables"] == chips
        assert there not in text(response)


def test_the_csv_holds_every_movement(page: Client, seated: tuple[int, int]) -> None:
    response = page.get(CSV)
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert 'filename="statement-play.csv"' in response.headers["Content-Disposition"]
    header, *rows = csv.reader(StringIO(response.getvalue().decode("utf-8-sig")))
    assert header == ["Time", "Movement", "Amount", "Balance", "Currency", "Reference"]
    assert [row[1:5] for row in rows] == [
        ["Buy-in at Prague", "-400.00", "600.00", "PLAY"],
        ["Welcome: play money to start with", "1000.00", "1000.00", "PLAY"],
    ]


def test_a_table_name_like_a_formula_stays_text_in_the_csv(page: Client, seated: tuple[int, int]) -> None:
    alice, bob = seated
    entry = {"user_id": alice, "amount": 1_00, "by": bob, "currency": "PLAY"}
    api.grant(key='=cmd|"/c calc"!A1', reason="quiz", **entry)
    rows = list(csv.reader(StringIO(page.get(CSV).getvalue().decode("utf-8-sig"))))
    assert rows[1][5].startswith("'=cmd")


def test_names_are_escaped(page: Client, players: tuple[int, int]) -> None:
    alice, _ = players
    api.hold(key="sit", user_id=alice, table_id=TABLE, amount=1_00, label="<script>alert(1)</script>", currency="PLAY")
    page_text = text(page.get(WALLET))
    assert "<script>alert" not in page_text
    assert "Buy-in at &lt;script&gt;" in page_text


def test_the_refill_button_appears_for_a_low_wallet_and_works_once(page: Client, alice: User) -> None:
    assert REFILL in text(page.get(WALLET))
    assert page.post(REFILL).status_code == 302
    topped_up = api.balance(user_id=alice.pk, currency="PLAY")
    assert topped_up == api.refill_terms().amount
    assert REFILL not in text(page.get(WALLET))
    refused = page.post(REFILL)
    assert "You have enough to play" in str(list(get_messages(refused.wsgi_request))[-1])
    assert api.balance(user_id=alice.pk, currency="PLAY") == topped_up


def test_a_refill_too_soon_is_explained(page: Client, alice: User) -> None:
    page.post(REFILL)
    api.hold(
        key="sit",
        user_id=alice.pk,
        table_id=TABLE,
        amount=api.balance(user_id=alice.pk, currency="PLAY"),
        currency="PLAY",
    )
    refused = page.post(REFILL)
    assert "10 minutes" in str(list(get_messages(refused.wsgi_request))[-1])


def test_a_get_request_moves_no_money(page: Client, alice: User) -> None:
    assert page.get(REFILL).status_code == 405
    assert api.balance(user_id=alice.pk, currency="PLAY") == 0


def test_a_form_from_another_site_is_refused(alice: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    assert browser.post(REFILL).status_code == 403
    assert api.balance(user_id=alice.pk, currency="PLAY") == 0


def test_the_page_takes_few_queries(
    page: Client, seated: tuple[int, int], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    alice, _ = seated
    for number in range(30):
        api.grant(user_id=alice, amount=100, reason="quiz", by=None, key=f"quiz:{number}", currency="PLAY")
    page.get(WALLET)
    # The first page of a session also notes where it was signed in.
    with django_assert_max_num_queries(14):
        page.get(WALLET)


def test_M4_the_smallest_amount_is_a_gain_like_any_other(page: Client, players: tuple[int, int]) -> None:
    api.grant(user_id=players[0], amount=1, reason="a cent", by=None, key="cent", currency="PLAY")
    first = page.get(WALLET).context["rows"][0]
    assert (first.change, first.gain) == ("+0.01", True)


def test_M4_the_page_of_a_wallet_shows_its_whole_state(page: Client, seated: tuple[int, int]) -> None:
    alice, _ = seated
    context = page.get(WALLET).context
    queries = {name: f"currency=PLAY&cause={name}" for name in FILTERS}
    assert [tuple(choice) for choice in context["filters"]] == [
        ("All", "currency=PLAY", True),
        *((filter_name(name), queries[name], False) for name in FILTERS),
    ]
    assert [(row.text, row.change, row.balance, row.gain) for row in context["rows"]] == [
        ("Buy-in at Prague", "\u2212400", "600", False),
        ("Welcome: play money to start with", "+1\u202f000", "1\u202f000", True),
    ]
    assert {name: context[name] for name in STATE} == {
        "balance": 600_00,
        "currency": "play money",
        "currencies": [],
        "at_tables": 400_00,
        "shows_table_chips": False,
        "is_filtered": False,
        "older": "",
        "newest": "",
        "csv": "currency=PLAY",
        "may_refill": True,
    }
    api.open_wallet(user_id=alice, currency="EUR", grant=55_00)
    context = page.get(WALLET, {"currency": "EUR", "cause": "hand", "before": "9" * 18}).context
    assert [tuple(choice) for choice in context["filters"]] == [
        ("All", "currency=EUR", False),
        *((filter_name(name), f"currency=EUR&cause={name}", name == "hand") for name in FILTERS),
    ]
    assert list(context["rows"]) == []
    assert {name: context[name] for name in STATE} == {
        "balance": 55_00,
        "currency": "EUR, euro",
        "currencies": [("play money", "currency=PLAY", False), ("EUR, euro", "currency=EUR", True)],
        "at_tables": 0,
        "shows_table_chips": True,
        "is_filtered": True,
        "older": "",
        "newest": "currency=EUR&cause=hand",
        "csv": "currency=EUR&cause=hand",
        "may_refill": False,
    }


def test_M4_a_full_page_of_the_statement_has_an_older_one_only_if_there_is_more(
    page: Client, players: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, _ = players
    monkeypatch.setattr("cashier.web.views.PAGE", 2)
    api.grant(user_id=alice, amount=1, reason="quiz", by=None, key="quiz:1", currency="PLAY")
    assert page.get(WALLET).context["older"] == ""
    api.grant(user_id=alice, amount=1, reason="quiz", by=None, key="quiz:2", currency="PLAY")
    number = api.statement(user_id=alice, currency="PLAY").rows[1].number
    first = page.get(WALLET).context
    assert (first["older"], first["newest"]) == (f"currency=PLAY&before={number}", "")
    last = page.get(f"{WALLET}?{first['older']}").context
    assert ([row.change for row in last["rows"]], last["older"], last["newest"]) == (
        ["+1\u202f000"],
        "",
        "currency=PLAY",
    )


@pytest.mark.parametrize("before", ["9" * 18, "9" * 19, "\u0663", "\u00b2", "1.5", " 1"])
def test_only_a_plain_number_that_fits_the_database_chooses_a_page(page: Client, before: str) -> None:
    context = page.get(WALLET, {"before": before}).context
    assert bool(context["newest"]) is (before == "9" * 18)


def test_the_csv_of_hands_names_the_chips_and_quotes_formulas(page: Client, seated: tuple[int, int]) -> None:
    alice, bob = seated
    api.settle_hand(
        key="-hand", table_id=TABLE, hand=12, changes={alice: -1_50, bob: 1_50}, label="Prague", currency="PLAY"
    )
    header, *rows = csv.reader(StringIO(page.get(CSV, {"cause": "hand"}).getvalue().decode("utf-8-sig")))
    assert header[3] == "Chips at the table"
    at = api.statement(user_id=alice, causes=("hand",), currency="PLAY").rows[0].at.isoformat(timespec="seconds")
    assert rows == [[at, "Hand #12 at Prague", "-1.50", "398.50", "PLAY", "'-hand"]]
    for sign in ("=", "+", "-", "@", "\t"):
        api.hold(
            key=f"key {sign}",
            user_id=alice,
            table_id=TABLE,
            amount=1,
            cause="mystery",
            label=f"{sign}1+1",
            currency="PLAY",
        )
        header, row, *_ = csv.reader(StringIO(page.get(CSV).getvalue().decode("utf-8-sig")))
        assert row[1] == f"'{sign}1+1"


@pytest.mark.parametrize(("seconds", "minutes"), [(600, 10), (601, 11), (1, 1)])
def test_the_wait_for_a_refill_is_named_in_whole_minutes(
    page: Client, alice: User, settings: Settings, seconds: int, minutes: int
) -> None:
    settings.CASHIER_REFILL_SECONDS = seconds
    granted = page.post(REFILL)
    assert "Your wallet has been topped up." in str(list(get_messages(granted.wsgi_request))[-1])
    assert granted.headers["Location"] == WALLET
    api.hold(
        key="sit",
        user_id=alice.pk,
        table_id=TABLE,
        amount=api.balance(user_id=alice.pk, currency="PLAY"),
        currency="PLAY",
    )
    with pytest.MonkeyPatch.context() as patch:
        now = timezone.now()
        patch.setattr(timezone, "now", lambda: now - timedelta(hours=1))
        refused = page.post(REFILL)
    assert f"again {minutes} minutes after" in str(list(get_messages(refused.wsgi_request))[-1])
