"""The database rows of the cashier."""

from cashier.models.ledger import CAUSE_NAMES, Account, Entry, Leg

__all__ = ["CAUSE_NAMES", "Account", "Entry", "Leg"]
