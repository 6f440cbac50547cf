"""Y, M1, M4, R1: a player's evening in each kind of currency, from cash to cash, on the pages of everybody."""

import re
import time
from html import unescape
from typing import Any, NamedTuple

import pytest
from django.test import Client
from django.urls import reverse

from cashier import api as cashier_api
from cashier import currencies
from cashier.audit import run_audit
from cashier.models import Account, Cage, Currency, PayoutLimit, Receipt
from cashier.text import digits_text, plain_text
from games import api as games
from games.engine.table import commands as cm
from games.models import Table
from pokerroom.models import User
from tests.browser_forms import shown_values
from tests.games.support.tables import SteppedHost, seat
from tests.games.web.operators.pages import FIELDS, NEW, errors_of, send
from tests.staff import staff

pytestmark = pytest.mark.django_db
NARROW = "\u202f"


class Evening(NamedTuple):
    """What is typed and what is expected: amounts as text in whole units of the currency."""

    currency: str
    preset: str
    blinds: tuple[str, str]
    buy_in: str
    raise_to: str
    pot: str
    rake: str
    mark: str


EVENINGS = (
    Evening("CZK", "showdown", ("10", "20"), "2000", "130", "260", "10", "Kč"),
    Evening("EUR", "ethp", ("0.5", "1"), "200", "3.30", "6.60", "0.15", "€"),
    Evening("JPY", "showdown", ("50", "100"), "10000", "330", "660", "30", "JPY"),
    Evening("KWD", "ethp", ("0.5", "1"), "200", "3.300", "6.600", "0.150", "KD"),
)


def minor(text: str, currency: str) -> int:
    """Whole units as minor units."""
    unit = currencies.currency(currency).unit
    whole, _, part = text.partition(".")
    return int(whole) * unit + int(part.ljust(len(str(unit)) - 1, "0") or 0)


def shown(amount: str, currency: str) -> str:
    """Whole units as pages write them."""
    return digits_text(minor(amount, currency), currencies.currency(currency).digits).replace(NARROW, "")


def money(amount: str, evening: Evening) -> str:
    """The same with the mark of the currency."""
    number = shown(amount, evening.currency)
    return f"KD{number}" if evening.mark == "KD" else f"{number} {evening.mark}"


@pytest.fixture
def room(db: None) -> Cage:
    """Two more currencies, without decimals and with three, two players, and a cage."""
    Currency.objects.create(code="JPY", digits=0)
    Currency.objects.create(code="KWD", digits=3, symbol="KD", symbol_first=True)
    currencies.read_again()
    for name in ("alice", "bob"):
        User.objects.create_user(username=name, display_name=name.title(), auto_muck=True)
    for evening in EVENINGS:
        PayoutLimit.objects.create(currency=evening.currency, amount=minor("100000", evening.currency))
    return Cage.objects.create(name="Main desk")


def text(client: Client, page: str, **query: str) -> str:
    """What a page says, without its HTML."""
    answer = client.get(page, query)
    assert answer.status_code == 200, page
    words = re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", unescape(answer.getvalue().decode()), flags=re.S)
    return re.sub(r"\s+", " ", words.replace(NARROW, "").replace("\u00a0", " "))


def confirm(client: Client, page: str, **typed: Any) -> Any:
    """Fills in the form of an act and confirms it; Any: a client's answer has no type name."""
    answer = client.post(page, shown_values(client.get(page), "token") | typed | {"confirmed": "1"})
    assert answer.status_code == 302, answer.content.decode()
    return answer


def opened_table(evening: Evening) -> Table:
    """A table that an operator opens by the form."""
    small, big = evening.blinds
    typed = FIELDS | {"name": "Vltava", "currency": evening.currency, "preset": evening.preset, "rake": "", "bots": "0"}
    typed |= {"small_blind": small, "big_blind": big, "min_buy_in": "", "max_buy_in": "", "how_many": "1"}
    made = send(staff("operator"), NEW, **typed | {"raise_cap": "", "reason": "friday"})
    assert made.status_code == 302, errors_of(made)
    return Table.objects.get(name="Vltava")


