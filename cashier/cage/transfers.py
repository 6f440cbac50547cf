"""Cash from one cage to another: sent by one, counted and received by another (M4)."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from backoffice.api import Change, Refused, Subject, check_own_act, record
from cashier.cage.common import CASH_RECEIVED, CASH_SENT, check_money, used_twice
from cashier.cage.drawers import check_holds, lock_accounts, lock_drawer
from cashier.cage.receipts import Kind, Slip, issue, part
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


def check_receiver(sent: CageTransfer, by: int) -> bool:
    """Whether who sent it receives it, which the owner may allow; raises Refused otherwise."""
    if sent.received_at is not None:
        raise Refused("received", _("This transfer was already received."))
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
