"""Vouchers: a printed code that works once, in one currency, until it expires (M4)."""

import hashlib
import secrets
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from backoffice.api import Change, Refused, Subject, check_own_act, record
from cashier import ledger
from cashier.cage.common import VOUCHER_APPROVED, VOUCHER_ISSUED, check_money, used_twice
from cashier.cage.drawers import lock_drawer
from cashier.cage.limits import gift_needs_approval
from cashier.cage.receipts import Kind, Slip, issue
from cashier.engine import accounts, cash
from cashier.engine.posting import Cause, transfer
from cashier.models import Drawer, Voucher
from cashier.protection import check_deposit

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without the letters and digits that are read for one another."""
CODE_LENGTH = 16


class Issued(NamedTuple):
    """A voucher with its code, which is nowhere else; "" if the form was sent before and the code was shown then."""

    voucher: Voucher
    code: str


def issue_voucher(
    *,
    token: UUID,
    currency: str,
    amount: int,
    expires_at: datetime,
    by: int,
    now: datetime,
    cage_id: int | None,
    buyer: int | None = None,
    reason: str = "",
) -> Issued:
    """Sells a voucher for cash at a desk, or gives it from the house without one (`cage_id` None); minor units.

    What one person gives in a day above the limit works only once a second person has approved it.
    """
    check_money(amount, currency)
    if expires_at <= now:
        raise Refused("expired", _("A voucher has to be valid for some time."), field="expires")
    with transaction.atomic():
        drawer = None if cage_id is None else lock_drawer(cage_id)
        for first in Voucher.objects.filter(token=token):
            if (first.currency, first.amount, first.issued_by_id) != (currency, amount, by):
                raise used_twice()
            return Issued(first, "")
        own = check_own_act(by, buyer)
        if buyer is not None:
            # A voucher that expires comes back to its buyer, so nobody buys more than they may deposit (M7).
            check_deposit(user_id=buyer, amount=amount, currency=currency)
        code = new_code()
        voucher = Voucher(
            token=token,
            code_hash=hash_of(code),
            code_end=code[-4:],
            currency=currency,
            amount=amount,
            reason=reason,
            buyer_id=buyer,
            issued_by_id=by,
            issued_at=now,
            expires_at=expires_at,
        )
        _book(voucher, drawer, now)
        # The house's account is locked by now, so that two gifts at once count together.
        voucher.needs_approval = drawer is None and gift_needs_approval(
            by=by, currency=currency, amount=amount, now=now
        )
        voucher.save(force_insert=True)
        subject = Subject("voucher", voucher.pk)
        changes = [Change(currency, "", str(amount))]
        record(by=by, act=VOUCHER_ISSUED, subject=subject, about=buyer, changes=changes, reason=reason, own=own)
    return Issued(voucher, code)


def check_approver(voucher: Voucher, by: int) -> bool:
    """Whether the approver asked for it, which the owner may allow; raises Refused if it is not allowed."""
    if not voucher.waits_for_approval:
        raise Refused("approved", _("This voucher waits for no approval."))
    return check_own_act(by, voucher.issued_by_id)


def approve(*, voucher_id: int, reason: str, by: int) -> Voucher:
    """Lets a voucher of the house work; not by whoever gave it, and whoever approves it does not use it."""
    with transaction.atomic():
        voucher = Voucher.objects.select_for_update().get(pk=voucher_id)
        if voucher.approved_by_id == by:
            return voucher
        own = check_approver(voucher, by)
        voucher.approved_by_id, voucher.approved_at = by, timezone.now()
        voucher.save(update_fields=["approved_by", "approved_at"])
        changes = [Change(voucher.currency, "", str(voucher.amount))]
        subject = Subject("voucher", voucher.pk)
        record(by=by, act=VOUCHER_APPROVED, subject=subject, changes=changes, reason=reason, own=own)
    return voucher


def _book(voucher: Voucher, drawer: Drawer | None, now: datetime) -> None:
    unused = accounts.vouchers(voucher.currency)
    by, amount = voucher.issued_by_id, voucher.amount
    if drawer is None:
        key = f"voucher:{voucher.token}"
        legs = cash.claim(unused, amount)
        ledger.post(key=key, cause=Cause("voucher_given"), legs=legs, reason=voucher.reason, by=by, at=now)
        return
    slip = Slip(Kind.VOUCHER, voucher.currency, amount, by, now, voucher.buyer_id, voucher.reason)
    legs = cash.paid_in(drawer.cage_id, unused, amount)
    voucher.receipt = issue(drawer, voucher.token, "voucher_sold", legs, slip)


def redeem(*, code: str, player: int, now: datetime) -> Voucher:
    """Credits the voucher to the player's wallet, once."""
    with transaction.atomic():
        voucher = Voucher.objects.select_for_update().filter(code_hash=hash_of(code)).first()
        if voucher is None:
            raise Refused("unknown_code", _("No voucher has this code. Compare it with the printed one."), field="code")
        if voucher.used_by_id == player:
            return voucher
        if voucher.used_at is not None:
            raise Refused("used", _("This voucher was already used."), field="code")
        if voucher.returned_at is not None or voucher.expires_at <= now:
            day = date_format(timezone.localtime(voucher.expires_at), "SHORT_DATE_FORMAT")
            raise Refused("expired", _("This voucher expired on %(day)s.") % {"day": day}, field="code")
        if voucher.waits_for_approval:
            raise Refused(
                "not_approved", _("This voucher does not work yet: the room approves it first."), field="code"
            )
        check_own_act(player, voucher.issued_by_id, voucher.approved_by_id)
        # A voucher brings money in as a deposit does, so the same limits apply (M7).
        check_deposit(user_id=player, amount=voucher.amount, currency=voucher.currency, is_own=True)
        key = f"voucher:{voucher.pk}:used"
        wallet = accounts.wallet(player, voucher.currency)
        unused = accounts.vouchers(voucher.currency)
        posting = transfer(key=key, source=unused, target=wallet, amount=voucher.amount)
        cause = Cause("voucher", str(voucher.pk), f"…{voucher.code_end}")
        ledger.post(key=key, cause=cause, legs=posting.legs, by=player, at=now)
        voucher.used_by_id, voucher.used_at = player, now
        voucher.save(update_fields=["used_by", "used_at"])
    return voucher


def new_code() -> str:
    """A code that cannot be guessed: 79 random bits."""
    return "".join(secrets.choice(ALPHABET) for _place in range(CODE_LENGTH))


def hash_of(code: str) -> str:
    """What is kept of a code, however it was typed: spaces, dashes and small letters do not matter."""
    letters = "".join(char for char in code.upper() if char.isalnum())
    return hashlib.sha256(letters.encode()).hexdigest()


def in_groups(code: str) -> str:
    """The code as it is printed: four groups of four."""
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))
