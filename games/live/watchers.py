"""Who watches a table, and from which process; players nobody watches for are disconnected.

Times are ms. Player 0 stands for all railbirds of a process.
"""

DISCONNECTED_AFTER_MS = 12_000
ALL_HEARD_MS = 12_000
"""Within this time after a host has begun, every process that watches has told it so."""
SILENT_AFTER_MS = 30_000


class Watchers:
    """The watchers of one table."""

    def __init__(self, now: int) -> None:
        # A new host has heard of nobody yet; everybody gets the time to say that they watch.
        self._began = now
        self._heard: dict[int, dict[str, int]] = {}

    def heard(self, player: int, reply: str, now: int) -> None:
        """The process at the channel `reply` says that it watches for this player."""
        self._heard.setdefault(player, {})[reply] = now

    def channels(self, player: int) -> list[str]:
        """The channels of the processes that watch for this player and may be sent what only the player sees."""
        return list(self._heard.get(player, ()))

    def all_channels(self, now: int) -> list[str]:
        """The channels of all processes that watch; empty until everybody has had the time to say so."""
        if now - self._began < ALL_HEARD_MS:
            return []
        return list({reply: True for replies in self._heard.values() for reply in replies})

    def players(self) -> list[int]:
        """The players some process watches for, without railbirds."""
        return [player for player in self._heard if player]

    def is_connected(self, player: int, now: int) -> bool:
        """Whether a process said within the last 12 s that it watches for this player (B15)."""
        latest = max(self._heard.get(player, {}).values(), default=self._began)
        return now - max(latest, self._began) <= DISCONNECTED_AFTER_MS

    def anybody(self, now: int, within: int) -> bool:
        """Whether anybody at all has watched within the last so many ms."""
        return any(now - at <= within for replies in self._heard.values() for at in replies.values())

    def forget_silent(self, now: int) -> None:
        """Drops processes that have been silent for 30 s."""
        for player, replies in list(self._heard.items()):
            for reply, at in list(replies.items()):
                if now - at > SILENT_AFTER_MS:
                    del replies[reply]
            if not replies:
                del self._heard[player]