def played_hand(evening: Evening, cage: Cage, people: list[User]) -> Table:
    """Opens the table and the drawer, takes the players' cash, and plays a hand after which both leave."""
    table, cashier, code = opened_table(evening), staff("cashier"), evening.currency
    teller = User.objects.get(username="cashier").pk
    confirm(cashier, reverse("cage:open", args=[cage.pk]), **{code: evening.buy_in})
    for person in people:
        page = reverse("cage:deposit", args=[cage.pk, person.pk])
        confirm(cashier, page, amount=evening.buy_in, currency=code, reason="cash")
        games.set_approval(person=person.pk, approved=True, by=teller, reason="known")
    host = SteppedHost(table.pk, now=int(time.time() * 1000))
    seat(host, *people, amount=minor(evening.buy_in, code))
    host.play_hand(raise_to=minor(evening.raise_to, code))
    for person in people:
        host.do(cm.Leave(person.pk))
    return table


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.currency)
def test_Y_M4_cash_chips_rake_and_payout_are_right_in_every_currency(room: Cage, evening: Evening) -> None:
    code = evening.currency
    people = list(User.objects.filter(username__in=("alice", "bob")))
    table = played_hand(evening, room, people)
    paid_in, rake = 2 * minor(evening.buy_in, code), minor(evening.rake, code)
    wallets = {person: cashier_api.balance(user_id=person.pk, currency=code) for person in people}
    assert (sum(wallets.values()), table.rules.rake.code) == (paid_in - rake, evening.preset)
    winner = max(people, key=lambda person: wallets[person])
    won = plain_text(wallets[winner], code)
    cashier, owner, player = staff("cashier", "Teller"), staff("owner"), Client()
    player.force_login(winner)
    owed = money(won, evening)
    assert f" {shown(won, code)} " in text(player, "/wallet/", currency=code)
    assert won in text(player, "/wallet/statement.csv", currency=code)
    assert f" {shown(evening.rake, code)} Hands 1 " in text(owner, "/office/reports/rake/", currency=code)
    assert evening.pot in text(player, f"/table/{table.pk}/hands/1/")
    answer = confirm(
        cashier, reverse("cage:payout", args=[room.pk, winner.pk]), amount=won, currency=code, reason="cash"
    )
    assert owed in text(cashier, answer["Location"])
    assert cashier_api.balance(user_id=winner.pk, currency=code) == 0
    assert Receipt.objects.get(kind="payout").amount == -wallets[winner]
    assert set(Account.objects.exclude(balance=0).values_list("currency", flat=True)) == {code}
    assert run_audit().breaches == ()


@pytest.mark.parametrize("evening", EVENINGS[2:], ids=lambda evening: evening.currency)
def test_Y_M4_every_page_writes_amounts_of_a_currency_without_and_with_three_decimals(
    room: Cage, evening: Evening
) -> None:
    code, (small, big) = evening.currency, evening.blinds
    table = played_hand(evening, room, list(User.objects.filter(username__in=("alice", "bob"))))
    owner, cashier, player = staff("owner"), staff("cashier", "Teller"), Client()
    player.force_login(User.objects.get(username="alice"))
    stakes = f"{shown(small, code)}/{shown(big, code)}"
    for client, page, expected in (
        (player, "/", stakes),
        (player, f"/table/{table.pk}/", stakes),
        (player, f"/table/{table.pk}/hands/1/text/", shown(evening.rake, code)),
        (player, "/wallet/receipts/", money(evening.buy_in, evening)),
        (cashier, f"/office/cage/{room.pk}/", money(str(3 * int(evening.buy_in)), evening)),
        (cashier, "/office/cage/receipts/", money(evening.buy_in, evening)),
        (cashier, "/office/cage/receipts.csv", f",{plain_text(minor(evening.buy_in, code), code)},{code},"),
        (owner, "/office/tables/", stakes),
        (owner, f"/office/tables/{table.pk}/", f"/{shown(big, code)}"),
        (owner, "/office/reports/today/", money(evening.rake, evening)),
        (owner, "/office/books/", shown(evening.rake, code)),
        (owner, "/tournaments/announce/", code),
    ):
        query = {} if page in ("/", "/tournaments/announce/") else {"currency": code}
        assert expected in text(client, page, **query), (page, expected)


@pytest.mark.parametrize(("evening", "smallest"), [(EVENINGS[2], ""), (EVENINGS[3], "150.500")], ids=["JPY", "KWD"])
def test_Y_K2_operators_change_a_table_in_its_own_currency(room: Cage, evening: Evening, smallest: str) -> None:
    table, owner = opened_table(evening), staff("owner")
    listed = text(owner, "/office/tables/", preset=evening.preset)
    assert ("Vltava" in listed, "differ" in listed) == (True, False)
    page = f"/office/tables/several/?act=buy_in&ticked={table.pk}"
    form = {"max_buy_in": "", "reason": "a small game", "confirmed": "1"}
    blinds = {"min_buy_in": "40.5", "counted_in": "big_blinds"}
    owner.post(page, shown_values(owner.get(page), "once") | form | blinds)
    table.refresh_from_db()
    assert table.min_buy_in == 81 * minor(evening.blinds[1], evening.currency) // 2
    money = {"min_buy_in": "150.5", "counted_in": "money"}
    owner.post(page, shown_values(owner.get(page), "once") | form | money)
    table.refresh_from_db()
    changed = minor(smallest, evening.currency) if smallest else 4050
    assert table.min_buy_in == changed
    assert shown(smallest or "4050", evening.currency) in text(owner, "/office/log/acts.csv")
