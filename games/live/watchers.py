"""Who is looking at a table, from where, and how lately: a seated player nobody looks for has lost the line."""

LINE_MS = 12_000
ALL_LOOKED_MS = 12_000
REPLY_MS = 30_000


class Looks:
    """The looks of one table; times are ms. Player 0 stands for all railbirds of a process."""

    def __init__(self, now: int) -> None:
        # A new host has heard of nobody yet; everyone gets the time to look again.
        self._began = now
        self._lately: dict[int, dict[str, int]] = {}

    def saw(self, player: int, reply: str, now: int) -> None:
        """A process looked for this player just now."""
        self._lately.setdefault(player, {})[reply] = now

    def replies(self, player: int) -> list[str]:
        """The process channels that looked for this player and may be sent what only the player sees."""
        return list(self._lately.get(player, ()))

    def processes(self, now: int) -> list[str]:
        """The channels of all processes that watch; empty until everybody has had the time to look."""
        if now - self._began < ALL_LOOKED_MS:
            return []
        return list({reply: True for replies in self._lately.values() for reply in replies})

    def players(self) -> list[int]:
        """Everybody a process looks for, railbirds aside."""
        return [player for player in self._lately if player]

    def has_line(self, player: int, now: int) -> bool:
        """Whether somebody looked for this player within the last 12 s."""
        latest = max(self._lately.get(player, {}).values(), default=self._began)
        return now - max(latest, self._began) <= LINE_MS

    def anybody(self, now: int, within: int) -> bool:
        """Whether anybody at all looked within so many ms."""
        return any(now - at <= within for replies in self._lately.values() for at in replies.values())

    def forget_old(self, now: int) -> None:
        """Drops processes that stopped looking."""
        for player, replies in list(self._lately.items()):
            for reply, at in list(replies.items()):
                if now - at > REPLY_MS:
                    del replies[reply]
            if not replies:
                del self._lately[player]
