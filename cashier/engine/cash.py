"""The legs of cash: what is in a drawer, and what the room owes for it (M4).

Cash is kept above zero in the drawer's account and below zero in the safe's; a claim is above zero in the account of
whoever has it and below zero in the house's. A deposit is both, so each of the two pairs sums to zero by itself.
"""

from cashier.engine import accounts
from cashier.engine.accounts import AccountName
from cashier.engine.posting import Leg


def cash(cage_id: int, currency: str, amount: int) -> tuple[Leg, ...]:
    """`amount` minor units come into the drawer, below zero they leave it."""
    return (Leg(accounts.cage(cage_id, currency), amount), Leg(accounts.safe(currency), -amount))


def claim(account: AccountName, amount: int) -> tuple[Leg, ...]:
    """The room owes `amount` minor units more to this account, below zero less."""
    return (Leg(account, amount), Leg(accounts.house(account.currency), -amount))


def paid_in(cage_id: int, account: AccountName, amount: int) -> tuple[Leg, ...]:
    """Cash that comes in for a claim; below zero a claim that is paid out."""
    return cash(cage_id, account.currency, amount) + claim(account, amount)


def difference(drawer: AccountName, amount: int) -> tuple[Leg, ...]:
    """The book of a drawer follows its count: `amount` was over, below zero it is missing."""
    currency = drawer.currency
    if amount < 0:
        return (Leg(drawer, amount), Leg(accounts.short(currency), -amount))
    return (Leg(drawer, amount), Leg(accounts.safe(currency), -amount), *claim(accounts.over(currency), amount))


def undone(legs: tuple[Leg, ...]) -> tuple[Leg, ...]:
    """The mirror image."""
    return tuple(Leg(leg.account, -leg.amount) for leg in legs)
