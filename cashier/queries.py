"""Reads of the ledger: balances, escrow, statements, the trial balance."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum

from backoffice.compiled_query import CompiledQuery, Given
from cashier.currencies import currencies, default_currency, find
from cashier.engine import accounts
from cashier.engine.accounts import Kind
from cashier.models import Account, Leg, Voucher

AT_TABLE = frozenset({"hand", "rabbit", "move"})
"""Causes that move chips at or between tables and leave the wallet alone (M3, H7, K8)."""


CHUNK = 500
"""The rows of a whole statement that are read at once."""


@dataclass(frozen=True, slots=True)
class Movement:
    """One line of a statement; amounts in minor units, `balance` is the account's balance after it."""

    number: int
    at: datetime
    kind: str
    ref: str
    label: str
    reason: str
    amount: int
    balance: int
    currency: str
    key: str


@dataclass(frozen=True, slots=True)
class Statement:
    """A page of movements, newest first; `before` requests the next page and is None on the last."""

    rows: tuple[Movement, ...]
    before: int | None


@dataclass(frozen=True, slots=True)
class SeatMoney:
    """A player's chips at one table, in minor units."""

    table_id: int
    label: str
    currency: str
    amount: int


@dataclass(frozen=True, slots=True)
class AccountsLine:
    """The number and total balance of all accounts of one kind and currency."""

    kind: str
    currency: str
    accounts: int
    total: int


def balance(*, user_id: int, currency: str) -> int:
    """The wallet's balance in minor units; 0 when there is no wallet."""
    code = accounts.wallet(user_id, currency).code
    return _BALANCE.first(code=code) or 0


_BALANCE = CompiledQuery(lambda: Account.objects.filter(code=Given("code")).values_list("balance", flat=True))


WALLET_KEY = "wallet_currency"
"""The key of a session for the currency of the wallet that was used last."""


class ShownWallet(NamedTuple):
    """A wallet as the bar of every page shows it, in minor units."""

    amount: int
    currency: str


def shown_wallet(*, user_id: int, wanted: str = "") -> ShownWallet:
    """The player's wallet in the `wanted` currency, or else in the first currency in which they have money."""
    held = wallets(user_id=user_id)
    if not wanted or find(wanted) is None:
        wanted = next((info.code for info in currencies() if held.get(info.code)), default_currency())
    return ShownWallet(held.get(wanted, 0), wanted)


def wallets(*, user_id: int) -> dict[str, int]:
    """The balances of the player's wallets by currency, in minor units."""
    return dict(_WALLETS.all(owner=user_id))


_WALLETS = CompiledQuery(
    lambda: Account.objects.filter(owner_id=Given("owner"), kind=Kind.WALLET).values_list("currency", "balance")
)


def holdings(*, user_id: int) -> list[tuple[str, str]]:
    """The kind and currency of each of the player's accounts that holds something."""
    own = Account.objects.filter(owner_id=user_id).exclude(balance=0)
    return list(own.order_by("kind", "currency").values_list("kind", "currency"))


def has_unused_voucher(*, buyer: int) -> bool:
    """Whether somebody bought a voucher that nobody has used and that has not come back to them yet."""
    return Voucher.objects.filter(buyer=buyer, used_at=None, returned_at=None).exists()


def escrow(*, table_id: int) -> dict[int, int]:
    """Each player's chips at the table, in minor units; players without chips are left out (M3)."""
    return dict(_ESCROW.all(table=table_id))


_ESCROW = CompiledQuery(
    lambda: (
        Account.objects.filter(table_ref=Given("table"), kind=Kind.SEAT)
        .exclude(balance=0)
        .values_list("owner_id", "balance")
    )
)


def rake_booked(*, table_id: int) -> dict[str, int]:
    """The rake of each hand at the table in minor units, by its cause "table:hand"; without void hands."""
    legs = Leg.objects.filter(account__table_ref=table_id, account__kind=Kind.RAKE, entry__cause_kind="hand")
    return dict(legs.filter(entry__reversed_by=None).values_list("entry__cause_ref", "amount"))


def seats_of(*, user_id: int) -> list[SeatMoney]:
    """The player's chips on tables, largest first; `label` is the table's name in the latest entry."""
    newest = Leg.objects.filter(account=OuterRef("pk")).exclude(entry__label="").order_by("-id")
    seats = Account.objects.filter(owner_id=user_id, kind=Kind.SEAT).exclude(balance=0)
    seats = seats.annotate(label=Subquery(newest.values("entry__label")[:1])).order_by("-balance", "code")
    columns = ("table_ref", "label", "currency", "balance")
    return [
        SeatMoney(table_ref, label or "", currency, amount)
        for table_ref, label, currency, amount in seats.values_list(*columns)
        if table_ref is not None
    ]


def statement(
    *,
    user_id: int,
    currency: str,
    causes: tuple[str, ...] = (),
    before: int | None = None,
    limit: int = 50,
) -> Statement:
    """The wallet's movements, newest first, with the running balance (M4).

    `causes` keeps only these kinds, with what takes them back. Hands move chips at the table and leave the wallet
    alone, so a statement of hands alone shows the chips at that table after each.
    """
    legs = _legs(user_id, currency, causes)
    if before is not None:
        legs = legs.filter(id__lt=before)
    rows = [movement_of(leg) for leg in legs[: limit + 1]]
    more = len(rows) > limit
    page = tuple(rows[:limit])
    return Statement(page, page[-1].number if more else None)


def whole_statement(*, user_id: int, currency: str, causes: tuple[str, ...] = ()) -> Iterator[Movement]:
    """Every movement of the wallet, newest first; no transaction stays open between the chunks that are read."""
    legs = _legs(user_id, currency, causes)
    chunk = list(legs[:CHUNK])
    while chunk:
        yield from map(movement_of, chunk)
        chunk = list(legs.filter(pk__lt=chunk[-1].pk)[:CHUNK])


def accounts_report() -> list[AccountsLine]:
    """The trial balance by currency and kind."""
    lines = Account.objects.order_by("currency", "kind").values_list("kind", "currency")
    return [AccountsLine(*line) for line in lines.annotate(accounts=Count("pk"), total=Sum("balance"))]


def accounts_in() -> dict[str, int]:
    """How many accounts there are in each currency."""
    return dict(Account.objects.values_list("currency").annotate(Count("pk")).order_by())


def _legs(user_id: int, currency: str, causes: tuple[str, ...]) -> QuerySet[Leg]:
    if causes and AT_TABLE.issuperset(causes):
        legs = Leg.objects.filter(account__owner=user_id, account__kind=Kind.SEAT, account__currency=currency)
    else:
        legs = Leg.objects.filter(account__code=accounts.wallet(user_id, currency).code)
    if causes:
        legs = legs.filter(of_causes(causes))
    return legs.select_related("entry", "account").order_by("-id")


def of_causes(causes: Iterable[str]) -> Q:
    """The condition of legs of entries of these causes, and of the entries that take such an entry back."""
    return Q(entry__cause_kind__in=causes) | Q(entry__reverses__cause_kind__in=causes)


def movement_of(leg: Leg) -> Movement:
    """A leg as a line of a statement; its entry and account are read with it."""
    entry = leg.entry
    return Movement(
        number=leg.pk,
        at=entry.at,
        kind=entry.cause_kind,
        ref=entry.cause_ref,
        label=entry.label,
        reason=entry.reason,
        amount=leg.amount,
        balance=leg.balance_after,
        currency=leg.account.currency,
        key=entry.key,
    )
