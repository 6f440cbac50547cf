"""How often one address or account may knock: fixed-window counters in the cache."""

import hashlib
import time
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from games.web.security.client_address import address_of


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `times` in each window of `seconds`."""

    name: str
    times: int
    seconds: int


SIGN_IN_ADDRESS = Limit("sign-in-address", times=60, seconds=300)
# Guesses at one account from everywhere together. Its owner waits too, but never longer than one window.
SIGN_IN_ACCOUNT = Limit("sign-in-account", times=15, seconds=600)
SIGN_UP_ADDRESS = Limit("sign-up-address", times=20, seconds=3600)
GUEST_ADDRESS = Limit("guest-address", times=40, seconds=3600)
PASSWORD_ACCOUNT = Limit("password-account", times=10, seconds=600)


class TooOften(Exception):
    """The limit is reached; `wait` is in seconds."""

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait


def count(limit: Limit, who: str, *, now: float | None = None) -> None:
    """Counts one try of `who`; raises TooOften for every try beyond the limit until the window ends."""
    if not settings.RATE_LIMITS:
        return
    moment = time.time() if now is None else now
    window, since = divmod(int(moment), limit.seconds)
    # Hashed, because people type what no cache would take as a key.
    key = f"limit:{limit.name}:{hashlib.sha256(who.encode()).hexdigest()}:{window}"
    cache.add(key, 0, timeout=limit.seconds)
    try:
        tries = cache.incr(key)
    except ValueError:
        # The counter ended between the two calls, and with it the window.
        return
    if tries > limit.times:
        raise TooOften(limit.seconds - since)


def address(request: HttpRequest) -> str:
    """Who knocks, by network address; an IPv6 caller by their /64, since they own all of it."""
    return address_of(request) or "unknown"
