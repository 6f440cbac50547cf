"""Sums of the ledger for reports: what moved on accounts of a kind, by day, hour, cause, reference or owner.

A reversal counts as less of what it reverses, when it was posted. Hands are left out: they have sums of their own.
"""

from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import Coalesce, TruncDay, TruncHour, TruncMonth

from cashier.engine.accounts import Kind
from cashier.models import Account, Leg


class FlowsBy(StrEnum):
    """What flows are divided by."""

    MONTH = "month"
    DAY = "day"
    HOUR = "hour"
    CAUSE = "cause"
    REF = "ref"
    OWNER = "owner"
    ACCOUNT = "account"


class Flows(NamedTuple):
    """Which movements are asked for: on accounts of a kind and currency, from `since` until before `until`.

    `causes` restricts them if it is not empty, and so do `ref`, the start of the account's `code`, and `bots`: True for
    house bots alone, False for everybody else.
    """

    since: datetime
    until: datetime
    currency: str
    kind: Kind
    causes: tuple[str, ...] = ()
    ref: str = ""
    code: str = ""
    bots: bool | None = None


class Flow(NamedTuple):
    """What moved under one key and one cause, minor units; `came` above zero, `went` below."""

    key: Any  # a datetime, a cause, a reference, an owner's id
    cause: str
    amount: int
    came: int
    went: int
    entries: int


class FlowEntry(NamedTuple):
    """One movement of a report."""

    entry: int
    at: datetime
    cause: str
    ref: str
    label: str
    reason: str
    owner: int | None
    owner_name: str
    account: str
    amount: int


_TIMES = {FlowsBy.MONTH: TruncMonth, FlowsBy.DAY: TruncDay, FlowsBy.HOUR: TruncHour}
_FIELDS = {
    FlowsBy.CAUSE: "cause",
    FlowsBy.REF: "ref",
    FlowsBy.OWNER: "account__owner",
    FlowsBy.ACCOUNT: "account__code",
}


def flows(by: FlowsBy, wanted: Flows) -> list[Flow]:
    """What moved, by key and cause in order of the keys."""
    key = _TIMES[by]("entry__at") if by in _TIMES else F(_FIELDS[by])
    rows = _legs(wanted).annotate(key=key).order_by("key", "cause").values_list("key", "cause")
    came = Sum("amount", filter=Q(amount__gt=0), default=0)
    went = Sum("amount", filter=Q(amount__lt=0), default=0)
    sums = rows.annotate(moved=Sum("amount"), came=came, went=went, entries=Count("pk"))
    return [Flow(*row) for row in sums]


def flow_entries(wanted: Flows, *, after: int = 0, limit: int = 50) -> tuple[list[FlowEntry], int]:
    """A page of the movements, oldest first, after the leg with the id `after`.

    Also returns `after` of the next page, 0 on the last.
    """
    found = _legs(wanted).filter(pk__gt=after).order_by("pk").select_related("entry", "account__owner")
    rows = list(found[: limit + 1])
    return [_entry(row) for row in rows[:limit]], rows[limit - 1].pk if len(rows) > limit else 0


def _entry(leg: Any) -> FlowEntry:  # Any: a leg with the cause and reference that `_legs` adds
    entry, owner = leg.entry, leg.account.owner
    return FlowEntry(
        entry=entry.pk,
        at=entry.at,
        cause=leg.cause,
        ref=leg.ref,
        label=entry.label,
        reason=entry.reason,
        owner=leg.account.owner_id,
        owner_name=str(owner or ""),
        account=leg.account.code,
        amount=leg.amount,
    )


def held_by_kind(*, currency: str) -> dict[str, int]:
    """The sum of all balances of each kind of account, minor units."""
    return dict(Account.objects.filter(currency=currency).order_by("kind").values_list("kind").annotate(Sum("balance")))


def _legs(wanted: Flows) -> QuerySet[Any]:  # Any: the stubs do not know what is annotated
    found: QuerySet[Any] = Leg.objects.filter(
        account__kind=wanted.kind, account__currency=wanted.currency,
        entry__at__gte=wanted.since, entry__at__lt=wanted.until,
    ).exclude(entry__cause_kind="hand")  # fmt: skip
    found = found.annotate(
        cause=Coalesce("entry__reverses__cause_kind", "entry__cause_kind"),
        ref=Coalesce("entry__reverses__cause_ref", "entry__cause_ref"),
    )
    if wanted.causes:
        found = found.filter(cause__in=wanted.causes)
    if wanted.ref:
        found = found.filter(ref=wanted.ref)
    if wanted.code:
        found = found.filter(account__code__startswith=wanted.code)
    if wanted.bots is not None:
        found = found.filter(account__owner__is_bot=wanted.bots)
    return found
