"""The database rows of the cashier."""

from cashier.models.cage import Cage, Drawer, DrawerCount, PayoutLimit, Receipt
from cashier.models.cage_requests import CageTransfer, Correction, Voucher, Withdrawal
from cashier.models.currency import Currency
from cashier.models.ledger import CAUSE_NAMES, Account, Entry, Leg
from cashier.models.protection import Exclusion, PlayerLimit

__all__ = [
    "CAUSE_NAMES",
    "Account",
    "Cage",
    "CageTransfer",
    "Correction",
    "Currency",
    "Drawer",
    "DrawerCount",
    "Entry",
    "Exclusion",
    "Leg",
    "PayoutLimit",
    "PlayerLimit",
    "Receipt",
    "Voucher",
    "Withdrawal",
]
