"""Tournament money: each entry moves what its accounts gain or give, and the balances are read back (M5)."""

import pytest

from cashier import api
from cashier.models import Account, Entry
from pokerroom.models import User

pytestmark = pytest.mark.django_db
TOURNAMENT = 12


def test_M5_an_entry_of_a_tournament_moves_each_amount_to_its_account(players: tuple[int, int]) -> None:
    alice, bob = players
    wallets = {alice: -110_00, bob: 0}
    entry = api.move_pool(
        key="entry",
        tournament_id=TOURNAMENT,
        cause="entry",
        pool=100_00,
        fees=10_00,
        wallets=wallets,
        label="Sunday",
        currency="PLAY",
    )
    assert entry is not None
    assert (entry.cause_kind, entry.cause_ref, entry.label) == ("entry", "12", "Sunday")
    api.move_pool(key="ticket", tournament_id=TOURNAMENT, cause="ticket", house=-30_00, tickets=30_00, currency="PLAY")
    assert dict(entry.legs.values_list("account__code", "amount")) == {
        "pool:12": 100_00,
        "fee:12": 10_00,
        f"wallet:{alice}:PLAY": -110_00,
    }
    assert api.pool_money(tournament_id=TOURNAMENT) == api.PoolMoney(pool=100_00, fees=10_00)
    assert api.ticket_money(currency="PLAY") == 30_00
    kinds = dict(Account.objects.filter(owner=None).values_list("code", "kind"))
    assert kinds == {"house:PLAY": "house", "pool:12": "pool", "fee:12": "fee", "tickets:PLAY": "pool"}


def test_M5_each_tournament_and_each_currency_has_its_own_money(alice: User) -> None:
    api.open_wallet(user_id=alice.pk, currency="EUR", grant=50_00)
    for number, amount in ((TOURNAMENT, 20_00), (13, 5_00)):
        api.move_pool(
            key=f"entry:{number}",
            tournament_id=number,
            cause="entry",
            pool=amount,
            wallets={alice.pk: -amount},
            currency="EUR",
        )
    api.move_pool(key="ticket", tournament_id=13, cause="ticket", pool=-4_00, tickets=4_00, currency="EUR")
    api.open_wallet(user_id=alice.pk, grant=1, currency="PLAY")
    assert api.pool_money(tournament_id=TOURNAMENT) == api.PoolMoney(20_00, 0)
    assert api.pool_money(tournament_id=13) == api.PoolMoney(1_00, 0)
    assert (api.ticket_money(currency="EUR"), api.ticket_money(currency="PLAY")) == (4_00, 0)


def test_M5_an_unknown_tournament_has_no_money_and_no_entry_is_posted_for_nothing(players: tuple[int, int]) -> None:
    before = Entry.objects.count()
    nothing = {"pool": 0, "wallets": {players[0]: 0}, "currency": "PLAY"}
    assert api.move_pool(key="nothing", tournament_id=TOURNAMENT, cause="prize", **nothing) is None
    assert Entry.objects.count() == before
    assert api.pool_money(tournament_id=TOURNAMENT) == api.PoolMoney(0, 0)
