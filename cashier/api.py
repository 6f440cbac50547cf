"""What other apps use of the cashier: money in and out of wallets, seats and rake; keyword-only, ints in minor units.

Every movement has a key and is posted once: a repeated call returns the first entry and moves nothing.
Refusals raise `LedgerError` (with a code) or `InsufficientFunds`; the caller's transaction stays usable.
"""

from collections.abc import Mapping
from datetime import datetime

from cashier import ledger
from cashier.audit import Breach, Check, audit_with, register_audit
from cashier.cage import withdrawals
from cashier.currencies import all_currencies, currencies, currency, default_currency, is_currency
from cashier.engine import accounts
from cashier.engine.currency import PLAY, CurrencyInfo
from cashier.engine.errors import InsufficientFunds, LedgerError
from cashier.engine.posting import Cause, hand_result, transfer
from cashier.figures import (
    FlowEntry,
    Flows,
    FlowsBy,
    Part,
    account_kind_name,
    cause_name,
    flow_entries,
    flow_sums,
    flow_total,
    held_by_kind,
    held_in_drawers,
    used_currency,
    waiting_withdrawals,
)
from cashier.ledger import lock_accounts, reverse
from cashier.links import register_cause_link
from cashier.models import Account, Entry
from cashier.pools import PoolMoney, move_pool, pool_money, ticket_money
from cashier.queries import (
    WALLET_KEY,
    AccountsLine,
    Movement,
    SeatMoney,
    ShownWallet,
    Statement,
    accounts_report,
    balance,
    escrow,
    has_unused_voucher,
    holdings,
    rake_booked,
    seats_of,
    shown_wallet,
    statement,
    wallets,
    whole_statement,
)
from cashier.refill import RefillTerms, may_refill, refill, refill_terms

__all__ = [
    "PLAY",
    "WALLET_KEY",
    "AccountsLine",
    "Breach",
    "Check",
    "CurrencyInfo",
    "FlowEntry",
    "Flows",
    "FlowsBy",
    "InsufficientFunds",
    "LedgerError",
    "Movement",
    "Part",
    "PoolMoney",
    "RefillTerms",
    "SeatMoney",
    "ShownWallet",
    "Statement",
    "account_kind_name",
    "accounts_report",
    "all_currencies",
    "audit_with",
    "balance",
    "carry",
    "cause_name",
    "currencies",
    "currency",
    "default_currency",
    "escrow",
    "flow_entries",
    "flow_sums",
    "flow_total",
    "forget_name",
    "grant",
    "has_unused_voucher",
    "held_by_kind",
    "held_in_drawers",
    "hold",
    "holdings",
    "is_currency",
    "lock_accounts",
    "may_refill",
    "move_pool",
    "open_wallet",
    "owe",
    "pool_money",
    "rake_booked",
    "refill",
    "refill_terms",
    "register_audit",
    "register_cause_link",
    "release",
    "reverse",
    "seat_fee",
    "seats_of",
    "settle_hand",
    "shown_wallet",
    "statement",
    "ticket_money",
    "used_currency",
    "waiting_withdrawals",
    "wallets",
    "whole_statement",
]


def open_wallet(*, user_id: int, name: str = "", currency: str, grant: int = 0) -> Account:
    """Opens the player's wallet and grants `grant` to it once; a later call changes nothing."""
    wallet = accounts.wallet(user_id, currency)
    is_new = ledger.open_account(wallet, label=name)
    key = f"open:{user_id}:{currency}"
    if grant and (is_new or not ledger.has_entry(key)):
        posting = transfer(key=key, source=accounts.house(currency), target=wallet, amount=grant)
        ledger.post(key=key, cause=Cause("welcome"), legs=posting.legs)
    return ledger.account_of(wallet)


def forget_name(*, user_id: int, name: str) -> None:
    """Puts `name` in place of the player's on their accounts; entries stay as they are."""
    Account.objects.filter(owner_id=user_id).exclude(name="").update(name=name)


