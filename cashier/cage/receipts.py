"""Receipts: numbered without gaps in each cage and day, one for each movement of a drawer's cash (M4)."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID, uuid5

from django.db.models import Max

from cashier import ledger
from cashier.cage.common import day_of, used_twice
from cashier.engine.posting import Cause, Leg
from cashier.models import Drawer, Entry, Receipt

Kind = Receipt.Kind


class Slip(NamedTuple):
    """What a receipt says besides its cage and number; `amount` is what the drawer gains, minor units."""

    kind: Receipt.Kind
    currency: str
    amount: int
    by: int
    at: datetime
    person: int | None = None
    reason: str = ""


def issue(drawer: Drawer, token: UUID, cause: str, legs: Sequence[Leg], slip: Slip) -> Receipt:
    """Posts the entry and writes its receipt with the next number; the caller has locked the drawer's cage."""
    receipt = next_receipt(drawer, token, slip)
    receipt.entry = ledger.post(
        key=f"cage:{token}",
        cause=Cause(cause, receipt.name, drawer.cage.name),
        legs=legs,
        reason=slip.reason,
        by=slip.by,
        at=slip.at,
    )
    receipt.save(force_insert=True)
    return receipt


def issue_for(entry: Entry, drawer: Drawer, token: UUID, slip: Slip) -> Receipt:
    """Writes the receipt of an entry that is posted already."""
    receipt = next_receipt(drawer, token, slip)
    receipt.entry = entry
    receipt.save(force_insert=True)
    return receipt


def next_receipt(drawer: Drawer, token: UUID, slip: Slip) -> Receipt:
    """The unsaved receipt with the next number of the cage's day; gapless because the cage's row is locked."""
    day = day_of(slip.at)
    numbers = Receipt.objects.filter(cage_id=drawer.cage_id, day=day)
    last = numbers.aggregate(last=Max("number"))["last"] or 0
    return Receipt(
        cage_id=drawer.cage_id,
        drawer=drawer,
        day=day,
        number=last + 1,
        token=token,
        kind=slip.kind,
        person_id=slip.person,
        amount=slip.amount,
        currency=slip.currency,
        reason=slip.reason,
        by_id=slip.by,
        at=slip.at,
    )


def issued_before(token: UUID, slip: Slip) -> Receipt | None:
    """The receipt of this form if it was sent before; raises Refused if it was sent with other values then."""
    first = Receipt.objects.filter(token=token).select_related("cage").first()
    if first is None:
        return None
    said = (first.kind, first.currency, first.amount, first.person_id, first.by_id)
    if said != (slip.kind, slip.currency, slip.amount, slip.person, slip.by):
        raise used_twice()
    return first


def part(token: UUID, name: str) -> UUID:
    """A token of its own for one of several receipts of a form; the same each time."""
    return uuid5(token, name)
