"""Deposit and payout at a desk (M4)."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from backoffice.api import Refused, Subject, check_own_act, record
from cashier.cage.common import DEPOSIT, PAYOUT, check_money, held
from cashier.cage.drawers import check_holds, lock_accounts, lock_drawer
from cashier.cage.limits import needs_approval
from cashier.cage.receipts import Kind, Slip, issue, issued_before
from cashier.engine import accounts, cash
from cashier.models import Receipt
from cashier.protection import check_deposit
from cashier.queries import seats_of
from cashier.text import money_text


def deposit(
    *, token: UUID, cage_id: int, person: int, currency: str, amount: int, reason: str, by: int, now: datetime
) -> Receipt:
    """Takes cash and credits it to the wallet, minor units."""
    check_money(amount, currency)
    with transaction.atomic():
        drawer = lock_drawer(cage_id)
        slip = Slip(Kind.DEPOSIT, currency, amount, by, now, person, reason)
        if first := issued_before(token, slip):
            return first
        own = check_own_act(by, person)
        check_deposit(user_id=person, amount=amount, currency=currency)
        wallet = accounts.wallet(person, currency)
        legs = cash.paid_in(cage_id, wallet, amount)
        receipt = issue(drawer, token, "deposit", legs, slip)
        record(by=by, act=DEPOSIT, subject=Subject("receipt", receipt.pk), about=person, reason=reason, own=own)
    return receipt


def payout(
    *, token: UUID, cage_id: int, person: int, currency: str, amount: int, reason: str, by: int, now: datetime
) -> Receipt:
    """Pays cash out of the wallet, minor units; refused above the limit, where a withdrawal needs approval."""
    check_money(amount, currency)
    with transaction.atomic():
        drawer = lock_drawer(cage_id)
        slip = Slip(Kind.PAYOUT, currency, -amount, by, now, person, reason)
        if first := issued_before(token, slip):
            return first
        own = check_own_act(by, person)
        wallet = accounts.wallet(person, currency)
        lock_accounts(wallet, accounts.cage(cage_id, currency))
        check_wallet_holds(person, currency, amount)
        if needs_approval(person=person, currency=currency, amount=amount, now=now):
            raise Refused(
                "needs_approval",
                _("A second person approves this payout first: ask for it as a withdrawal."),
                field="amount",
            )
        check_holds(cage_id, currency, amount)
        legs = cash.paid_in(cage_id, wallet, -amount)
        receipt = issue(drawer, token, "payout", legs, slip)
        record(by=by, act=PAYOUT, subject=Subject("receipt", receipt.pk), about=person, reason=reason, own=own)
    return receipt


def check_wallet_holds(person: int, currency: str, amount: int) -> None:
    """Raises Refused if the wallet holds less, and says how much is on tables, which no cage touches (M3)."""
    there = held(accounts.wallet(person, currency))
    if there >= amount:
        return
    on_tables = sum(seat.amount for seat in seats_of(user_id=person) if seat.currency == currency)
    words = {"there": money_text(there, currency), "tables": money_text(on_tables, currency)}
    if on_tables:
        sentence = _("The wallet holds %(there)s. Another %(tables)s is in play on tables: it has to leave them first.")
    else:
        sentence = _("The wallet holds %(there)s.")
    raise Refused("wallet_short", sentence % words, field="amount")


def was_paid(token: UUID) -> bool:
    """Whether a form has its receipt already."""
    return Receipt.objects.filter(token=token).exists()
