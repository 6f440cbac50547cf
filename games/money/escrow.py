"""Chips for money: all of the cashier that the card room uses, besides the limits of players."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.http import HttpRequest

from cashier import api as cashier
from cashier.amount_field import AmountField, CurrencyField, set_currency, use_chosen_currency
from cashier.api import (
    all_currencies,
    audit_with,
    currencies,
    currency,
    default_currency,
    is_currency,
    register_cause_link,
)
from cashier.engine import accounts
from cashier.engine.currency import PLAY, CurrencyInfo
from cashier.engine.errors import AmountError
from cashier.text import (
    amount_text,
    currency_label,
    currency_mark,
    currency_name,
    decimal_sign,
    digits_text,
    money_text,
    number_text,
    parse_amount,
    plain_text,
    signed_money_text,
    signed_text,
)
from games.engine.errors import IllegalAction

__all__ = [
    "PLAY",
    "AmountError",
    "AmountField",
    "CurrencyField",
    "CurrencyInfo",
    "all_currencies",
    "amount_text",
    "audit_with",
    "carry",
    "charge_rabbit_fee",
    "currencies",
    "currency",
    "currency_label",
    "currency_mark",
    "currency_name",
    "decimal_sign",
    "default_currency",
    "digits_text",
    "held_at",
    "hold",
    "is_currency",
    "lock_accounts",
    "money_text",
    "number_text",
    "owe_in_cash",
    "parse_amount",
    "plain_text",
    "rake_booked",
    "register_cause_link",
    "release",
    "reverse_hand",
    "reverse_rabbit_fee",
    "set_currency",
    "settle_hand",
    "shown_wallet",
    "signed_money_text",
    "signed_text",
    "stake_bot",
    "use_chosen_currency",
    "use_wallet",
    "wallet_balance",
]


def hold(*, key: str, user_id: int, table_id: int, amount: int, currency: str, cause: str, label: str) -> None:
    """Moves an amount from wallet to seat; raises IllegalAction("not_enough_money") with the `missing` sum (M2, M3)."""
    try:
        cashier.hold(
            key=f"hold:{key}",
            user_id=user_id,
            table_id=table_id,
            amount=amount,
            currency=currency,
            cause=cause,
            label=label,
        )
    except cashier.InsufficientFunds as short:
        raise IllegalAction("not_enough_money", missing=short.missing) from None


def lock_accounts(
    *,
    table_id: int,
    seats: Iterable[int],
    wallets: Iterable[int],
    owed: Iterable[int] = (),
    currency: str,
    to: Iterable[int] = (),
    house: bool,
) -> None:
    """Locks all accounts of a transaction that moves money more than once, before the first entry (M2).

    They are the table's rake, the `seats` and `wallets` of these players, what is `owed` to them in cash, and the
    house's if it pays or is paid. The stacks of these players may be carried `to` other tables.
    """
    seated = list(seats)
    names = [accounts.seat(table, player, currency) for table in (table_id, *to) for player in seated]
    names += [accounts.rake(table, currency) for table in (table_id, *to)]
    names += [accounts.wallet(player, currency) for player in wallets]
    names += [accounts.pending(player, currency) for player in owed]
    cashier.lock_accounts([*names, accounts.house(currency)] if house else names)


def release(*, key: str, user_id: int, table_id: int, amount: int, currency: str, cause: str, label: str) -> None:
    """Moves an amount from seat to wallet; `cause` is "leave" (K6), or "refused" for an order that was refused."""
    if amount:
        cashier.release(
            key=key,
            user_id=user_id,
            table_id=table_id,
            amount=amount,
            currency=currency,
            cause=cause,
            label=label,
        )


def owe_in_cash(
    *, key: str, user_id: int, table_id: int, amount: int, currency: str, label: str, why: str, at: datetime
) -> None:
    """Reserves chips of a seat to be paid in cash, as the player's account is deleted (F5); play money is not paid."""
    cause = "void_returned"
    if currency == PLAY:
        release(key=key, user_id=user_id, table_id=table_id, amount=amount, currency=currency, cause=cause, label=label)
        return
    cashier.owe(
        key=key,
        user_id=user_id,
        table_id=table_id,
        amount=amount,
        currency=currency,
        cause=cause,
        label=label,
        why=why,
        at=at,
    )


