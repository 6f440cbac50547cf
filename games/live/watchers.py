"""Who watches a table, and from which process; a player for whom no process watches is disconnected.

Times are ms. Player 0 is all railbirds of a process.
"""

DISCONNECTED_AFTER_MS = 12_000
GONE_AFTER_MS = 4_000
"""A player whose last socket has closed has so long to load the page again."""
ALL_REPORTED_MS = 12_000
"""Within this time after a host has begun, every process that watches reports to it."""
SILENT_AFTER_MS = 30_000


class Watchers:
    """The watchers of one table."""

    def __init__(self, now: int) -> None:
        # A new host knows no watchers yet, so every process gets time to report.
        self._began = now
        self._reported: dict[int, dict[str, int]] = {}

    def report(self, player: int, reply: str, now: int) -> None:
        """Records that the process at the channel `reply` watches for this player."""
        self._reported.setdefault(player, {})[reply] = now

    def leave(self, player: int, reply: str, now: int) -> None:
        """Records that the last socket of this player at the channel `reply` has closed."""
        if reply in self._reported.get(player, {}):
            self._reported[player][reply] = now + GONE_AFTER_MS - DISCONNECTED_AFTER_MS

    def channels(self, player: int) -> list[str]:
        """The channels of the processes that watch for this player and may be sent what only the player sees."""
        return list(self._reported.get(player, ()))

    def all_channels(self, now: int) -> list[str]:
        """The channels of all processes that watch; empty until all have had time to report."""
        if now - self._began < ALL_REPORTED_MS:
            return []
        return list(dict.fromkeys(reply for replies in self._reported.values() for reply in replies))

    def players(self) -> list[int]:
        """The players some process watches for, without railbirds."""
        return [player for player in self._reported if player]

    def is_connected(self, player: int, now: int) -> bool:
        """Whether a process reported within the last 12 s, or 4 s ago at most that the last socket closed (B15)."""
        latest = max(self._reported.get(player, {}).values(), default=self._began)
        return now - latest <= DISCONNECTED_AFTER_MS

    def has_any(self, now: int, within: int) -> bool:
        """Whether anybody has watched within the last `within` ms."""
        return any(now - at <= within for replies in self._reported.values() for at in replies.values())

    def forget_silent(self, now: int) -> None:
        """Drops processes that have been silent for 30 s."""
        for player, replies in list(self._reported.items()):
            for reply, at in list(replies.items()):
                if now - at > SILENT_AFTER_MS:
                    del replies[reply]
            if not replies:
                del self._reported[player]