def grant(*, user_id: int, amount: int, reason: str, by: int | None, key: str, currency: str) -> Entry:
    """Posts money from the house to a wallet; a reason is required (M4)."""
    if not reason.strip():
        raise LedgerError("no_reason", key)
    wallet = accounts.wallet(user_id, currency)
    posting = transfer(key=key, source=accounts.house(currency), target=wallet, amount=amount)
    return ledger.post(key=key, cause=Cause("grant"), legs=posting.legs, reason=reason, by=by)


def hold(
    *,
    key: str,
    user_id: int,
    table_id: int,
    amount: int,
    currency: str,
    cause: str = "buy_in",
    label: str = "",
) -> Entry:
    """Posts chips from wallet to seat: `cause` is `buy_in` or `top_up`, `label` the name of the table (K2, K5, M3)."""
    wallet, seat = accounts.wallet(user_id, currency), accounts.seat(table_id, user_id, currency)
    posting = transfer(key=key, source=wallet, target=seat, amount=amount)
    # Settling a hand opens no accounts, for speed, so the rake account is opened with the first buy-in.
    ledger.open_account(accounts.rake(table_id, currency))
    return ledger.post(key=key, cause=Cause(cause, str(table_id), label), legs=posting.legs, by=user_id)


def release(
    *,
    key: str,
    user_id: int,
    table_id: int,
    amount: int,
    currency: str,
    cause: str = "leave",
    label: str = "",
) -> Entry:
    """Posts chips from seat to wallet: `cause` is `leave`, or `refused` for chips never put in play (K6, M3)."""
    wallet, seat = accounts.wallet(user_id, currency), accounts.seat(table_id, user_id, currency)
    posting = transfer(key=key, source=seat, target=wallet, amount=amount)
    return ledger.post(key=key, cause=Cause(cause, str(table_id), label), legs=posting.legs)


def owe(
    *, key: str, user_id: int, table_id: int, amount: int, currency: str, cause: str, label: str, why: str, at: datetime
) -> None:
    """Reserves chips of a seat to be paid in cash to somebody whose account is deleted; a second person approves (M4).

    `cause` and `label` are as in `release`, `why` is the reason that staff read.
    """
    withdrawals.owe(
        source=accounts.seat(table_id, user_id, currency),
        key=key,
        player=user_id,
        amount=amount,
        cause=Cause(cause, str(table_id), label),
        reason=why,
        now=at,
    )


def carry(
    *, key: str, user_id: int, table_id: int, to_table_id: int, amount: int, currency: str, label: str = ""
) -> Entry:
    """Posts a player's whole stack from one table's seat to another's; `label` is the new table's name (K8)."""
    source, target = accounts.seat(table_id, user_id, currency), accounts.seat(to_table_id, user_id, currency)
    posting = transfer(key=key, source=source, target=target, amount=amount)
    ledger.open_account(accounts.rake(to_table_id, currency))
    return ledger.post(key=key, cause=Cause("move", str(to_table_id), label), legs=posting.legs, by=user_id)


def seat_fee(
    *, key: str, user_id: int, table_id: int, amount: int, currency: str, cause: str, label: str = ""
) -> Entry:
    """Posts a fee from the seat to the house; `cause` says what the player pays for (H7)."""
    seat = accounts.seat(table_id, user_id, currency)
    posting = transfer(key=key, source=seat, target=accounts.house(currency), amount=amount)
    return ledger.post(key=key, cause=Cause(cause, str(table_id), label), legs=posting.legs)


def settle_hand(
    *,
    key: str,
    table_id: int,
    hand: int,
    changes: Mapping[int, int],
    rake: int = 0,
    currency: str,
    label: str = "",
    at: datetime | None = None,
) -> Entry | None:
    """Posts one entry for a hand: each player's net result by user id, and the rake; they sum to zero (M3, R5).

    `at` is when the hand ended, now if it is not given. Returns None when no chips changed hands. Raises LedgerError:
    `unbalanced` when the sum is not zero, `unknown_account` when a player never brought chips to this table.
    """
    posting = hand_result(
        key=key,
        changes=[(accounts.seat(table_id, user_id, currency), net) for user_id, net in changes.items()],
        rake_account=accounts.rake(table_id, currency),
        rake=rake,
    )
    if posting is None:
        return None
    cause = Cause("hand", f"{table_id}:{hand}", label)
    return ledger.post(key=key, cause=cause, legs=posting.legs, at=at, opens=False)
