"""Cash from one cage to another: sent by one, counted and received by another, or taken back before (M4)."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from backoffice.api import Change, Refused, Subject, check_own_act, record
from cashier import ledger
from cashier.cage.common import CASH_RECEIVED, CASH_SENT, CASH_TAKEN_BACK, check_money, used_twice
from cashier.cage.drawers import check_holds, lock_accounts, lock_drawer
from cashier.cage.receipts import Kind, Slip, issue, issue_for, part
from cashier.engine import accounts, cash
from cashier.engine.posting import Leg
from cashier.models import CageTransfer


def send(
    *, token: UUID, source: int, target: int, currency: str, amount: int, reason: str, by: int, now: datetime
) -> CageTransfer:
    """Takes cash out of a drawer for another cage, minor units; it is in transit until it is received."""
    check_money(amount, currency)
    if source == target:
        raise Refused("same_cage", _("Choose another cage."), field="target")
    with transaction.atomic():
        drawer = lock_drawer(source)
        for first in CageTransfer.objects.filter(token=token):
            if (first.source_id, first.target_id, first.currency, first.amount) != (source, target, currency, amount):
                raise used_twice()
            return first
        name, transit = accounts.cage(source, currency), accounts.in_transit(currency)
        lock_accounts(name, transit)
        check_holds(source, currency, amount)
        legs = (Leg(name, -amount), Leg(transit, amount))
        issue(drawer, token, "cage_sent", legs, Slip(Kind.SENT, currency, -amount, by, now, reason=reason))
        sent = CageTransfer.objects.create(
            token=token,
            source_id=source,
            target_id=target,
            currency=currency,
            amount=amount,
            reason=reason,
            sent_by_id=by,
            sent_at=now,
        )
        record(by=by, act=CASH_SENT, subject=Subject("transfer", sent.pk), reason=reason)
    return sent


def check_under_way(sent: CageTransfer) -> None:
    """Raises Refused for a transfer that was received or taken back."""
    if sent.received_at is not None:
        raise Refused("received", _("This transfer was already received."))
    if sent.taken_back_at is not None:
        raise Refused("taken_back", _("This transfer was taken back."))


def check_receiver(sent: CageTransfer, by: int) -> bool:
    """Whether who sent it receives it, which the owner may allow; raises Refused otherwise."""
    check_under_way(sent)
    return check_own_act(by, sent.sent_by_id)


def receive(*, transfer_id: int, counted: int, explanation: str, by: int, now: datetime) -> CageTransfer:
    """Puts what was counted into the drawer, minor units; a difference is explained and booked."""
    target = CageTransfer.objects.values_list("target_id", flat=True).get(pk=transfer_id)
    with transaction.atomic():
        drawer = lock_drawer(target)
        sent = CageTransfer.objects.select_for_update().get(pk=transfer_id)
        if sent.received_by_id == by and sent.counted == counted:
            return sent
        own = check_receiver(sent, by)
        lost = sent.amount - counted
        if lost and not explanation.strip():
            raise Refused("not_explained", _("Explain the difference: it is booked and kept."), field="explanation")
        transit, name = accounts.in_transit(sent.currency), accounts.cage(target, sent.currency)
        lock_accounts(transit, name)
        slip = Slip(Kind.RECEIVED, sent.currency, sent.amount, by, now, reason=sent.reason)
        legs = (Leg(transit, -sent.amount), Leg(name, sent.amount))
        issue(drawer, part(sent.token, "received"), "cage_received", legs, slip)
        if lost:
            slip = Slip(Kind.DIFFERENCE, sent.currency, -lost, by, now, reason=explanation)
            issue(drawer, part(sent.token, "difference"), "difference", cash.difference(name, -lost), slip)
        sent.received_by_id, sent.received_at, sent.counted, sent.explanation = by, now, counted, explanation
        sent.save(update_fields=["received_by", "received_at", "counted", "explanation"])
        changes = [Change(sent.currency, str(sent.amount), str(counted))] if lost else []
        subject = Subject("transfer", sent.pk)
        record(by=by, act=CASH_RECEIVED, subject=subject, changes=changes, reason=explanation, own=own)
    return sent


def check_taker(sent: CageTransfer, *, by: int, supervises: bool) -> None:
    """Raises Refused for anybody but the sender and supervisors, and for a transfer that has ended."""
    check_under_way(sent)
    if by != sent.sent_by_id and not supervises:
        raise Refused("not_sender", _("Only the person who sent this cash, or a supervisor, can take it back."))


def take_back(*, transfer_id: int, supervises: bool, explanation: str, by: int, now: datetime) -> CageTransfer:
    """Puts cash that nobody has received back into the drawer it came from, by a reversal with its own receipt."""
    source = CageTransfer.objects.values_list("source_id", flat=True).get(pk=transfer_id)
    with transaction.atomic():
        drawer = lock_drawer(source)
        sent = CageTransfer.objects.select_for_update().get(pk=transfer_id)
        if sent.taken_back_by_id == by:
            return sent
        check_taker(sent, by=by, supervises=supervises)
        token = part(sent.token, "taken back")
        entry = ledger.reverse(key=f"cage:{token}", entry_key=f"cage:{sent.token}", reason=explanation, by=by)
        issue_for(entry, drawer, token, Slip(Kind.REVERSAL, sent.currency, sent.amount, by, now, reason=explanation))
        sent.taken_back_by_id, sent.taken_back_at, sent.explanation = by, now, explanation
        sent.save(update_fields=["taken_back_by", "taken_back_at", "explanation"])
        record(by=by, act=CASH_TAKEN_BACK, subject=Subject("transfer", sent.pk), reason=explanation)
    return sent
