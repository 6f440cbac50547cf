"""Tournament money: entries into a pool, prizes out of it, fees to the room, tickets between pools (M5)."""

from collections.abc import Mapping
from typing import NamedTuple

from cashier import ledger
from cashier.engine import accounts
from cashier.engine.posting import Cause, Leg
from cashier.models import Account, Entry

NOBODY: Mapping[int, int] = {}


class PoolMoney(NamedTuple):
    """The balances of a tournament's two accounts, minor units."""

    pool: int = 0
    fees: int = 0


def move_pool(
    *,
    key: str,
    tournament_id: int,
    cause: str,
    pool: int = 0,
    fees: int = 0,
    house: int = 0,
    tickets: int = 0,
    wallets: Mapping[int, int] = NOBODY,
    currency: str,
    label: str = "",
) -> Entry | None:
    """Posts one entry of a tournament: what each account gains or gives, `wallets` by user id; they sum to zero (M5).

    `label` is the tournament's name. Returns None when nothing moves.
    """
    amounts = [
        (accounts.pool(tournament_id, currency), pool),
        (accounts.fee(tournament_id, currency), fees),
        (accounts.house(currency), house),
        (accounts.tickets(currency), tickets),
        *((accounts.wallet(user_id, currency), amount) for user_id, amount in wallets.items()),
    ]
    legs = [Leg(account, amount) for account, amount in amounts if amount]
    if not legs:
        return None
    return ledger.post(key=key, cause=Cause(cause, str(tournament_id), label), legs=legs)


def pool_money(*, tournament_id: int) -> PoolMoney:
    """The current balances of the tournament's accounts, minor units."""
    codes = (f"pool:{tournament_id}", f"fee:{tournament_id}")
    found = dict(Account.objects.filter(code__in=codes).values_list("code", "balance"))
    return PoolMoney(*(found.get(code, 0) for code in codes))


def ticket_money(*, currency: str) -> int:
    """The value of all unused tickets in the ledger, minor units."""
    code = accounts.tickets(currency).code
    return Account.objects.filter(code=code).values_list("balance", flat=True).first() or 0
