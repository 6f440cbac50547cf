"""How often somebody may do something: so many times within so long."""

from collections import deque
from collections.abc import Hashable


class Allowance:
    """At most `most` times within `within` ms for each key."""

    def __init__(self, most: int, within: int) -> None:
        self._most = most
        self._within = within
        self._times: dict[Hashable, deque[int]] = {}

    def take(self, key: Hashable, now: int) -> bool:
        """Whether one more is allowed at `now`, ms; if so it counts."""
        times = self._times.setdefault(key, deque())
        while times and now - times[0] >= self._within:
            times.popleft()
        if len(times) >= self._most:
            return False
        times.append(now)
        return True
