"""Reads of the ledger return a player's own money only, in a fixed order (M3, M4)."""

import pytest

from cashier import api
from cashier.models import Account
from cashier.queries import AccountsLine, SeatMoney
from pokerroom.models import User
from tests.cashier.conftest import TABLE

pytestmark = pytest.mark.django_db


def test_M4_wallets_are_listed_by_currency_and_belong_to_one_player(seated: tuple[int, int]) -> None:
    alice, bob = seated
    api.open_wallet(user_id=alice, currency="CZK", grant=3)
    api.open_wallet(user_id=alice, currency="EUR")
    api.open_wallet(user_id=bob, currency="CZK", grant=4)
    assert list(api.wallets(user_id=alice).items()) == [("CZK", 3), ("EUR", 0), ("PLAY", 600_00)]
    assert (api.balance(user_id=alice, currency="PLAY"), api.balance(user_id=alice, currency="CZK")) == (600_00, 3)
    assert (api.balance(user_id=bob, currency="EUR"), api.balance(user_id=10**9, currency="PLAY")) == (0, 0)


def test_M3_the_escrow_of_a_table_is_its_players_chips(seated: tuple[int, int], charlie: User) -> None:
    alice, bob = seated
    api.open_wallet(user_id=charlie.pk, grant=50, currency="PLAY")
    api.hold(key="sit", user_id=charlie.pk, table_id=TABLE, amount=50, currency="PLAY")
    api.release(key="leave", user_id=charlie.pk, table_id=TABLE, amount=50, currency="PLAY")
    api.hold(key="elsewhere", user_id=alice, table_id=TABLE + 1, amount=70, currency="PLAY")
    api.settle_hand(key="hand", table_id=TABLE, hand=1, changes={alice: -100, bob: 95}, rake=5, currency="PLAY")
    assert api.escrow(table_id=TABLE) == {alice: 399_00, bob: 400_95}
    assert api.escrow(table_id=TABLE + 1) == {alice: 70}


def test_M3_the_balances_of_all_kinds_of_accounts_of_a_currency_add_up_to_nothing(seated: tuple[int, int]) -> None:
    alice, _ = seated
    before = api.held_by_kind(currency="PLAY")
    api.open_wallet(user_id=alice, currency="CZK", grant=3)
    held = api.held_by_kind(currency="CZK")
    assert held[Account.Kind.WALLET] == 3
    assert sum(held.values()) == sum(before.values()) == 0
    assert api.held_by_kind(currency="PLAY") == before


def test_M3_chips_on_tables_are_listed_from_most_to_least_with_the_newest_name(players: tuple[int, int]) -> None:
    alice, bob = players
    for table, amount, label in ((3, 50, "Brno"), (4, 80, ""), (5, 50, "Plzen"), (6, 9, "Gone"), (7, 50, "Old name")):
        api.hold(key=f"sit:{table}", user_id=alice, table_id=table, amount=amount, label=label, currency="PLAY")
    api.release(key="leave", user_id=alice, table_id=6, amount=9, label="Gone", currency="PLAY")
    api.hold(key="more", user_id=alice, table_id=7, amount=1, label="New name", currency="PLAY")
    api.release(key="back", user_id=alice, table_id=7, amount=1, currency="PLAY")
    api.hold(key="bob", user_id=bob, table_id=3, amount=500, label="Renamed later", currency="PLAY")
    assert api.seats_of(user_id=alice) == [
        SeatMoney(4, "", "PLAY", 80),
        SeatMoney(3, "Brno", "PLAY", 50),
        SeatMoney(5, "Plzen", "PLAY", 50),
        SeatMoney(7, "New name", "PLAY", 50),
    ]


@pytest.mark.parametrize(("limit", "is_last"), [(2, False), (3, True), (4, True)])
def test_M4_a_page_of_exactly_all_movements_is_the_last(alice: User, limit: int, is_last: bool) -> None:
    for number in range(3):
        api.grant(user_id=alice.pk, amount=number + 1, reason="quiz", by=None, key=f"quiz:{number}", currency="PLAY")
    page = api.statement(user_id=alice.pk, limit=limit, currency="PLAY")
    assert [row.amount for row in page.rows] == [3, 2, 1][:limit]
    assert (page.before is None) is is_last
    assert page.before in (None, page.rows[-1].number)


def test_M4_a_statement_of_hands_shows_the_seats_of_one_currency_and_any_other_the_wallet(
    seated: tuple[int, int],
) -> None:
    alice, bob = seated
    api.open_wallet(user_id=alice, currency="EUR", grant=90)
    api.hold(key="euro", user_id=alice, table_id=4, amount=60, currency="EUR", label="Vienna")
    api.seat_fee(key="rabbit euro", user_id=alice, table_id=4, amount=7, currency="EUR", cause="rabbit")
    api.settle_hand(key="hand", table_id=TABLE, hand=2, changes={alice: -10, bob: 10}, label="Prague", currency="PLAY")
    api.seat_fee(key="rabbit", user_id=alice, table_id=TABLE, amount=3, cause="rabbit", label="Prague", currency="PLAY")
    api.carry(key="move", user_id=alice, table_id=TABLE, to_table_id=9, amount=399_87, label="Brno", currency="PLAY")

    def keys(*causes: str, user: int = alice, currency: str = "PLAY") -> list[tuple[str, int]]:
        asked = {"user_id": user, "currency": currency, "causes": causes}
        rows = list(api.statement(**asked).rows)
        assert list(api.whole_statement(**asked)) == rows
        return [(row.key, row.amount) for row in rows]

    at_tables = [("move", 399_87), ("move", -399_87), ("rabbit", -3), ("hand", -10)]
    assert keys("hand", "rabbit", "move") == at_tables
    assert keys("hand") == [("hand", -10)]
    assert keys("hand", user=bob) == [("hand", 10)]
    assert keys("rabbit", currency="EUR") == [("rabbit euro", -7)]
    assert keys("hand", "buy_in") == [(f"sit:{alice}", -400_00)]
    assert keys() == [(f"sit:{alice}", -400_00), (f"open:{alice}:PLAY", 1_000_00)]


def test_M2_the_trial_balance_is_listed_by_currency_and_kind(seated: tuple[int, int]) -> None:
    alice, _ = seated
    api.open_wallet(user_id=alice, currency="EUR", grant=55_00)
    api.seat_fee(key="rabbit", user_id=alice, table_id=TABLE, amount=2, cause="rabbit", currency="PLAY")
    assert api.accounts_report() == [
        AccountsLine("house", "EUR", 1, -55_00),
        AccountsLine("wallet", "EUR", 1, 55_00),
        AccountsLine("house", "PLAY", 1, -1_999_98),
        AccountsLine("rake", "PLAY", 1, 0),
        AccountsLine("seat", "PLAY", 2, 799_98),
        AccountsLine("wallet", "PLAY", 2, 1_200_00),
    ]
