"""What accounts are called on the pages of the books: whose they are, and at which table or in which tournament."""

from collections.abc import Iterable, Sequence

from django.utils.text import capfirst

from backoffice.api import Named, subject_names
from cashier.engine.accounts import Kind
from cashier.models import Account

OF_TOURNAMENTS = (Kind.POOL, Kind.FEE)


class AccountNames:
    """The names of accounts, read for all accounts of a page at once."""

    def __init__(self) -> None:
        self._tables: dict[str, Named] = {}
        self._tournaments: dict[str, Named] = {}

    def read(self, accounts: Iterable[Account]) -> None:
        """Reads the names of these accounts' tables and tournaments."""
        known = list(accounts)
        self._tables |= subject_names("table", {str(one.table_ref) for one in known if one.table_ref is not None})
        self._tournaments |= subject_names("tournament", {key for one in known if (key := tournament_of(one))})

    def place(self, account: Account) -> Named:
        """The table or tournament of an account with its page; no name for an account of neither."""
        if account.table_ref is not None:
            return self._tables.get(str(account.table_ref), Named(f"#{account.table_ref}"))
        if key := tournament_of(account):
            return self._tournaments.get(key, Named(f"#{key}"))
        return Named("")

    def name(self, account: Account) -> str:
        """The account in words, such as "Seat · Alice · Prague"."""
        parts: Sequence[str] = (
            capfirst(account.get_kind_display()),
            str(account.owner) if account.owner else "",
            self.place(account).name or ("" if account.owner else account.name),
        )
        return " · ".join(filter(None, parts))


def tournament_of(account: Account) -> str:
    """The number of the tournament of an account; "" for an account of none."""
    key = account.code.partition(":")[2]
    return key if account.kind in OF_TOURNAMENTS and key.isdecimal() else ""
