"""How often somebody may do something: the one rate limiter of pages, sockets and live tables.

`settings.RATE_LIMITS` switches every limit off at once; load tests run without limits.
"""

import hashlib
from collections import deque
from time import monotonic, time
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache


class Limit(NamedTuple):
    """At most `times` within `seconds`; `name` tells the counters of different limits apart."""

    name: str
    times: int
    seconds: int


class LimitReached(Exception):
    """The limit is reached; `wait` is the number of seconds until the next try is allowed."""

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait


class RateLimiter:
    """Counts in this process, for one person or one socket: at most `limit.times` within any `limit.seconds`."""

    __slots__ = ("_limit", "_times")

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._times: deque[float] = deque(maxlen=limit.times)

    def allow(self, now: float | None = None) -> bool:
        """Whether one more is allowed at `now`, seconds by any one clock; if so it counts."""
        if not settings.RATE_LIMITS:
            return True
        moment = monotonic() if now is None else now
        # The deque holds the latest `times` moments, so the oldest of a full one decides.
        if len(self._times) == self._limit.times and moment - self._times[0] < self._limit.seconds:
            return False
        self._times.append(moment)
        return True


def count_attempt(limit: Limit, who: str, *, now: float | None = None) -> None:
    """Counts one attempt of `who` for all processes together, in the shared cache.

    Time is cut into windows of `limit.seconds`; raises LimitReached for each attempt beyond the limit until the
    window ends. `now` is in seconds since the epoch.
    """
    if not settings.RATE_LIMITS:
        return
    attempts, wait = _counted(limit, who, 1, now)
    if attempts > limit.times:
        raise LimitReached(wait)


def is_reached(limit: Limit, who: str, *, now: float | None = None) -> bool:
    """Whether one more attempt of `who` would be beyond the limit; it counts none."""
    return settings.RATE_LIMITS and _counted(limit, who, 0, now)[0] >= limit.times


def _counted(limit: Limit, who: str, more: int, now: float | None) -> tuple[int, int]:
    """The attempts in this window with `more` of them, and the seconds until it ends."""
    window, since = divmod(int(time() if now is None else now), limit.seconds)
    # Hashed, because people type text that no cache accepts as a key.
    key = f"limit:{limit.name}:{hashlib.sha256(who.encode()).hexdigest()}:{window}"
    cache.add(key, 0, timeout=limit.seconds)
    try:
        return cache.incr(key, more), limit.seconds - since
    except ValueError:
        # The counter expired between the two calls, and the window with it.
        return 0, 0
