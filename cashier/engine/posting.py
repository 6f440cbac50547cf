"""A posting is balanced or it does not exist (M1)."""

from collections.abc import Iterable
from dataclasses import dataclass

from cashier.engine.accounts import AccountName
from cashier.engine.errors import LedgerError

LONGEST_KEY = 120


@dataclass(frozen=True, slots=True)
class Leg:
    """One account's part of a posting: minor units in (above zero) or out (below)."""

    account: AccountName
    amount: int


@dataclass(frozen=True, slots=True)
class Cause:
    """Why money moves: a kind the statement has words for, what exactly, and its name for readers (M1)."""

    kind: str
    ref: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Posting:
    """Legs that sum to zero in one currency, under a key that posts once."""

    key: str
    legs: tuple[Leg, ...]

    def __post_init__(self) -> None:
        if not self.key or len(self.key) > LONGEST_KEY:
            raise LedgerError("bad_key", self.key)
        if len(self.legs) < 2:
            raise LedgerError("too_few_legs", self.key)
        # A bool is an int to Python and a float may look whole: neither is money.
        if any(type(leg.amount) is not int for leg in self.legs):
            raise LedgerError("not_an_int", self.key)
        if any(leg.amount == 0 for leg in self.legs):
            raise LedgerError("empty_leg", self.key)
        if len({leg.account.code for leg in self.legs}) != len(self.legs):
            raise LedgerError("account_twice", self.key)
        if len({leg.account.currency for leg in self.legs}) != 1:
            raise LedgerError("mixed_currencies", self.key)
        if sum(leg.amount for leg in self.legs):
            raise LedgerError("unbalanced", self.key)

    @property
    def amounts(self) -> dict[str, int]:
        """What each account gains or gives, by its code."""
        return {leg.account.code: leg.amount for leg in self.legs}


def transfer(*, key: str, source: AccountName, target: AccountName, amount: int) -> Posting:
    """The posting that moves `amount` minor units; refused unless above zero."""
    if amount <= 0:
        raise LedgerError("not_positive", key)
    return Posting(key, (Leg(source, -amount), Leg(target, amount)))


def hand_result(
    *, key: str, changes: Iterable[tuple[AccountName, int]], rake_account: AccountName, rake: int
) -> Posting | None:
    """The posting of one hand, seat to seat and seat to rake; None where nothing moved (M3, R5)."""
    if rake < 0:
        raise LedgerError("negative_rake", key)
    legs = [Leg(account, amount) for account, amount in changes if amount]
    if rake:
        legs.append(Leg(rake_account, rake))
    return Posting(key, tuple(legs)) if legs else None