def carry(*, key: str, user_id: int, table_id: int, to: int, amount: int, currency: str, label: str) -> None:
    """Moves a whole stack from seat to seat of another table, minor units (K8)."""
    cashier.carry(
        key=key, user_id=user_id, table_id=table_id, to_table_id=to, amount=amount, currency=currency, label=label
    )


def settle_hand(
    *, table_id: int, hand: int, changes: Mapping[int, int], rake: int, currency: str, label: str, at: datetime
) -> None:
    """Settles one hand that ended `at`: `changes` by user id, in minor units, sum to minus the rake (M3, R5)."""
    cashier.settle_hand(
        key=f"hand:{table_id}:{hand}",
        table_id=table_id,
        hand=hand,
        changes=changes,
        rake=rake,
        currency=currency,
        label=label,
        at=at,
    )


def reverse_hand(*, table_id: int, hand: int, why: str) -> None:
    """Reverses `settle_hand` by the opposite entry, once (F5, M1)."""
    entry = f"hand:{table_id}:{hand}"
    cashier.reverse(key=f"void:{entry}", entry_key=entry, reason=why, by=None)


def reverse_rabbit_fee(*, table_id: int, decision: int, why: str) -> None:
    """Reverses `charge_rabbit_fee` by the opposite entry, once (F5, H7)."""
    entry = f"rabbit:{table_id}:{decision}"
    cashier.reverse(key=f"void:{entry}", entry_key=entry, reason=why, by=None)


def charge_rabbit_fee(*, key: str, user_id: int, table_id: int, amount: int, currency: str, label: str) -> None:
    """Moves the fee for a rabbit hunt from the seat to the house, minor units (H7)."""
    if amount:
        cashier.seat_fee(
            key=key,
            user_id=user_id,
            table_id=table_id,
            amount=amount,
            currency=currency,
            cause="rabbit",
            label=label,
        )


def held_at(table_id: int) -> dict[int, int]:
    """The chips of each player in escrow at the table, by user id, minor units (M3)."""
    return cashier.escrow(table_id=table_id)


def rake_booked(table_id: int) -> dict[int, int]:
    """The rake that the ledger has for each hand of the table, by number, minor units; without void hands (R5)."""
    booked = cashier.rake_booked(table_id=table_id)
    return {int(ref.rpartition(":")[2]): amount for ref, amount in booked.items()}


def wallet_balance(user_id: int, currency: str) -> int:
    """The balance of a wallet, minor units."""
    return cashier.balance(user_id=user_id, currency=currency)


def use_wallet(request: HttpRequest, currency: str) -> None:
    """Makes this the wallet that pages show from now on to this visitor."""
    if request.session.get(cashier.WALLET_KEY) != currency:
        request.session[cashier.WALLET_KEY] = currency


def shown_wallet(user_id: int, currency: str) -> cashier.ShownWallet:
    """The wallet of a currency as the bar of a page shows it."""
    return cashier.shown_wallet(user_id=user_id, wanted=currency)


def stake_bot(*, user_id: int, name: str, currency: str, below: int, key: str) -> None:
    """Refills a house bot's wallet to ten times `below`, in minor units, if it holds less than `below`."""
    cashier.open_wallet(user_id=user_id, name=name, currency=currency)
    held = wallet_balance(user_id, currency)
    if held < below:
        cashier.grant(
            user_id=user_id,
            amount=10 * below - held,
            reason="stake of a house bot",
            by=None,
            key=f"bot:{key}",
            currency=currency,
        )
