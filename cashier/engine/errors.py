"""What the cashier refuses, as codes: sentences are made where somebody reads them."""


class CashierError(Exception):
    """A refusal that changed nothing; `code` says which."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code


class AmountError(CashierError):
    """A typed amount that is not money: `empty`, `not_a_number`, `negative`, `too_precise`, `too_large`."""


class LedgerError(CashierError):
    """A posting the books don't take (M1, M4)."""


class InsufficientFunds(LedgerError):
    """An account would fall below zero (M2); `missing` is what it lacks, in minor units."""

    def __init__(self, account: str, missing: int) -> None:
        super().__init__("insufficient_funds", f"{account} lacks {missing}")
        self.account = account
        self.missing = missing
