"""The database rows of the cashier."""

from cashier.models.currency import Currency
from cashier.models.ledger import CAUSE_NAMES, Account, Entry, Leg
from cashier.models.protection import Exclusion, PlayerLimit

__all__ = ["CAUSE_NAMES", "Account", "Currency", "Entry", "Exclusion", "Leg", "PlayerLimit"]
