"""Refusals of the cashier as codes; pages turn them into sentences."""


class CashierError(Exception):
    """A refusal; nothing was changed, and `code` names it."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code


class AmountError(CashierError):
    """A typed amount that cannot be read: `empty`, `not_a_number`, `negative`, `too_precise`, `too_large`."""


class LedgerError(CashierError):
    """A posting that the ledger refuses (M1, M4)."""


class InsufficientFunds(LedgerError):
    """An account would fall below zero (M2); `missing` is the shortfall in minor units."""

    def __init__(self, account: str, missing: int) -> None:
        super().__init__("insufficient_funds", f"{account} lacks {missing}")
        self.account = account
        self.missing = missing
