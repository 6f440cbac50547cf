"""The limits above which a second person approves what is paid out, or given in vouchers (M4)."""

from collections.abc import Mapping
from datetime import datetime, time

from django.db import transaction
from django.db.models import Q, Sum
from django.utils import timezone

from backoffice.api import Change, Subject, record
from cashier.cage.common import LIMIT_CHANGED, day_of
from cashier.models import PayoutLimit, Receipt, Voucher, Withdrawal


def limit(currency: str) -> int:
    """What a person may be paid in a day without approval, minor units."""
    return PayoutLimit.objects.filter(currency=currency).values_list("amount", flat=True).first() or 0


def needs_approval(*, person: int, currency: str, amount: int, now: datetime) -> bool:
    """Whether a second person approves; the day's payouts count together, so that no sum is split to pass by it."""
    asked = Withdrawal.objects.filter(player_id=person, currency=currency, needs_approval=False, approved_by=None)
    asked = asked.filter(outcome="", asked_at__gte=_midnight(now))
    waiting = asked.aggregate(sum=Sum("amount"))["sum"] or 0
    return is_above_limit(person=person, currency=currency, amount=waiting + amount, now=now)


def is_above_limit(*, person: int, currency: str, amount: int, now: datetime) -> bool:
    """Whether this and what the person was paid today without approval is more than the limit."""
    return paid_today(person=person, currency=currency, now=now) + amount > limit(currency)


def paid_today(*, person: int, currency: str, now: datetime) -> int:
    """What the person was paid today without approval, minor units."""
    paid = Receipt.objects.filter(person_id=person, currency=currency, kind=Receipt.Kind.PAYOUT)
    # A payout that was corrected counts as it is now, on the day of the wrong receipt.
    paid = paid.filter(
        Q(new_of=None, day=day_of(now), withdrawal__approved_by=None)
        | Q(new_of__receipt__day=day_of(now), new_of__receipt__withdrawal__approved_by=None),
        entry__reversed_by=None,
    )
    return -(paid.aggregate(sum=Sum("amount"))["sum"] or 0)


def gift_needs_approval(*, by: int, currency: str, amount: int, now: datetime) -> bool:
    """Whether a second person approves a voucher of the house; what one person gives in a day counts together."""
    given = Voucher.objects.filter(issued_by_id=by, currency=currency, receipt=None, needs_approval=False)
    given = given.filter(issued_at__gte=_midnight(now))
    return (given.aggregate(sum=Sum("amount"))["sum"] or 0) + amount > limit(currency)


def _midnight(now: datetime) -> datetime:
    """When the room's day began."""
    return timezone.make_aware(datetime.combine(day_of(now), time()), timezone.get_default_timezone())


def set_limits(*, limits: Mapping[str, int], reason: str, by: int) -> None:
    """Stores the limit of each currency, minor units, and logs those that changed."""
    with transaction.atomic():
        changes = []
        for currency, amount in sorted(limits.items()):
            before = limit(currency)
            if before != amount:
                PayoutLimit.objects.update_or_create(currency=currency, defaults={"amount": amount})
                changes.append(Change(currency, str(before), str(amount)))
        if changes:
            record(by=by, act=LIMIT_CHANGED, subject=Subject("limit", ""), changes=changes, reason=reason)
