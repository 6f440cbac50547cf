"""How many sockets one account and one network address may hold open at this process."""

from collections import Counter

from django.conf import settings

from games.web.sockets.scope import Scope, address_of


class ConnectionCounter:
    """Open sockets by account and address in this process; every web process has limits of its own."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    def add(self, keys: dict[str, int]) -> bool:
        """Counts one more socket under every key, unless one has reached its limit; returns whether it was counted.

        `keys` are keys with their limits, 0 for no limit.
        """
        if any(limit and self._open[key] >= limit for key, limit in keys.items()):
            return False
        self._open.update(keys.keys())
        return True

    def remove(self, keys: dict[str, int]) -> None:
        """Counts one fewer socket under every key."""
        self._open.subtract(keys.keys())
        for key in [key for key in keys if self._open[key] <= 0]:
            del self._open[key]

    def __len__(self) -> int:
        """How many accounts and addresses have a socket open."""
        return len(self._open)


OPEN_SOCKETS = ConnectionCounter()


def limits_of(scope: Scope, player: int) -> dict[str, int]:
    """The keys under which a socket counts, each with its limit; none when limits are switched off."""
    if not settings.RATE_LIMITS:
        return {}
    keys = {f"account {player}": settings.SOCKETS_PER_ACCOUNT} if player else {}
    if address := address_of(scope):
        keys[f"address {address}"] = settings.SOCKETS_PER_ADDRESS
    return keys
