"""Sums of the ledger for reports: what moved on accounts, by day, cause, reference or owner.

A reversal counts as less of what it reverses, when it was posted. Hands are left out: they have sums of their own.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet, Sum
from django.db.models.functions import TruncDay, TruncMonth
from django.utils.text import capfirst

from cashier.currencies import currencies
from cashier.engine.accounts import Kind
from cashier.engine.currency import PLAY
from cashier.models import CAUSE_NAMES, Account, Cage, Leg, Withdrawal


class FlowsBy(StrEnum):
    """What movements are divided by: a month or day, the entry's cause or reference, the account or its owner."""

    MONTH = "month"
    DAY = "day"
    CAUSE = "cause"
    REF = "ref"
    OWNER = "owner"
    ACCOUNT = "account"


class Part(NamedTuple):
    """Movements that make up one figure: on accounts of a kind, whose codes start with `code`, by some causes.

    Empty fields do not restrict it. `bots` is True for house bots alone and False for everybody else; `sign` -1 counts
    what went as above zero; `came` leaves out what went. With `or_kind` accounts of a second kind count, too.
    """

    kind: Kind
    causes: tuple[str, ...] = ()
    code: str = ""
    bots: bool | None = None
    sign: int = 1
    came: bool = False
    or_kind: Kind | None = None

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of accounts."""
        return (self.kind,) if self.or_kind is None else (self.kind, self.or_kind)

    @property
    def condition(self) -> Q:
        """The condition on legs with their `cause`."""
        same: dict[str, object] = {"account__kind__in": self.kinds}
        if self.causes:
            same["cause__in"] = self.causes
        if self.code:
            same["account__code__startswith"] = self.code
        if self.bots is not None:
            same["account__owner__is_bot"] = self.bots
        if self.came:
            same["amount__gt"] = 0
        return Q(**same)


class Flows(NamedTuple):
    """The time and currency of movements, and one reference, owner or cause if they are given."""

    since: datetime
    until: datetime
    currency: str
    ref: str = ""
    owner: int = 0
    cause: str = ""


class FlowEntry(NamedTuple):
    """One movement: `amount` in minor units counts for the figure of the part with the number `part`."""

    entry: int
    at: datetime
    cause: str
    ref: str
    label: str
    reason: str
    owner: int | None
    owner_name: str
    account: str
    part: int
    amount: int


_KEYS = {
    FlowsBy.MONTH: TruncMonth("entry__at"),
    FlowsBy.DAY: TruncDay("entry__at"),
    FlowsBy.CAUSE: F("cause"),
    FlowsBy.REF: F("ref"),
    FlowsBy.OWNER: F("account__owner"),
    FlowsBy.ACCOUNT: F("account__code"),
}


def flow_sums(by: FlowsBy, wanted: Flows, parts: Sequence[Part]) -> Mapping[Any, Sequence[int]]:
    """The figure of each part by key: datetimes, texts, or ids of owners; minor units. Times are in order."""
    sums: dict[Any, list[int]] = defaultdict(lambda: [0] * len(parts))
    for legs in _legs(wanted, parts):
        rows = legs.annotate(key=_KEYS[by]).order_by("key").values_list("key").annotate(**_figures(parts))
        for key, *amounts in rows:
            sums[key] = [known + (more or 0) for known, more in zip(sums[key], amounts, strict=True)]
    return {key: sums[key] for key in sorted(sums)} if by in (FlowsBy.MONTH, FlowsBy.DAY) else sums


def flow_total(wanted: Flows, parts: Sequence[Part]) -> Sequence[int]:
    """The figure of each part, minor units."""
    rows = [legs.aggregate(**_figures(parts)) for legs in _legs(wanted, parts)]
    return [sum(row[name] or 0 for row in rows) for name in _figures(parts)]


def flow_entries(
    wanted: Flows, parts: Sequence[Part], *, after: int = 0, limit: int = 50
) -> tuple[list[FlowEntry], int]:
    """A page of the movements, oldest first, after the leg with the id `after`.

    Also returns `after` of the next page, 0 on the last.
    """
    last = Leg.objects.filter(pk=after).values_list("entry__at", flat=True).first()
    both, rows = _legs(wanted, parts), list[Any]()
    begins, days = max(last or wanted.since, wanted.since), timedelta(days=1)
    # A day at first and then ever longer, as sorting the movements of all days takes long.
    while begins < wanted.until and len(rows) <= limit:
        ends = min(begins + days, wanted.until)
        for legs in both:
            found = legs.filter(entry__at__gte=begins, entry__at__lt=ends).exclude(entry__at=last, pk__lte=after)
            rows += found.order_by("entry__at", "pk").select_related("entry", "account__owner")[: limit + 1]
        begins, days = ends, 4 * days
    rows.sort(key=lambda leg: (leg.entry.at, leg.pk))
    return [_entry(row, parts) for row in rows[:limit]], rows[limit - 1].pk if len(rows) > limit else 0


def held_by_kind(*, currency: str, bots: bool | None = None) -> dict[str, int]:
    """The sum of all balances of each kind of account, minor units; they sum to zero.

    `bots` is True for the accounts of house bots alone and False for all others.
    """
    held = Account.objects.filter(currency=currency)
    if bots is not None:
        held = held.filter(owner__is_bot=True) if bots else held.exclude(owner__is_bot=True)
    return dict(held.order_by("kind").values_list("kind").annotate(Sum("balance")))


def _entry(leg: Any, parts: Sequence[Part]) -> FlowEntry:  # Any: a leg with the cause and reference of `_legs`
    entry, account = leg.entry, leg.account
    number = next(number for number, part in enumerate(parts) if _counts(part, leg))
    return FlowEntry(
        entry=entry.pk,
        at=entry.at,
        cause=leg.cause,
        ref=leg.ref,
        label=entry.label,
        reason=entry.reason,
        owner=account.owner_id,
        owner_name=str(account.owner or ""),
        account=account.code,
        part=number,
        amount=parts[number].sign * leg.amount,
    )


def _counts(part: Part, leg: Any) -> bool:  # Any: as above
    """Whether the leg meets the part's condition."""
    account = leg.account
    return (
        account.kind in part.kinds
        and (not part.causes or leg.cause in part.causes)
        and account.code.startswith(part.code)
        and (part.bots is None or (account.owner is not None and account.owner.is_bot == part.bots))
        and not (part.came and leg.amount < 0)
    )


