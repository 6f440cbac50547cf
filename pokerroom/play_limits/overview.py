"""What the page of own limits shows: each limit with what is used of it, the session, the time away."""

from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from cashier import protection
from cashier.api import CurrencyInfo, currencies
from cashier.engine.limits import LimitKind, Period, Request, period_bounds
from cashier.protection import LIMIT_NAMES, LimitKey, moment_text, value_text
from games.seating.play_time import minutes_played

WHOLE = 1000
"""The parts of a bar."""


class LimitLine(NamedTuple):
    """One limit: its texts, how full its bar is in thousandths, and the request that waits."""

    name: str
    limit: str
    used: str
    left: str
    full: int
    ends: str
    url: str
    pending: str
    may_confirm: bool


class LimitGroup(NamedTuple):
    """The limits of one kind, by period."""

    title: str
    help: str
    lines: list[LimitLine]


def limit_groups(user_id: int, currency: str, *, now: datetime | None = None) -> list[LimitGroup]:
    """All limits that the player has or may set in a currency, with what is used of them."""
    now = now or timezone.now()
    titles = {
        LimitKind.DEPOSIT: (_("Deposits"), _("What you bring into the room.")),
        LimitKind.LOSS: (_("Losses"), _("What you lose, less what you win. Chips on tables count until you get up.")),
        LimitKind.TIME: (_("Time at tables"), _("Two tables at once count once.")),
    }
    states = protection.limits_of(user_id, now=now)
    groups = []
    for kind, (title, text) in titles.items():
        lines = []
        for period in Period:
            key = key_of(kind, period, currency)
            state = states.get(key)
            lines.append(_line(user_id, key, state.value if state else None, state.pending if state else None, now))
        groups.append(LimitGroup(title, text, lines))
    return groups


def key_of(kind: LimitKind, period: Period, currency: str) -> LimitKey:
    """The key of a limit; time has no currency."""
    return LimitKey(kind, period, "" if kind is LimitKind.TIME else currency)


def limit_url(key: LimitKey) -> str:
    """The page on which a limit is set."""
    parts = [part.lower() for part in key if part]
    return reverse("play_limits:limit", args=parts)


def used_of(user_id: int, key: LimitKey, *, now: datetime) -> tuple[int, datetime]:
    """What counts against a limit in its period, minor units or minutes, and when the period ends."""
    start, end = period_bounds(key.period, now, timezone.get_default_timezone())
    if key.kind is LimitKind.TIME:
        return minutes_played(user_id, since=start, now=now), end
    return protection.used_of(key.kind, protection.money_used(user_id, key.currency, since=start)), end


def limit_words(key: LimitKey, value: int | None) -> str:
    """The value of a limit in words."""
    return _("no limit") if value is None else value_text(key.kind, value, key.currency)


def _line(user_id: int, key: LimitKey, value: int | None, pending: Request | None, now: datetime) -> LimitLine:
    used, ends = used_of(user_id, key, now=now)
    used = max(0, used)
    left = max(0, value - used) if value is not None else 0
    full = 0 if value is None else min(WHOLE, used * WHOLE // value) if value else WHOLE
    waiting = ""
    if pending is not None:
        waiting = _("Asked for: %(value)s. You may confirm it from %(moment)s to %(lapses)s.") % {
            "value": limit_words(key, pending.value),
            "moment": moment_text(pending.may_confirm_from),
            "lapses": moment_text(pending.lapses_at),
        }
    return LimitLine(
        name=capfirst(str(LIMIT_NAMES[key.kind, key.period])),
        limit=limit_words(key, value),
        used=value_text(key.kind, used, key.currency),
        left="" if value is None else value_text(key.kind, left, key.currency),
        full=full,
        ends=moment_text(ends),
        url=limit_url(key),
        pending=waiting,
        may_confirm=pending is not None and now >= pending.may_confirm_from,
    )


def chosen_currency(typed: str) -> str:
    """The code of the currency that was asked for, else of the first."""
    codes = [info.code for info in offered_currencies()]
    return typed.upper() if typed.upper() in codes else codes[0]


def offered_currencies() -> list[CurrencyInfo]:
    """The currencies for which limits are set."""
    return currencies()
