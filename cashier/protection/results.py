"""What a player has brought in, won and lost since a moment, read from the ledger (M7)."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import BigIntegerField, Case, DateTimeField, F, OuterRef, Q, QuerySet, Subquery, Sum, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, Greatest
from django.db.models.lookups import LessThan

from backoffice.compiled_query import CompiledQuery, Given, given_for_each, one_of_each
from cashier.engine import accounts
from cashier.engine.accounts import Kind
from cashier.models import Account, Entry, Leg
from cashier.queries import of_causes

PRICE_CAUSES = ("entry", "rebuy", "addon")
"""Causes by which a player pays a tournament."""
RESULT_CAUSES = ("hand", "rabbit", *PRICE_CAUSES, "entry_back", "prize", "bounty")
"""Causes by which a player's money, wallet and chips together, grows or shrinks by playing."""
WALLET_CAUSES = (
    *("buy_in", "top_up", "leave", "refused", "void_taken", "void_returned"),
    *(*PRICE_CAUSES, "entry_back", "prize", "bounty"),
)
"""Causes by which money goes between a wallet and the games."""
DEPOSIT_CAUSES = ("deposit", "voucher", "voucher_expired", "refill")
"""Causes by which a player brings money in."""
CLOCKS_DIFFER = timedelta(days=1)
"""An entry is dated less than this before one that was posted earlier: processes have clocks of their own."""


class MoneyUsed(NamedTuple):
    """Minor units since a moment: the result of playing (below zero for a loss), and what was brought in.

    `at_risk` are the player's chips on tables now.
    """

    net: int
    deposited: int
    at_risk: int


def money_used(user_id: int, currency: str, *, since: datetime) -> MoneyUsed:
    """A player's figures of one currency, as of one moment: a hand that ends meanwhile is in all or in none."""
    own = Account.objects.filter(owner=user_id, currency=currency)
    wallet = own.filter(kind=Kind.WALLET, code=accounts.wallet(user_id, currency).code)
    played = _legs_since(user_id, currency, since, RESULT_CAUSES, (Kind.WALLET, Kind.SEAT))
    brought = _legs_since(user_id, currency, since, DEPOSIT_CAUSES, (Kind.WALLET,))
    found = wallet.values_list(
        _zero(_sum_of(played, F("amount"))),
        _zero(_sum_of(brought, _brought_in(user_id, since))),
        _zero(_at_risk(user_id, currency)),
    ).first()
    return MoneyUsed(*found) if found else MoneyUsed(0, 0, 0)


def results_since(since: Mapping[int, datetime]) -> dict[int, dict[str, int]]:
    """What players who had no chips on tables at these times have won or lost since then, by currency, minor units.

    It reads what is new in wallets and the chips on tables alone, not the hands, so it is quick however many they are.
    """
    if not since:
        return {}
    results = {player: Counter[str]() for player in since}
    changed = _WALLET_CHANGES.all_of(_OWNER, since, for_each={"since": since}, before=_long_before(*since.values()))
    for player, currency, amount in [*changed, *_ON_TABLES.all_of("owner", since)]:
        results[player][currency] += amount
    return {player: dict(result) for player, result in results.items()}


_OWNER = "account__owner"
_WALLET_CHANGES = CompiledQuery(
    lambda: (
        Leg.objects.filter(
            of_causes(WALLET_CAUSES),
            one_of_each(_OWNER),
            account__kind=Kind.WALLET,
            entry__at__gte=given_for_each(_OWNER, "since", DateTimeField()),
            pk__gte=_first_leg(Given("before")),
        )
        .order_by()
        .values_list(_OWNER, "account__currency")
        .annotate(Sum("amount"))
    )
)
_ON_TABLES = CompiledQuery(
    lambda: (
        Account.objects.filter(one_of_each("owner"), kind=Kind.SEAT)
        .exclude(balance=0)
        .order_by()
        .values_list("owner", "currency")
        .annotate(Sum("balance"))
    )
)


def _at_risk(user_id: int, currency: str) -> Subquery:
    seats = Account.objects.filter(owner=user_id, currency=currency, kind=Kind.SEAT).order_by()
    return Subquery(seats.values("owner").annotate(total=Sum("balance")).values("total"))


def _legs_since(
    user_id: int, currency: str, since: datetime, causes: tuple[str, ...], kinds: tuple[Kind, ...]
) -> QuerySet[Leg]:
    # What takes back an entry of an earlier period makes no room in this one, nor does a price that is paid back.
    paid = Leg.objects.filter(
        account=OuterRef("account"),
        pk__lt=OuterRef("pk"),
        entry__cause_kind__in=PRICE_CAUSES,
        entry__cause_ref=OuterRef("entry__cause_ref"),
    ).order_by("-pk")
    paid_before = Q(entry__cause_kind="entry_back") & LessThan(
        Coalesce(Subquery(paid.values("entry__at")[:1]), since), since
    )
    return Leg.objects.filter(
        of_causes(causes),
        ~Q(entry__reverses__at__lt=since),
        ~paid_before,
        account__owner=user_id,
        account__currency=currency,
        account__kind__in=kinds,
        entry__at__gte=since,
        pk__gte=_first_leg(_long_before(since)),
    )


def _sum_of(legs: QuerySet[Leg], amount: Combinable) -> Subquery:
    return Subquery(legs.order_by().values("account__owner").annotate(total=Sum(amount)).values("total"))


def _brought_in(user_id: int, since: datetime) -> Case:
    """What a leg brings in: of a correction of the player's own, earlier deposit only what it adds."""
    corrected = "entry__receipt__new_of__receipt"
    own = {f"{corrected}__person": user_id, f"{corrected}__at__lt": since}
    added = Greatest(F("amount") - F(f"{corrected}__amount"), 0, output_field=BigIntegerField())
    return Case(When(**own, then=added), default=F("amount"))


def _long_before(*since: datetime) -> datetime:
    """Earlier than all entries that were posted since any of these times, whatever their clocks said."""
    return min(since) - CLOCKS_DIFFER


def _first_leg(before: datetime | Given) -> Coalesce:
    """The id of the first leg that can be newer than this, so that the hands of years are not read.

    It belongs to the last entry from before that is no hand's: those have an index by date.
    """
    last = Entry.objects.filter(at__lt=before).exclude(cause_kind="hand").order_by("-at")
    legs = Leg.objects.filter(entry=Subquery(last.values("pk")[:1])).order_by("pk")
    return _zero(Subquery(legs.values("pk")[:1]))


def _zero(sums: Subquery) -> Coalesce:
    return Coalesce(sums, 0)
