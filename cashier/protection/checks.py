"""What a player's limits and times away refuse: deposits, stakes, playing at all; withdrawals never (M7)."""

from datetime import datetime
from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from backoffice.api import Refused
from cashier.engine.limits import LimitKind, Period, period_bounds
from cashier.protection.confirmed_email import check_confirmed_email
from cashier.protection.exclusions import time_away
from cashier.protection.own_limits import limits_in_force, lock_person
from cashier.protection.results import MoneyUsed, money_used
from cashier.protection.text import away_text, limit_text


class Left(NamedTuple):
    """What a limit leaves, minor units, until the end of its period."""

    period: Period
    limit: int
    left: int
    ends: datetime


def check_deposit(*, user_id: int, amount: int, currency: str, is_own: bool = False) -> None:
    """Raises Refused if the player may not bring this amount in, minor units; banned and deleted accounts never may.

    It locks the person in the caller's transaction, so call it before accounts are locked. The sentence tells no
    reason, as it is for staff, unless the player reads it (`is_own`).
    """
    with transaction.atomic():
        lock_person(user_id)
        if not get_user_model().objects.filter(pk=user_id, is_active=True).exists():
            raise Refused("not_active", _("This account is banned or deleted: no money goes to it."))
        check_confirmed_email(user_id, currency, is_own=is_own)
        away, over = time_away(user_id), _first_over(user_id, LimitKind.DEPOSIT, currency, amount)
    if not is_own and (away or over):
        raise Refused("may_not_deposit", _("This player may not deposit this amount now."), field="amount")
    if away:
        raise Refused("away", away_text(away))
    if over:
        sentence = limit_text(LimitKind.DEPOSIT, over.period, over.limit, over.left, over.ends, currency)
        raise Refused("deposit_limit", sentence, field="amount")


def check_may_play(user_id: int) -> None:
    """Raises Refused during a cool-off or self-exclusion; withdrawals do not ask."""
    if away := time_away(user_id):
        raise Refused("away", away_text(away))


def check_stake(user_id: int, amount: int, currency: str) -> None:
    """Raises Refused if the loss limit leaves less than `amount`, minor units, to be brought to a table or entry.

    Chips on tables count as at risk. The caller has locked the person, so that two stakes at once do not both pass.
    """
    if over := _first_over(user_id, LimitKind.LOSS, currency, amount):
        sentence = limit_text(LimitKind.LOSS, over.period, over.limit, over.left, over.ends, currency)
        raise Refused("loss_limit", sentence, field="amount")


def left_of(user_id: int, kind: LimitKind, currency: str, *, now: datetime | None = None) -> list[Left]:
    """What the player's limits of money leave now, one for each period with a limit."""
    now, zone = now or timezone.now(), timezone.get_default_timezone()
    found = []
    for period, limit in limits_in_force(user_id, kind, currency).items():
        start, end = period_bounds(period, now, zone)
        used = used_of(kind, money_used(user_id, currency, since=start))
        found.append(Left(period, limit, max(0, limit - used), end))
    return found


def used_of(kind: LimitKind, money: MoneyUsed) -> int:
    """What counts against a limit: deposits; or losses with the chips that may still be lost. Winnings make room."""
    return money.deposited if kind is LimitKind.DEPOSIT else money.at_risk - money.net


def _first_over(user_id: int, kind: LimitKind, currency: str, amount: int) -> Left | None:
    over = [one for one in left_of(user_id, kind, currency) if amount > one.left]
    return min(over, key=lambda one: one.left, default=None)
