"""The only writer of entries: once per key, never overdrawn, all legs or none (M1, M2)."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import connection, transaction
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from backoffice.compiled_query import CompiledQuery, Given
from backoffice.compiled_writes import insert
from cashier.currencies import currency
from cashier.engine.accounts import AccountName, Kind
from cashier.engine.errors import InsufficientFunds, LedgerError
from cashier.engine.posting import Cause, Leg, Posting
from cashier.models import Account, Entry

LONGEST_LABEL = 120


class _LockedAccount(NamedTuple):
    """An account whose row is locked, with its balance in minor units."""

    pk: int
    currency: str
    balance: int


class _Change(NamedTuple):
    """One leg about to be written."""

    account_id: int
    amount: int
    after: int


def post(
    *,
    key: str,
    cause: Cause,
    legs: Sequence[Leg],
    reason: str = "",
    by: int | None = None,
    reverses: Entry | None = None,
    at: datetime | None = None,
    opens: bool = True,
) -> Entry:
    """Writes one entry and the resulting balances, inside the caller's transaction if there is one.

    The same key with the same legs returns the first entry; with other legs it raises `LedgerError`.
    New accounts are opened, unless `opens` is False: then they raise `unknown_account`.
    Every refusal is raised before the first leg is written, so a caller that catches it can continue its transaction.
    """
    posting = Posting(key, tuple(legs))
    entry = Entry(
        key=posting.key,
        cause_kind=cause.kind,
        cause_ref=cause.ref,
        label=cause.label[:LONGEST_LABEL],
        reason=reason,
        at=at or timezone.now(),
        by_id=by,
        reverses=reverses,
    )
    if connection.in_atomic_block:
        return _write(posting, entry, opens)
    with transaction.atomic():
        return _write(posting, entry, opens)


def reverse(*, key: str, entry_key: str, reason: str, by: int | None) -> Entry:
    """Undoes an entry by its mirror image, for a reason; refuses a second reversal of the same entry (M1, M4)."""
    if not reason.strip():
        raise LedgerError("no_reason", key)
    with transaction.atomic():
        entry = Entry.objects.filter(key=entry_key).first()
        if entry is None:
            raise LedgerError("unknown_entry", entry_key)
        legs = [Leg(_name_of(leg.account), -leg.amount) for leg in entry.legs.select_related("account")]
        cause = Cause("reversal", str(entry.pk), entry.label)
        return post(key=key, cause=cause, legs=legs, reason=reason, by=by, reverses=entry)


def open_account(name: AccountName, *, label: str = "") -> bool:
    """Opens the account of this name unless there is one; returns whether it is new."""
    currency(name.currency)
    held = _CURRENCY.first(code=name.code)
    if held is None:
        if insert(Account(code=name.code, name=label, **_fields(name)), conflict="code"):
            return True
        # Another request has opened it at the same moment.
        held = _CURRENCY.first(code=name.code)
    if held != name.currency:
        raise LedgerError("mixed_currencies", name.code)
    return False


def account_of(name: AccountName) -> Account:
    """The account of this name as it is now; raises Account.DoesNotExist."""
    account = _ACCOUNT.first(code=name.code)
    if account is None:
        raise Account.DoesNotExist(name.code)
    return account


def has_entry(key: str) -> bool:
    """Whether an entry was posted under this key."""
    return _ENTRY.first(key=key) is not None


_ENTRY = CompiledQuery(lambda: Entry.objects.filter(key=Given("key")).values_list("pk", flat=True))
_ACCOUNT = CompiledQuery(lambda: Account.objects.filter(code=Given("code")))
_CURRENCY = CompiledQuery(lambda: Account.objects.filter(code=Given("code")).values_list("currency", flat=True))


def _write(posting: Posting, entry: Entry, opens: bool) -> Entry:
    names = [leg.account for leg in posting.legs]
    if opens:
        _open_missing(names)
    accounts = _lock(names)
    # Under the locks, when every earlier posting to these accounts is visible.
    try:
        if entry.reverses is not None and Entry.objects.filter(reverses=entry.reverses).exists():
            raise LedgerError("already_reversed", entry.reverses.key)
        changes = _changes(posting, accounts)
    except (InsufficientFunds, LedgerError):
        # An entry with this key that was written before is valid, whatever forbids it now.
        for first in Entry.objects.filter(key=posting.key):
            return _same_entry(first, posting)
        raise
    if not insert(entry, conflict="key"):
        return _same_entry(Entry.objects.get(key=posting.key), posting)
    # Balances before legs: the database refuses a leg that its account's balance does not include yet.
    _write_balances(changes)
    _write_legs(entry, changes)
    return entry


def lock_accounts(names: Iterable[AccountName]) -> None:
    """Locks accounts until the transaction ends; a transaction of several entries first locks all their accounts.

    New accounts are opened.
    """
    wanted = list(names)
    if wanted:
        _open_missing(wanted)
        _lock(wanted)


def _open_missing(names: Sequence[AccountName]) -> None:
    """Creates missing accounts before the first lock is taken, so that locks keep their order."""
    by_code = {name.code: name for name in names}
    codes = ", ".join(["%s"] * len(by_code))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT code FROM cashier_account WHERE code IN ({codes})", list(by_code))  # noqa: S608
        missing = sorted(by_code.keys() - {code for (code,) in cursor.fetchall()})
    if missing:
        for code in {by_code[one].currency for one in missing}:
            currency(code)
        for code in missing:
            insert(Account(code=code, **_fields(by_code[code])), conflict="code")


def _lock(names: Sequence[AccountName]) -> dict[str, _LockedAccount]:
    """Locks accounts in the order of their codes, so that two postings never deadlock."""
    if not connection.in_atomic_block:
        raise TransactionManagementError("accounts are locked until a transaction ends")
    codes = ", ".join(["%s"] * len(names))
    sql = f"SELECT code, id, currency, balance FROM cashier_account WHERE code IN ({codes}) ORDER BY code"  # noqa: S608
    with connection.cursor() as cursor:
        # SQLite has one writer at a time and no locks of rows.
        lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
        cursor.execute(sql + lock, [name.code for name in names])
        found = {code: _LockedAccount(pk, currency, balance) for code, pk, currency, balance in cursor.fetchall()}
    for name in names:
        if name.code not in found:
            raise LedgerError("unknown_account", name.code)
        if found[name.code].currency != name.currency:
            raise LedgerError("mixed_currencies", name.code)
    return found


def _changes(posting: Posting, accounts: dict[str, _LockedAccount]) -> list[_Change]:
    """The new balance of each account; raises InsufficientFunds when one would fall below zero (M2)."""
    changes = []
    for leg in posting.legs:
        account = accounts[leg.account.code]
        after = account.balance + leg.amount
        if after < 0 and not leg.account.can_be_negative:
            raise InsufficientFunds(leg.account.code, -after)
        changes.append(_Change(account.pk, leg.amount, after))
    return changes


# Every hand ends here: one plain SQL statement takes a third of the ORM's time.


def _write_balances(changes: list[_Change]) -> None:
    cases = " ".join(["WHEN %s THEN %s"] * len(changes))
    accounts = ", ".join(["%s"] * len(changes))
    sql = f"UPDATE cashier_account SET balance = CASE id {cases} END WHERE id IN ({accounts})"  # noqa: S608
    values = [value for change in changes for value in (change.account_id, change.after)]
    with connection.cursor() as cursor:
        cursor.execute(sql, [*values, *(change.account_id for change in changes)])


def _write_legs(entry: Entry, changes: list[_Change]) -> None:
    rows = ", ".join(["(%s, %s, %s, %s)"] * len(changes))
    sql = f"INSERT INTO cashier_leg (entry_id, account_id, amount, balance_after) VALUES {rows}"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(sql, [value for change in changes for value in (entry.pk, *change)])


def _same_entry(first: Entry, posting: Posting) -> Entry:
    """The entry posted earlier with this key; raises `key_reused` when its legs differ."""
    posted = dict(first.legs.values_list("account__code", "amount"))
    if posted != posting.amounts:
        raise LedgerError("key_reused", posting.key)
    return first


def _fields(name: AccountName) -> dict[str, object]:
    return {
        "kind": name.kind.value,
        "currency": name.currency,
        "owner_id": name.owner_id,
        "table_ref": name.table_id,
    }


def _name_of(account: Account) -> AccountName:
    return AccountName(account.code, Kind(account.kind), account.currency, account.owner_id, account.table_ref)
