"""What accounts are called on the pages of the books: whose they are, and at which table, tournament or cage."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy

from backoffice.api import Named, subject_names
from cashier.engine.accounts import Kind
from cashier.models import Account, Cage

OF_TOURNAMENTS = (Kind.POOL, Kind.FEE)
ONE_OF_A_CURRENCY: Final[Mapping[str, Promise]] = {
    "safe": gettext_lazy("safe"),
    "transit": gettext_lazy("between cages"),
    "short": gettext_lazy("shortage"),
    "over": gettext_lazy("surplus"),
}
"""What the beginning of a code says of accounts that share their kind with others."""


class AccountNames:
    """The names of accounts, read for all accounts of a page at once."""

    def __init__(self) -> None:
        self._tables: dict[str, Named] = {}
        self._tournaments: dict[str, Named] = {}
        self._cages: dict[str, Named] = {}

    def read(self, accounts: Iterable[Account]) -> None:
        """Reads the names of these accounts' tables, tournaments and cages."""
        known = list(accounts)
        self._tables |= subject_names("table", {str(one.table_ref) for one in known if one.table_ref is not None})
        self._tournaments |= subject_names("tournament", {key for one in known if (key := tournament_of(one))})
        cages = Cage.objects.in_bulk({int(key) for one in known if (key := _cage_of(one))})
        self._cages |= {
            str(pk): Named(cage.name, f"{reverse('cage:receipts')}?cage={pk}") for pk, cage in cages.items()
        }

    def place(self, account: Account) -> Named:
        """The table, tournament or cage of an account with its page; no name for an account of none."""
        if account.table_ref is not None:
            return self._tables.get(str(account.table_ref), Named(f"#{account.table_ref}"))
        if key := tournament_of(account):
            return self._tournaments.get(key, Named(f"#{key}"))
        if key := _cage_of(account):
            return self._cages.get(key, Named(f"#{key}"))
        return Named("")

    def name(self, account: Account) -> str:
        """The account in words, such as "Seat · Alice · Prague"."""
        parts: Sequence[str] = (
            capfirst(account.get_kind_display()),
            str(account.owner) if account.owner else "",
            self.place(account).name or ("" if account.owner else account.name) or _one_of_a_currency(account),
        )
        return " · ".join(filter(None, parts))


def tournament_of(account: Account) -> str:
    """The number of the tournament of an account; "" for an account of none."""
    key = account.code.partition(":")[2]
    return key if account.kind in OF_TOURNAMENTS and key.isdecimal() else ""


def _cage_of(account: Account) -> str:
    """The number of the cage whose cash the account holds; "" for an account of none."""
    key = account.code.partition(":")[2].partition(":")[0]
    return key if account.kind == Kind.CAGE and key.isdecimal() else ""


def _one_of_a_currency(account: Account) -> str:
    return str(ONE_OF_A_CURRENCY.get(account.code.partition(":")[0], ""))
