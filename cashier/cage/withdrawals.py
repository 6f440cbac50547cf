"""Withdrawals: reserved when they are asked for, approved by a second person above the limit, then paid (M4)."""

from collections import Counter
from datetime import datetime
from enum import StrEnum
from functools import cache
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from backoffice.api import Refused, Subject, check_own_act, record
from cashier import ledger
from cashier.cage.common import (
    PAYOUT,
    WITHDRAWAL_APPROVED,
    WITHDRAWAL_ASKED,
    WITHDRAWAL_REFUSED,
    check_money,
    used_twice,
)
from cashier.cage.desk import check_wallet_holds
from cashier.cage.drawers import check_holds, lock_accounts, lock_drawer
from cashier.cage.limits import is_above_limit, limit, needs_approval, paid_today
from cashier.cage.receipts import Kind, Slip, issue, part
from cashier.engine import accounts, cash
from cashier.engine.accounts import AccountName
from cashier.engine.posting import Cause, transfer
from cashier.models import Receipt, Withdrawal


def ask(
    *, token: UUID, player: int, currency: str, amount: int, by: int, now: datetime, reason: str = ""
) -> Withdrawal:
    """Reserves the amount, minor units; `by` is the player, or the cashier at whose desk the player stands."""
    check_money(amount, currency)
    wallet, pending = accounts.wallet(player, currency), accounts.pending(player, currency)
    with transaction.atomic():
        ledger.lock_accounts([wallet, pending])
        for first in Withdrawal.objects.filter(token=token):
            if (first.player_id, first.currency, first.amount, first.asked_by_id) != (player, currency, amount, by):
                raise used_twice()
            return first
        check_wallet_holds(player, currency, amount)
        request = Withdrawal.objects.create(
            token=token,
            player_id=player,
            currency=currency,
            amount=amount,
            reason=reason,
            asked_by_id=by,
            asked_at=now,
            needs_approval=needs_approval(person=player, currency=currency, amount=amount, now=now),
        )
        key = f"withdrawal:{request.pk}"
        posting = transfer(key=key, source=wallet, target=pending, amount=amount)
        cause = Cause("withdrawal", str(request.pk))
        ledger.post(key=key, cause=cause, legs=posting.legs, reason=reason, by=by, at=now)
        if by != player:
            subject = Subject("withdrawal", request.pk)
            record(by=by, act=WITHDRAWAL_ASKED, subject=subject, about=player, reason=reason)
    return request


def owe(*, source: AccountName, key: str, player: int, amount: int, cause: Cause, reason: str, now: datetime) -> None:
    """Reserves money of somebody whose account is deleted, so that no wallet takes it; a second person approves."""
    pending = accounts.pending(player, source.currency)
    Withdrawal.objects.create(
        token=uuid4(),
        player_id=player,
        currency=source.currency,
        amount=amount,
        reason=reason,
        asked_by_id=player,
        asked_at=now,
    )
    posting = transfer(key=key, source=source, target=pending, amount=amount)
    ledger.post(key=key, cause=cause, legs=posting.legs, reason=reason, at=now)


def check_approver(request: Withdrawal, by: int) -> bool:
    """Whether the approver asked for it, which the owner may allow; raises Refused if it is not allowed."""
    if request.outcome:
        raise ended(request)
    return check_own_act(by, request.player_id, request.asked_by_id)


def approve(*, request_id: int, reason: str, by: int, now: datetime) -> Withdrawal:
    """Lets the desk pay; not by whoever asked or gets it, and not by whoever pays it later."""
    with transaction.atomic():
        request = _lock(request_id)
        if request.approved_by_id == by and not request.outcome:
            return request
        own = check_approver(request, by)
        if not waits_for_approval(request, now):
            raise Refused("approved", _("This withdrawal is already approved."))
        request.approved_by_id, request.approved_at = by, now
        request.save(update_fields=["approved_by", "approved_at"])
        subject = Subject("withdrawal", request.pk)
        record(by=by, act=WITHDRAWAL_APPROVED, subject=subject, about=request.player_id, reason=reason, own=own)
    return request


def waits_for_approval(request: Withdrawal, now: datetime) -> bool:
    """Whether a second person approves it before it is paid now.

    What was asked for on several days is paid within the limit of this one.
    """
    if request.outcome or request.approved_by_id is not None:
        return False
    person, currency, amount = request.player_id, request.currency, request.amount
    return request.needs_approval or is_above_limit(person=person, currency=currency, amount=amount, now=now)


class WaitsFor(StrEnum):
    """What a withdrawal waits for: a second person, a desk that pays it, or a desk that pays no earlier one today."""

    APPROVAL = "approve"
    DESK = "pay"
    LIMIT = "limit"


def waiting(now: datetime, *, player: int | None = None) -> dict[int, WaitsFor]:
    """What each withdrawal waits for now, of all players or one; the earliest come first in the limit of the day."""
    requests = Withdrawal.objects.filter(outcome="").order_by("pk")
    if player is not None:
        requests = requests.filter(player=player)
    limit_of = cache(limit)
    paid = cache(lambda person, currency: paid_today(person=person, currency=currency, now=now))
    found, before = {}, Counter[tuple[int, str]]()
    for request in requests:
        whose, amount = (request.player_id, request.currency), request.amount
        if request.needs_approval or request.approved_by_id is not None:
            found[request.pk] = WaitsFor.DESK if request.may_be_paid else WaitsFor.APPROVAL
        elif paid(*whose) + amount > limit_of(request.currency):
            found[request.pk] = WaitsFor.APPROVAL
        elif paid(*whose) + before[whose] + amount > limit_of(request.currency):
            found[request.pk] = WaitsFor.LIMIT
        else:
            found[request.pk] = WaitsFor.DESK
            before[whose] += amount
    return found


