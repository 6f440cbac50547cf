"""A player's own limits as stored: asked for, confirmed, read (M7)."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from backoffice.compiled_query import CompiledQuery, Given, one_of_each
from cashier.engine.limits import LimitHistory, LimitKind, Period, Request
from cashier.models import PlayerLimit

MONEY_KINDS = (LimitKind.DEPOSIT, LimitKind.LOSS)


class LimitKey(NamedTuple):
    """What a limit bounds; `currency` is "" for time."""

    kind: LimitKind
    period: Period
    currency: str = ""


class LimitState(NamedTuple):
    """A limit as its player sees it: the value in force, and the request that waits for a confirmation."""

    key: LimitKey
    value: int | None
    pending: Request | None


def lock_person(user_id: int) -> None:
    """Locks the person until the transaction ends: what is checked against a limit happens one after another."""
    get_user_model().objects.lock(user_id)


def limits_of(user_id: int, *, now: datetime | None = None) -> dict[LimitKey, LimitState]:
    """All limits that the player has or has asked for."""
    now = now or timezone.now()
    return {
        key: LimitState(key, history.in_force, history.pending(now)) for key, history in _histories(user_id).items()
    }


def limits_in_force(user_id: int, kind: LimitKind, currency: str = "") -> dict[Period, int]:
    """The values of the player's limits of one kind that are in force now, by period."""
    histories = _by_key(_OF_KIND.all(person=user_id, kind=kind, currency=currency))
    return {key.period: history.in_force for key, history in histories.items() if history.in_force is not None}


_OF_KIND = CompiledQuery(
    lambda: PlayerLimit.objects.filter(person=Given("person"), kind=Given("kind"), currency=Given("currency"))
)


def time_limits_of(players: Collection[int]) -> dict[int, dict[Period, int]]:
    """The time limits in force of those players who have any, in minutes."""
    requests: dict[tuple[int, Period], list[Request]] = defaultdict(list)
    for player, period, value, asked_at, confirmed_at in _TIME_LIMITS.all_of("person", players):
        requests[player, Period(period)].append(Request(value, asked_at, confirmed_at))
    found: dict[int, dict[Period, int]] = defaultdict(dict)
    for (player, period), own in requests.items():
        if (limit := LimitHistory(tuple(own)).in_force) is not None:
            found[player][period] = limit
    return found


_TIME_LIMITS = CompiledQuery(
    lambda: (
        PlayerLimit.objects.filter(one_of_each("person"), kind=LimitKind.TIME)
        .order_by("pk")
        .values_list("person", "period", "value", "asked_at", "confirmed_at")
    )
)


def ask(*, user_id: int, key: LimitKey, value: int | None, now: datetime | None = None) -> LimitState:
    """Asks for a limit, None for none; a lower one takes effect at once, a higher one waits for `confirm`.

    Asking again for what is in force or pending changes nothing, unless it takes a pending request back.
    """
    now = now or timezone.now()
    with transaction.atomic():
        lock_person(user_id)
        before = _histories(user_id, kind=key.kind, currency=key.currency).get(key, LimitHistory())
        waiting = before.pending(now)
        if waiting.value == value if waiting else before.in_force == value:
            return LimitState(key, before.in_force, waiting)
        after = before.ask(value, now)
        new = after.requests[-1]
        PlayerLimit.objects.create(
            person_id=user_id,
            kind=key.kind,
            period=key.period,
            currency=key.currency,
            value=value,
            asked_at=new.asked_at,
            may_confirm_from=new.confirmed_at or new.may_confirm_from,
            confirmed_at=new.confirmed_at,
        )
    return LimitState(key, after.in_force, after.pending(now))


def confirm(*, user_id: int, key: LimitKey, now: datetime | None = None) -> LimitState:
    """Confirms a pending request 24 hours after it; raises CashierError `nothing_pending` or `too_early`."""
    now = now or timezone.now()
    with transaction.atomic():
        lock_person(user_id)
        after = _histories(user_id, kind=key.kind, currency=key.currency).get(key, LimitHistory()).confirm(now)
        row = PlayerLimit.objects.filter(person=user_id, **key._asdict()).latest("pk")
        PlayerLimit.objects.filter(pk=row.pk).update(confirmed_at=now)
    return LimitState(key, after.in_force, None)


def _histories(user_id: int, **of: str) -> dict[LimitKey, LimitHistory]:
    """The histories of a player's limits, or of those with these columns."""
    return _by_key(PlayerLimit.objects.filter(person=user_id, **of))


def _by_key(rows: Iterable[PlayerLimit]) -> dict[LimitKey, LimitHistory]:
    """The histories of limits from their requests, in the order in which these were made."""
    found: dict[LimitKey, list[Request]] = defaultdict(list)
    for row in rows:
        key = LimitKey(LimitKind(row.kind), Period(row.period), row.currency)
        found[key].append(Request(row.value, row.asked_at, row.confirmed_at))
    return {key: LimitHistory(tuple(requests)) for key, requests in found.items()}
