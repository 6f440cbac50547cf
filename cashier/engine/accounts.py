"""The kinds of accounts and their names; a name says whose money it is (M1)."""

import re
from dataclasses import dataclass
from enum import StrEnum

from cashier.engine.currency import PLAY as PLAY
from cashier.engine.errors import LedgerError

_CURRENCY = re.compile(r"[A-Z]{3,8}")


def is_code(text: str) -> bool:
    """Whether this could be the code of a currency."""
    return _CURRENCY.fullmatch(text) is not None


class Kind(StrEnum):
    """What an account holds."""

    WALLET = "wallet"
    SEAT = "seat"
    RAKE = "rake"
    HOUSE = "house"
    FEE = "fee"
    POOL = "pool"
    CAGE = "cage"
    VOUCHERS = "vouchers"
    PENDING = "pending"
    DIFFERENCE = "difference"


@dataclass(frozen=True, slots=True)
class AccountName:
    """The name of one account; its code is unique, so a table has one currency for life (M4)."""

    code: str
    kind: Kind
    currency: str
    owner_id: int | None = None
    table_id: int | None = None

    def __post_init__(self) -> None:
        if not is_code(self.currency):
            raise LedgerError("unknown_currency", self.currency)

    @property
    def can_be_negative(self) -> bool:
        """Only the house's account may fall below zero (M2)."""
        return self.kind is Kind.HOUSE


def wallet(user_id: int, currency: str) -> AccountName:
    """A player's money off the tables."""
    return AccountName(f"wallet:{user_id}:{currency}", Kind.WALLET, currency, owner_id=user_id)


def seat(table_id: int, user_id: int, currency: str) -> AccountName:
    """A player's chips at a table, in escrow (M3)."""
    return AccountName(f"seat:{table_id}:{user_id}", Kind.SEAT, currency, owner_id=user_id, table_id=table_id)


def rake(table_id: int, currency: str) -> AccountName:
    """The rake taken at a table (R5)."""
    return AccountName(f"rake:{table_id}", Kind.RAKE, currency, table_id=table_id)


def pool(tournament_id: int, currency: str) -> AccountName:
    """Prize and bounty money of a tournament until it is paid out (M5)."""
    return AccountName(f"pool:{tournament_id}", Kind.POOL, currency)


def fee(tournament_id: int, currency: str) -> AccountName:
    """The fees of a tournament (M5)."""
    return AccountName(f"fee:{tournament_id}", Kind.FEE, currency)


def tickets(currency: str) -> AccountName:
    """The value of unused tickets (T1)."""
    return AccountName(f"tickets:{currency}", Kind.POOL, currency)


def house(currency: str) -> AccountName:
    """Where money enters and leaves the ledger."""
    return AccountName(f"house:{currency}", Kind.HOUSE, currency)


def cage(cage_id: int, currency: str) -> AccountName:
    """The cash in the drawer of a cage (M4)."""
    return AccountName(f"cage:{cage_id}:{currency}", Kind.CAGE, currency)


def in_transit(currency: str) -> AccountName:
    """Cash on its way from one cage to another (M4)."""
    return AccountName(f"transit:{currency}", Kind.CAGE, currency)


def safe(currency: str) -> AccountName:
    """Where cash comes from and goes to: below zero by all the cash that lies in drawers (M4)."""
    return AccountName(f"safe:{currency}", Kind.HOUSE, currency)


def vouchers(currency: str) -> AccountName:
    """The value of unused vouchers (M4)."""
    return AccountName(f"vouchers:{currency}", Kind.VOUCHERS, currency)


def pending(user_id: int, currency: str) -> AccountName:
    """A player's money that is reserved for withdrawals (M4)."""
    return AccountName(f"pending:{user_id}:{currency}", Kind.PENDING, currency, owner_id=user_id)


def short(currency: str) -> AccountName:
    """Cash that was missing when drawers were counted (M4)."""
    return AccountName(f"short:{currency}", Kind.DIFFERENCE, currency)


def over(currency: str) -> AccountName:
    """Cash that was found beyond the book when drawers were counted (M4)."""
    return AccountName(f"over:{currency}", Kind.DIFFERENCE, currency)
