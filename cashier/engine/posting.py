"""Postings: legs of one currency that sum to zero (M1)."""

from collections.abc import Iterable
from dataclasses import dataclass

from cashier.engine.accounts import AccountName
from cashier.engine.errors import LedgerError

LONGEST_KEY = 120


@dataclass(frozen=True, slots=True)
class Leg:
    """One account's part of a posting, minor units: above zero comes in, below zero goes out."""

    account: AccountName
    amount: int


@dataclass(frozen=True, slots=True)
class Cause:
    """Why money moves: a kind known to the statement, a reference, and a label for readers (M1)."""

    kind: str
    ref: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Posting:
    """Legs that sum to zero in one currency, with a key that is posted once; raises LedgerError otherwise."""

    key: str
    legs: tuple[Leg, ...]

    def __post_init__(self) -> None:
        if not self.key or len(self.key) > LONGEST_KEY:
            raise LedgerError("bad_key", self.key)
        if len(self.legs) < 2:
            raise LedgerError("too_few_legs", self.key)
        # bool is a subclass of int and a float may equal an int: neither is an amount.
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
        """The amount of each account, by code."""
        return {leg.account.code: leg.amount for leg in self.legs}


def transfer(*, key: str, source: AccountName, target: AccountName, amount: int) -> Posting:
    """A posting that moves `amount` minor units; raises LedgerError unless above zero."""
    if amount <= 0:
        raise LedgerError("not_positive", key)
    return Posting(key, (Leg(source, -amount), Leg(target, amount)))


def hand_result(
    *, key: str, changes: Iterable[tuple[AccountName, int]], rake_account: AccountName, rake: int
) -> Posting | None:
    """The posting of one hand, seat to seat and seat to rake; None when nothing moves (M3, R5)."""
    if rake < 0:
        raise LedgerError("negative_rake", key)
    legs = [Leg(account, amount) for account, amount in changes if amount]
    if rake:
        legs.append(Leg(rake_account, rake))
    return Posting(key, tuple(legs)) if legs else None