def _figures(parts: Sequence[Part]) -> dict[str, Any]:  # Any: sums of a sign that the stubs do not know
    """The sum of each part, all read at once."""
    return {f"part{number}": part.sign * Sum("amount", filter=part.condition) for number, part in enumerate(parts)}


def _legs(wanted: Flows, parts: Sequence[Part]) -> list[QuerySet[Any]]:  # Any: the stubs do not know what is annotated
    """The legs of any of the parts with their `cause` and `ref`: those of entries, and those of reversals.

    Two queries, because one that joins each entry with what it reverses would read the entries of all hands.
    """
    dated = Leg.objects.filter(
        account__currency=wanted.currency, entry__at__gte=wanted.since, entry__at__lt=wanted.until
    ).exclude(entry__cause_kind="hand")
    same = {"ref": wanted.ref, "account__owner": wanted.owner, "cause": wanted.cause}
    narrowed = {name: value for name, value in same.items() if value}
    if all(part.causes for part in parts):
        narrowed["cause__in"] = sorted({cause for part in parts for cause in part.causes})
    found = []
    for caused_by, is_undone in (("entry", False), ("entry__reverses", True)):
        legs: QuerySet[Any] = dated.filter(entry__reverses__isnull=not is_undone)
        legs = legs.annotate(cause=F(f"{caused_by}__cause_kind"), ref=F(f"{caused_by}__cause_ref"))
        found.append(legs.filter(reduce(or_, (part.condition for part in parts)), **narrowed))
    return found


def cause_name(kind: str) -> str:
    """What a cause is called."""
    return capfirst(str(CAUSE_NAMES.get(kind, kind)))


def account_kind_name(kind: str) -> str:
    """What accounts of a kind hold."""
    return capfirst(str(Account.Kind(kind).label))


def held_in_drawers(*, currency: str) -> dict[str, int]:
    """What each cage holds by the book, by its name; minor units."""
    held = Account.objects.filter(kind=Kind.CAGE, currency=currency, code__startswith="cage:")
    by_code = dict(held.values_list("code", "balance"))
    names = Cage.objects.order_by("name").values_list("pk", "name")
    return {name: by_code[code] for pk, name in names if (code := f"cage:{pk}:{currency}") in by_code}


def waiting_withdrawals() -> int:
    """How many requests of players wait to be approved or paid."""
    return Withdrawal.objects.filter(outcome="").count()


def used_currency() -> str:
    """The first currency in use that is in any wallet, real money before play money."""
    held = set(Account.objects.filter(kind=Kind.WALLET).order_by().values_list("currency", flat=True).distinct())
    codes = [info.code for info in currencies()]
    return next((code for code in codes if code in held and code != PLAY), codes[0])
