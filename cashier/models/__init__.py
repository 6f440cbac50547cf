"""The database rows of the cashier."""

from cashier.models.ledger import CAUSE_NAMES, Account, Entry, Leg
from cashier.models.protection import Exclusion, PlayerLimit

__all__ = ["CAUSE_NAMES", "Account", "Entry", "Exclusion", "Leg", "PlayerLimit"]
