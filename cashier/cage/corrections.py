"""Corrections: a reversal and a new entry, asked by one person and approved by another (M4)."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from backoffice.api import Change, Refused, Subject, check_own_act, record
from cashier import ledger
from cashier.cage.common import (
    CORRECTION_APPROVED,
    CORRECTION_ASKED,
    CORRECTION_REFUSED,
    check_money,
    held,
    used_twice,
)
from cashier.cage.drawers import lock_accounts, lock_drawer
from cashier.cage.receipts import Kind, Slip, issue, issue_for, part
from cashier.cage.withdrawals import check_returnable
from cashier.engine import accounts, cash
from cashier.engine.errors import InsufficientFunds
from cashier.models import Correction, Drawer, Receipt, Withdrawal
from cashier.protection import check_deposit
from cashier.text import money_text

CORRECTABLE = (Receipt.Kind.DEPOSIT, Receipt.Kind.PAYOUT)


def ask(*, token: UUID, receipt_id: int, person: int, amount: int, reason: str, by: int, now: datetime) -> Correction:
    """Asks for a correction to the right person and amount, minor units; 0 takes the receipt back altogether."""
    with transaction.atomic():
        receipt = Receipt.objects.select_for_update().get(pk=receipt_id)
        for first in Correction.objects.filter(token=token):
            if (first.receipt_id, first.person_id, first.amount) != (receipt_id, person, amount):
                raise used_twice()
            return first
        check_correctable(receipt)
        if amount:
            check_money(amount, receipt.currency)
        if (person, amount) == (receipt.person_id, abs(receipt.amount)):
            raise Refused("nothing_changed", _("This is what the receipt says already."), field="amount")
        check_brings_in(receipt, person, amount)
        correction = Correction.objects.create(
            token=token,
            receipt=receipt,
            person_id=person,
            amount=amount,
            reason=reason,
            asked_by_id=by,
            asked_at=now,
        )
        changes = [Change(receipt.currency, str(abs(receipt.amount)), str(amount))]
        subject = Subject("correction", correction.pk)
        record(by=by, act=CORRECTION_ASKED, subject=subject, about=person, changes=changes, reason=reason)
    return correction


def check_correctable(receipt: Receipt) -> None:
    """Raises Refused for a receipt of another kind, and for one that is corrected or about to be.

    The payout of an expired voucher is none of them: taken back, its money would come into the wallet (M7).
    """
    if receipt.kind not in CORRECTABLE:
        raise Refused("kind", _("Only deposits and payouts are corrected."))
    if receipt.corrections.exclude(outcome=Correction.Outcome.REFUSED).exists():
        raise Refused("corrected", _("A correction of this receipt was already asked for."))
    for request in Withdrawal.objects.filter(receipt=receipt):
        check_returnable(request)


def check_brings_in(receipt: Receipt, person: int, amount: int) -> None:
    """Raises Refused if the correction makes it a larger deposit of the person than they may bring in now (M7)."""
    before = receipt.amount if person == receipt.person_id else 0
    if receipt.kind == Receipt.Kind.DEPOSIT and amount > before:
        check_deposit(user_id=person, amount=amount - before, currency=receipt.currency)


def check_approver(correction: Correction, by: int) -> bool:
    """Whether the approver asked for it, which the owner may allow; raises Refused if it is not allowed."""
    if correction.outcome:
        raise Refused("decided", _("This correction is already decided."))
    return check_own_act(by, correction.asked_by_id, correction.person_id, correction.receipt.person_id)


def approve(*, correction_id: int, by: int, now: datetime) -> Correction:
    """Reverses the wrong entry and posts the right one, each with a receipt at the cage of the wrong one."""
    try:
        return _approve(correction_id, by, now)
    except InsufficientFunds:
        raise Refused("drawer_short", _("The drawer holds too little cash for this correction now.")) from None


def _approve(correction_id: int, by: int, now: datetime) -> Correction:
    found = Correction.objects.select_related("receipt").get(pk=correction_id)
    with transaction.atomic():
        drawer = lock_drawer(found.receipt.cage_id)
        correction = Correction.objects.select_for_update(of=("self",)).select_related("receipt").get(pk=correction_id)
        if correction.outcome == Correction.Outcome.APPROVED and correction.closed_by_id == by:
            return correction
        own = check_approver(correction, by)
        check_brings_in(correction.receipt, correction.person_id, correction.amount)
        _lock_accounts(correction)
        _check_wallets(correction)
        _post(correction, drawer, by, now)
        correction.outcome = Correction.Outcome.APPROVED
        correction.closed_by_id, correction.closed_at = by, now
        correction.save(update_fields=["outcome", "closed_by", "closed_at", "reversal", "new"])
        record(
            by=by,
            act=CORRECTION_APPROVED,
            subject=Subject("correction", correction.pk),
            about=correction.person_id,
            reason=correction.reason,
            own=own,
        )
    return correction


def refuse(*, correction_id: int, reason: str, by: int, now: datetime) -> Correction:
    """Leaves the receipt as it is."""
    with transaction.atomic():
        correction = Correction.objects.select_for_update().get(pk=correction_id)
        if correction.outcome == Correction.Outcome.REFUSED and correction.closed_by_id == by:
            return correction
        if correction.outcome:
            raise Refused("decided", _("This correction is already decided."))
        correction.outcome, correction.answer = Correction.Outcome.REFUSED, reason
        correction.closed_by_id, correction.closed_at = by, now
        correction.save(update_fields=["outcome", "answer", "closed_by", "closed_at"])
        subject = Subject("correction", correction.pk)
        record(by=by, act=CORRECTION_REFUSED, subject=subject, about=correction.person_id, reason=reason)
    return correction


def _lock_accounts(correction: Correction) -> None:
    wrong = correction.receipt
    names = [
        accounts.cage(wrong.cage_id, wrong.currency),
        accounts.short(wrong.currency),
        accounts.over(wrong.currency),
        accounts.wallet(correction.person_id, wrong.currency),
    ]
    if wrong.person_id is not None and wrong.person_id != correction.person_id:
        names.append(accounts.wallet(wrong.person_id, wrong.currency))
    lock_accounts(*names)


def _check_wallets(correction: Correction) -> None:
    """Raises Refused with names of amounts if a wallet no longer holds what is taken back from it."""
    wrong = correction.receipt
    sign = 1 if wrong.amount > 0 else -1
    changes = {wrong.person_id: -wrong.amount}
    changes[correction.person_id] = changes.get(correction.person_id, 0) + sign * correction.amount
    for person, change in changes.items():
        assert person is not None, "deposits and payouts name a person"
        there = held(accounts.wallet(person, wrong.currency))
        if there + change < 0:
            sentence = _(
                "The wallet that has to give %(amount)s back holds %(there)s. Chips come back from tables first."
            )
            words = {"amount": money_text(-change, wrong.currency), "there": money_text(there, wrong.currency)}
            raise Refused("wallet_short", sentence % words)


def _post(correction: Correction, drawer: Drawer, by: int, now: datetime) -> None:
    """Posts in an order in which no account dips below zero on the way.

    The cash was counted when the drawer of the wrong receipt was closed, and the error booked as over or short: then
    that booking is taken back, and today's drawer keeps what it holds.
    """
    wrong = correction.receipt
    sign = 1 if wrong.amount > 0 else -1
    net = sign * correction.amount - wrong.amount
    counted_before = wrong.drawer_id != drawer.pk
    if counted_before and net < 0:
        _take_difference_back(correction, drawer, net, by, now)
    # A deposit is first paid in rightly, a payout first given back.
    steps = (_write_new, _reverse) if sign > 0 else (_reverse, _write_new)
    for step in steps:
        step(correction, drawer, by, now)
    if counted_before and net > 0:
        _take_difference_back(correction, drawer, net, by, now)


def _reverse(correction: Correction, drawer: Drawer, by: int, now: datetime) -> None:
    wrong = correction.receipt
    token = part(correction.token, "reversal")
    reason = f"{wrong.name}: {correction.reason}"
    entry = ledger.reverse(key=f"cage:{token}", entry_key=wrong.entry.key, reason=reason, by=by)
    slip = Slip(Kind.REVERSAL, wrong.currency, -wrong.amount, by, now, wrong.person_id, reason[:300])
    correction.reversal = issue_for(entry, drawer, token, slip)


def _write_new(correction: Correction, drawer: Drawer, by: int, now: datetime) -> None:
    if not correction.amount:
        return
    wrong = correction.receipt
    amount = correction.amount if wrong.amount > 0 else -correction.amount
    wallet = accounts.wallet(correction.person_id, wrong.currency)
    legs = cash.paid_in(drawer.cage_id, wallet, amount)
    slip = Slip(Kind(wrong.kind), wrong.currency, amount, by, now, correction.person_id, correction.reason)
    correction.new = issue(drawer, part(correction.token, "new"), wrong.kind, legs, slip)


def _take_difference_back(correction: Correction, drawer: Drawer, net: int, by: int, now: datetime) -> None:
    wrong = correction.receipt
    name = accounts.cage(drawer.cage_id, wrong.currency)
    booked = held(accounts.short(wrong.currency) if net < 0 else accounts.over(wrong.currency))
    if booked < abs(net):
        sentence = _(
            "The drawer of this receipt was closed without such a difference: only the person can be corrected."
        )
        raise Refused("no_difference", sentence)
    slip = Slip(Kind.DIFFERENCE, wrong.currency, -net, by, now, reason=correction.reason)
    legs = cash.undone(cash.difference(name, net))
    issue(drawer, part(correction.token, "difference"), "difference", legs, slip)
