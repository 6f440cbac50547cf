"""Players' own limits and times away: which limit holds, when a higher one may be confirmed, what a day is (M7)."""

import calendar
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo
from enum import StrEnum

from cashier.engine.errors import CashierError

WAIT = timedelta(hours=24)
"""How long a higher limit waits for its second confirmation."""
LAPSES = timedelta(days=7)
"""A request that is not confirmed within this time after the wait is void."""


class LimitKind(StrEnum):
    """What a limit bounds: money brought in, money lost, time at tables."""

    DEPOSIT = "deposit"
    LOSS = "loss"
    TIME = "time"

    @property
    def is_money(self) -> bool:
        """Whether the limit is an amount of a currency."""
        return self is not LimitKind.TIME


class Period(StrEnum):
    """The calendar period of a limit: a day of the room, a week from Monday, a month."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"


@dataclass(frozen=True, slots=True)
class Request:
    """One request for a limit: minor units or minutes, None for no limit; in force from `confirmed_at`."""

    value: int | None
    asked_at: datetime
    confirmed_at: datetime | None = None

    @property
    def may_confirm_from(self) -> datetime:
        """When the second confirmation is possible: 24 hours later, whatever the clocks of the room do."""
        return self.asked_at.astimezone(UTC) + WAIT

    @property
    def lapses_at(self) -> datetime:
        """When the request is void without a confirmation."""
        return self.may_confirm_from + LAPSES


@dataclass(frozen=True, slots=True)
class LimitHistory:
    """All requests for one limit of one player, oldest first."""

    requests: tuple[Request, ...] = ()

    @property
    def in_force(self) -> int | None:
        """The limit now, None for none: the newest request that is confirmed.

        It does not ask what time it is, so a clock set back sets no limit back.
        """
        return next((one.value for one in reversed(self.requests) if one.confirmed_at is not None), None)

    def pending(self, now: datetime) -> Request | None:
        """The request that waits for its confirmation; a newer request of any kind has replaced older ones."""
        if not self.requests or self.requests[-1].confirmed_at is not None or now >= self.requests[-1].lapses_at:
            return None
        return self.requests[-1]

    def ask(self, value: int | None, now: datetime) -> "LimitHistory":
        """The history with a request: a lower limit and the same one are in force at once, others wait."""
        if value is not None and value < 0:
            raise CashierError("negative")
        at_once = is_at_once(self.in_force, value)
        return LimitHistory((*self.requests, Request(value, now, now if at_once else None)))

    def confirm(self, now: datetime) -> "LimitHistory":
        """The history with its pending request confirmed; raises CashierError `nothing_pending` or `too_early`."""
        waiting = self.pending(now)
        if waiting is None:
            raise CashierError("nothing_pending")
        if now < waiting.may_confirm_from:
            raise CashierError("too_early")
        return LimitHistory((*self.requests[:-1], replace(waiting, confirmed_at=now)))


def is_at_once(current: int | None, wanted: int | None) -> bool:
    """Whether a change from `current` to `wanted` needs no wait; None is no limit."""
    return current is None or (wanted is not None and wanted <= current)


def period_bounds(period: Period, now: datetime, zone: tzinfo) -> tuple[datetime, datetime]:
    """The beginning and the end of the period that `now` lies in, by the calendar of the room's time zone."""
    today = now.astimezone(zone).date()
    if period is Period.DAY:
        first, after = today, today + timedelta(days=1)
    elif period is Period.WEEK:
        first = today - timedelta(days=today.weekday())
        after = first + timedelta(days=7)
    else:
        first = today.replace(day=1)
        after = (first + timedelta(days=31)).replace(day=1)
    # Midnight by the calendar: a day on which the clocks change has 23 or 25 hours.
    start, end = (datetime(day.year, day.month, day.day, tzinfo=zone) for day in (first, after))
    return start, end


COOL_OFF_DAYS = (1, 3, 7, 30)
SELF_EXCLUSION_MONTHS = (6, 12, 60, 0)
"""0 is for good."""


def cool_off_end(days: int, now: datetime) -> datetime:
    """The end of a cool-off of so many times 24 hours."""
    if days not in COOL_OFF_DAYS:
        raise CashierError("unknown_length")
    return now.astimezone(UTC) + timedelta(days=days)


def self_exclusion_end(months: int, now: datetime, zone: tzinfo) -> datetime | None:
    """The same time of day so many months later, None for good; in a shorter month its last day."""
    if months not in SELF_EXCLUSION_MONTHS:
        raise CashierError("unknown_length")
    if not months:
        return None
    local = now.astimezone(zone)
    year, month = divmod(local.year * 12 + local.month - 1 + months, 12)
    day = min(local.day, calendar.monthrange(year, month + 1)[1])
    return local.replace(year=year, month=month + 1, day=day)


def united_minutes(spans: Iterable[tuple[datetime, datetime]], start: datetime, end: datetime) -> int:
    """Whole minutes between `start` and `end` that at least one span covers; two tables at once count once."""
    total, covered = timedelta(), start
    for began, ended in sorted(spans):
        began, ended = max(began, covered), min(ended, end)
        if ended > began:
            total += ended.astimezone(UTC) - began.astimezone(UTC)
            covered = ended
    return int(total.total_seconds()) // 60
