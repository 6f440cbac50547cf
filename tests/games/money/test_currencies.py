"""M4: each table plays in one currency; money of another one never comes near it."""

import pytest
from django.test import Client

from cashier import api as cashier
from cashier.models import Currency, Leg
from games.engine.errors import IllegalAction
from games.engine.table import commands as cm
from pokerroom.models import User
from tests.games.support.seats import assert_audit_clean
from tests.games.support.tables import GRANT, SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db
BROUGHT = 2_000_00


@pytest.fixture(params=[0, 3])
def money(request: pytest.FixtureRequest) -> Currency:
    """A currency without decimals, and one with three."""
    return Currency.objects.create(code="TEST", digits=request.param, symbol="T")


def with_wallet(name: str, code: str) -> User:
    """A player with play money, and three buy-ins of this currency."""
    user = person(name)
    cashier.open_wallet(user_id=user.pk, name=name, currency=code)
    cashier.grant(user_id=user.pk, amount=3 * BROUGHT, reason="guest", by=None, key=f"guest:{user.pk}", currency=code)
    return user


def test_M4_from_sitting_down_to_the_statement_money_is_of_the_tables_currency(money: Currency, client: Client) -> None:
    people = [with_wallet(name, money.code) for name in ("Ann", "Bob")]
    host = SteppedHost(open_table(currency=money.code).pk)
    seat(host, *people)
    host.fold_out()
    for user in people:
        host.do(cm.Leave(user.pk))
    held = [cashier.balance(user_id=user.pk, currency=money.code) for user in people]
    assert sorted(held) == [3 * BROUGHT - 10_00, 3 * BROUGHT + 10_00]
    assert [cashier.balance(user_id=user.pk, currency="PLAY") for user in people] == [GRANT, GRANT]
    assert not Leg.objects.filter(entry__legs__account__currency="PLAY", account__currency=money.code).exists()
    assert_audit_clean()
    client.force_login(people[0])
    page = client.get(f"/wallet/?currency={money.code}").content.decode()
    assert {0: "−200\u202f000", 3: "−200"}[money.digits] in page.replace("\u2212", "−")


def test_M4_a_wallet_of_another_currency_buys_no_chips(money: Currency) -> None:
    rich = person("Rich")
    host = SteppedHost(open_table(currency=money.code).pk)
    with pytest.raises(IllegalAction, match="not_enough_money"):
        seat(host, rich)
    assert cashier.balance(user_id=rich.pk, currency="PLAY") == GRANT
    assert_audit_clean()