def check_payer(request: Withdrawal, by: int, now: datetime) -> bool:
    """Whether the payer approved it, which the owner may allow; raises Refused if this person may not pay it yet."""
    if request.outcome:
        raise ended(request)
    if waits_for_approval(request, now):
        raise Refused("needs_approval", _("A second person approves this withdrawal first."))
    return check_own_act(by, request.player_id, request.approved_by_id)


def pay(*, request_id: int, cage_id: int, by: int, now: datetime) -> Receipt:
    """Pays the reserved amount in cash at this desk."""
    with transaction.atomic():
        drawer = lock_drawer(cage_id)
        request = _lock(request_id)
        if request.receipt is not None and request.receipt.by_id == by and request.receipt.cage_id == cage_id:
            return request.receipt
        player, currency, amount = request.player_id, request.currency, request.amount
        wallet, pending = accounts.wallet(player, currency), accounts.pending(player, currency)
        lock_accounts(wallet, pending, accounts.cage(cage_id, currency))
        own = check_payer(request, by, now)
        check_holds(cage_id, currency, amount)
        # Through the wallet, so that a correction mirrors a payout like any other.
        _release(request, by, now)
        slip = Slip(Kind.PAYOUT, currency, -amount, by, now, player, request.reason)
        token = part(request.token, "paid")
        receipt = issue(drawer, token, "payout", cash.paid_in(cage_id, wallet, -amount), slip)
        _end(request, Withdrawal.Outcome.PAID, by=by, now=now, receipt=receipt)
        record(by=by, act=PAYOUT, subject=Subject("receipt", receipt.pk), about=player, reason=request.reason, own=own)
    return receipt


def refuse(*, request_id: int, reason: str, by: int, now: datetime) -> Withdrawal:
    """Gives the money back to the wallet; the player reads the reason."""
    with transaction.atomic():
        request = _lock(request_id)
        if request.outcome == Withdrawal.Outcome.REFUSED and request.closed_by_id == by:
            return request
        if request.outcome:
            raise ended(request)
        check_returnable(request)
        own = check_own_act(by, request.player_id)
        _release(request, by, now)
        _end(request, Withdrawal.Outcome.REFUSED, by=by, now=now, answer=reason)
        subject = Subject("withdrawal", request.pk)
        record(by=by, act=WITHDRAWAL_REFUSED, subject=subject, about=request.player_id, reason=reason, own=own)
    return request


def cancel(*, request_id: int, player: int, now: datetime) -> Withdrawal:
    """Gives the money back because the player asks for it."""
    with transaction.atomic():
        request = _lock(request_id)
        if request.player_id != player:
            raise Refused("not_yours", _("This withdrawal is not yours."))
        if request.outcome == Withdrawal.Outcome.CANCELLED:
            return request
        if request.outcome:
            raise ended(request)
        check_returnable(request)
        _release(request, player, now)
        _end(request, Withdrawal.Outcome.CANCELLED, by=player, now=now)
    return request


def check_returnable(request: Withdrawal) -> None:
    """Raises Refused for money that no wallet takes.

    It is that of an expired voucher, which the player was not allowed to deposit (M7), or of a deleted account.
    """
    if request.player.deleted_at is not None:
        raise Refused("deleted", _("This account is deleted: its money is only paid out in cash, at a desk."))
    if request.voucher is not None:
        raise Refused("voucher", _("This is the money of an expired voucher: it is only paid out in cash, at a desk."))


def ended(request: Withdrawal) -> Refused:
    """The refusal for a withdrawal that is over."""
    sentences = {
        Withdrawal.Outcome.PAID: _("This withdrawal is already paid out."),
        Withdrawal.Outcome.REFUSED: _("This withdrawal was refused."),
        Withdrawal.Outcome.CANCELLED: _("The player cancelled this withdrawal."),
    }
    return Refused("ended", sentences[Withdrawal.Outcome(request.outcome)])


def _lock(request_id: int) -> Withdrawal:
    return Withdrawal.objects.select_for_update().get(pk=request_id)


def _release(request: Withdrawal, by: int, now: datetime) -> None:
    wallet = accounts.wallet(request.player_id, request.currency)
    pending = accounts.pending(request.player_id, request.currency)
    key = f"withdrawal:{request.pk}:back"
    posting = transfer(key=key, source=pending, target=wallet, amount=request.amount)
    ledger.post(key=key, cause=Cause("withdrawal_back", str(request.pk)), legs=posting.legs, by=by, at=now)


def _end(
    request: Withdrawal,
    outcome: Withdrawal.Outcome,
    *,
    by: int,
    now: datetime,
    answer: str = "",
    receipt: Receipt | None = None,
) -> None:
    request.outcome, request.closed_by_id, request.closed_at = outcome, by, now
    request.answer, request.receipt = answer, receipt
    request.save(update_fields=["outcome", "closed_by", "closed_at", "answer", "receipt"])


def was_asked(token: UUID) -> bool:
    """Whether a form has asked for its withdrawal already."""
    return Withdrawal.objects.filter(token=token).exists()
