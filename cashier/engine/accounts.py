"""The kinds of accounts and their names; a name says whose money it is (M1)."""

import re
from dataclasses import dataclass
from enum import StrEnum

from cashier.engine.currency import PLAY as PLAY
from cashier.engine.errors import LedgerError

_CURRENCY = re.compile(r"[A-Z]{3,8}")


class Kind(StrEnum):
    """What an account holds."""

    WALLET = "wallet"
    SEAT = "seat"
    RAKE = "rake"
    HOUSE = "house"
    FEE = "fee"
    POOL = "pool"


@dataclass(frozen=True, slots=True)
class AccountName:
    """The name of one account; its code is unique, so a table has one currency for life (M4)."""

    code: str
    kind: Kind
    currency: str
    owner_id: int | None = None
    table_id: int | None = None

    def __post_init__(self) -> None:
        if not _CURRENCY.fullmatch(self.currency):
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
