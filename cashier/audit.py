"""The audit of the ledger (M2): named checks, each of which reports every breach it finds."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, Q, Sum, Window
from django.db.models.functions import Coalesce
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from backoffice.api import Text, snapshot
from cashier.engine.accounts import Kind
from cashier.models import Account, Entry, Leg


@dataclass(frozen=True, slots=True)
class Breach:
    """One breach: a stable code, and what was found."""

    code: str
    text: str


Check = Callable[[], Iterator[Breach]]
CHECKS: list[Check] = []
_NAMES: dict[Check, Text] = {}


@dataclass(frozen=True, slots=True)
class Checked:
    """One check: what it proves in words, and every breach it found."""

    name: Text
    breaches: tuple[Breach, ...]


@dataclass(frozen=True, slots=True)
class Findings:
    """The result of an audit; `total` is the sum over all accounts and must be 0."""

    accounts: int
    entries: int
    legs: int
    total: int
    checks: tuple[Checked, ...]

    @property
    def breaches(self) -> tuple[Breach, ...]:
        """What all checks found together."""
        return tuple(breach for check in self.checks for breach in check.breaches)


def audit_with(check: Callable[[], Iterable[tuple[str, str]]], *, name: Text) -> None:
    """Adds another app's check to every audit; it yields (code, text) for each breach, `name` says what it proves."""

    def run() -> Iterator[Breach]:
        return (Breach(code, text) for code, text in check())

    proves(name)(run)


def proves(name: Text) -> Callable[[Check], Check]:
    """Adds a check to every later audit, with what it proves in words."""

    def decorate(check: Check) -> Check:
        _NAMES[check] = name
        return register_audit(check)

    return decorate


def register_audit(check: Check) -> Check:
    """Adds a check to every later audit; works as a decorator, and adding it twice changes nothing."""
    if check not in CHECKS:
        CHECKS.append(check)
    return check


def run_audit() -> Findings:
    """Runs every check on one snapshot of the database."""
    with snapshot():
        return Findings(
            accounts=Account.objects.count(),
            entries=Entry.objects.count(),
            legs=Leg.objects.count(),
            total=Account.objects.aggregate(total=Sum("balance"))["total"] or 0,
            checks=tuple(Checked(_NAMES.get(check, check.__name__), tuple(check())) for check in CHECKS),
        )


@proves(_("All accounts of each currency sum to zero"))
def zero_sum() -> Iterator[Breach]:
    """All accounts of a currency sum to zero, and so do all its legs."""
    for currency, total in Account.objects.order_by("currency").values_list("currency").annotate(Sum("balance")):
        if total:
            yield Breach(
                "zero_sum",
                gettext("accounts in %(currency)s sum to %(total)s") % {"currency": currency, "total": total},
            )
    legs = Leg.objects.order_by("account__currency").values_list("account__currency")
    for currency, total in legs.annotate(Sum("amount")):
        if total:
            yield Breach(
                "zero_sum", gettext("legs in %(currency)s sum to %(total)s") % {"currency": currency, "total": total}
            )


@proves(_("Every entry has two legs or more in one currency and sums to zero"))
def entries_balance() -> Iterator[Breach]:
    """Every entry has two legs or more, in one currency, summing to zero."""
    entries = Entry.objects.order_by("id").annotate(
        count=Count("legs"),
        total=Coalesce(Sum("legs__amount"), 0),
        currencies=Count("legs__account__currency", distinct=True),
    )
    wrong = entries.filter(Q(count__lt=2) | ~Q(total=0) | ~Q(currencies=1))
    for key, count, total, currencies in wrong.values_list("key", "count", "total", "currencies"):
        found = f"{count} legs, {currencies} currencies, sum {total}"
        yield Breach("entry_unbalanced", gettext("entry %(entry)s: %(found)s") % {"entry": key, "found": found})


@proves(_("Every balance is the sum of the account's movements"))
def balances_agree() -> Iterator[Breach]:
    """Every account's balance is the sum of its legs."""
    accounts = Account.objects.order_by("code").annotate(summed=Coalesce(Sum("legs__amount"), 0))
    wrong = accounts.exclude(balance=F("summed")).values_list("code", "balance", "summed")
    for code, balance, summed in wrong:
        yield Breach(
            "balance_differs",
            gettext("%(account)s says %(amount)s, its legs sum to %(due)s")
            % {"account": code, "amount": balance, "due": summed},
        )


@proves(_("Every running balance is right"))
def running_balances() -> Iterator[Breach]:
    """Every leg's balance is the sum of its account's legs up to it."""
    running = Window(Sum("amount"), partition_by=F("account_id"), order_by=F("id").asc())
    legs = Leg.objects.annotate(running=running).exclude(balance_after=F("running"))
    for code, key, after, due in legs.values_list("account__code", "entry__key", "balance_after", "running"):
        yield Breach(
            "running_balance",
            gettext("%(account)s after %(entry)s: says %(amount)s, should be %(due)s")
            % {"account": code, "entry": key, "amount": after, "due": due},
        )


@proves(_("No account was ever below zero, except the house's"))
def no_negative_balances() -> Iterator[Breach]:
    """No account except the house's is or ever was below zero."""
    owing = Account.objects.filter(balance__lt=0).exclude(kind=Kind.HOUSE)
    for code, balance in owing.values_list("code", "balance"):
        yield Breach("below_zero", gettext("%(account)s holds %(amount)s") % {"account": code, "amount": balance})
    dips = Leg.objects.filter(balance_after__lt=0).exclude(account__kind=Kind.HOUSE)
    for code, key, after in dips.values_list("account__code", "entry__key", "balance_after"):
        yield Breach(
            "below_zero",
            gettext("%(account)s held %(amount)s after %(entry)s") % {"account": code, "amount": after, "entry": key},
        )


@proves(_("Every account has its owner or table, every movement its entry"))
def no_orphans() -> Iterator[Breach]:
    """Wallets, seats and reserved money have an owner, seats and rake a table, legs an entry and an account."""
    ownerless = Q(kind__in=(Kind.WALLET, Kind.SEAT, Kind.PENDING), owner=None)
    tableless = Q(kind__in=(Kind.SEAT, Kind.RAKE), table_ref=None)
    for code in Account.objects.filter(ownerless | tableless).values_list("code", flat=True):
        yield Breach("orphan", gettext("account %(account)s belongs to nobody or no table") % {"account": code})
    entries = Entry.objects.filter(pk=OuterRef("entry_id"))
    accounts = Account.objects.filter(pk=OuterRef("account_id"))
    for leg in Leg.objects.filter(~Exists(entries) | ~Exists(accounts)).values_list("id", flat=True):
        yield Breach("orphan", gettext("leg %(leg)s has lost its entry or its account") % {"leg": leg})


@proves(_("Every reversal takes back exactly what its entry posted"))
def reversals_mirror() -> Iterator[Breach]:
    """A reversal takes back exactly what its entry posted."""
    reversed_entries = Entry.objects.filter(reversed_by__isnull=False).select_related("reversed_by").order_by("id")
    for entry in reversed_entries.iterator():
        posted = dict(entry.legs.values_list("account_id", "amount"))
        taken_back = dict(entry.reversed_by.legs.values_list("account_id", "amount"))
        if taken_back != {account: -amount for account, amount in posted.items()}:
            yield Breach(
                "reversal_differs",
                gettext("%(reversal)s does not mirror %(entry)s")
                % {"reversal": entry.reversed_by.key, "entry": entry.key},
            )
