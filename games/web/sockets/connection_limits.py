"""How many sockets one account and one network address may hold open at this process."""

from collections import Counter

from django.conf import settings

from games.web.sockets.scope import Scope, address_of


class ConnectionCounter:
    """Open sockets by account and address. A room of several web processes allows as many at each."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    def add(self, keys: dict[str, int]) -> bool:
        """Counts one more socket under every key; False, counting nothing, when one has reached its most.

        A most of 0 is no bound.
        """
        if any(most and self._open[key] >= most for key, most in keys.items()):
            return False
        self._open.update(keys.keys())
        return True

    def remove(self, keys: dict[str, int]) -> None:
        """Counts one socket less under every key."""
        self._open.subtract(keys.keys())
        for key in [key for key in keys if self._open[key] <= 0]:
            del self._open[key]

    def __len__(self) -> int:
        """How many accounts and addresses have a socket open."""
        return len(self._open)


OPEN_SOCKETS = ConnectionCounter()


def limits_of(scope: Scope, player: int) -> dict[str, int]:
    """The keys a socket counts under, each with the most sockets it may have; none when limits are switched off."""
    if not settings.RATE_LIMITS:
        return {}
    keys = {f"account {player}": settings.SOCKETS_PER_ACCOUNT} if player else {}
    if address := address_of(scope):
        keys[f"address {address}"] = settings.SOCKETS_PER_ADDRESS
    return keys
