"""The ledger at a past moment: which entries it held then, and every balance after the last of them (M1, M2).

What counts is the order of the ledger, not the clocks of its writers. An entry gets its number under the locks of its
accounts, so on each account the numbers of entries and of legs rise together, while the times of two entries that were
written at once may be the other way round. The ledger of a moment holds every entry up to the one with the highest
number among those dated not later than it. So whole entries are in or out and the balances sum to zero, each balance is
that of a line of the account's statement, and a later moment never holds less. An entry that is being written now may
still appear among those of the last seconds.
"""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, F, Max, Min, OuterRef, Q, QuerySet, Subquery, Sum

from cashier.models import Account, Entry, Leg

SPREAD = 1000
"""Entries before the last one of a moment whose legs tell where the moment's legs end."""
SLACK = 10_000
"""Legs by which a writer may have been late between an entry and its legs; far more than can happen."""


_NUMBER = F("pk") + 0
"""The number of a row, computed: PostgreSQL would look for the highest of a few rows by reading all newer ones."""


class Moment(NamedTuple):
    """The ledger after the entry `entry`; its legs have numbers up to `last_leg`, among those of later entries."""

    entry: int
    last_leg: int


class TrialLine(NamedTuple):
    """The accounts of one kind and currency that had been used by a moment, and what they held; minor units."""

    currency: str
    kind: str
    accounts: int
    total: int


def moment_of(at: datetime) -> Moment:
    """The ledger as it was at a time."""
    return moment_after(Entry.objects.filter(at__lte=at).aggregate(last=Max("pk"))["last"] or 0)


def moment_after(entry: int) -> Moment:
    """The ledger as it was after an entry."""
    near = Leg.objects.filter(entry_id__gt=entry - SPREAD, entry_id__lte=entry)
    return Moment(entry, (near.aggregate(last=Max(_NUMBER))["last"] or 0) + SLACK)


def accounts_at(moment: Moment) -> QuerySet[Account]:
    """The accounts used by then, with `held`: what each held, minor units."""
    return Account.objects.annotate(held=Subquery(_legs_by(moment).values("balance_after")[:1])).exclude(held=None)


def balance_at(account: int, moment: Moment) -> int:
    """What one account held, minor units."""
    legs = Leg.objects.filter(account=account, pk__lte=moment.last_leg, entry_id__lte=moment.entry)
    return legs.order_by("-pk").values_list("balance_after", flat=True).first() or 0


def trial_balance(moment: Moment) -> list[TrialLine]:
    """The trial balance by currency and kind; each currency sums to zero."""
    lines = accounts_at(moment).order_by("currency", "kind").values_list("currency", "kind")
    return [TrialLine(*line) for line in lines.annotate(accounts=Count("pk"), total=Sum("held"))]


def legs_between(first: datetime | None, last: datetime | None) -> Q:
    """The condition of legs whose entries are dated from `first` to before `last`.

    Bounds of numbers spare a long statement the reading of all that is newer than the range.
    """
    dated, condition = Entry.objects.all(), Q()
    if first is not None:
        dated, condition = dated.filter(at__gte=first), condition & Q(entry__at__gte=first)
    if last is not None:
        dated, condition = dated.filter(at__lt=last), condition & Q(entry__at__lt=last)
    found = dated.aggregate(least=Min(_NUMBER), most=Max(_NUMBER))
    if found["most"] is None:
        return Q(pk__in=())
    near = Leg.objects.filter(entry_id__gte=found["least"], entry_id__lt=found["least"] + SPREAD)
    first_leg = (near.aggregate(first=Min(_NUMBER))["first"] or 0) - SLACK
    return condition & Q(pk__gte=first_leg, pk__lte=moment_after(found["most"]).last_leg)


def _legs_by(moment: Moment) -> QuerySet[Leg]:
    legs = Leg.objects.filter(account=OuterRef("pk"), pk__lte=moment.last_leg, entry_id__lte=moment.entry)
    return legs.order_by(F("pk").desc())
