"""How many sockets one account and one address may hold open at this process."""

from collections import Counter
from typing import Any

from django.conf import settings

from games.web.security.client_address import address_from


class Crowd:
    """Who is here how often. A room of several web processes allows as many at each."""

    def __init__(self) -> None:
        self._here: Counter[str] = Counter()

    def come(self, keys: dict[str, int]) -> bool:
        """Counts one more under every key unless one has reached its most already; 0 is no bound."""
        if any(most and self._here[key] >= most for key, most in keys.items()):
            return False
        self._here.update(keys.keys())
        return True

    def go(self, keys: dict[str, int]) -> None:
        """One less under every key."""
        self._here.subtract(keys.keys())
        for key in [key for key in keys if self._here[key] <= 0]:
            del self._here[key]


HERE = Crowd()


def keys_of(scope: dict[str, Any], player: int) -> dict[str, int]:
    """What a socket counts under, each with the most that are let in."""
    if not settings.RATE_LIMITS:
        return {}
    keys = {f"account {player}": settings.SOCKETS_PER_ACCOUNT} if player else {}
    if address := address_of(scope):
        keys[f"address {address}"] = settings.SOCKETS_PER_ADDRESS
    return keys


def address_of(scope: dict[str, Any]) -> str:
    """The address a socket comes from."""
    forwarded = dict(scope.get("headers", ())).get(b"x-forwarded-for")
    return address_from((scope.get("client") or ("",))[0], forwarded and forwarded.decode("latin1"))
