"""Chat lines: how a typed line is cleaned, and what messages and pages carry of it."""

from typing import NamedTuple

from games.models.conduct import ChatLine


class ChatEntry(NamedTuple):
    """A chat line as messages and pages carry it; `at` in ms."""

    id: int
    player: int
    name: str
    text: str
    watching: bool
    at: int

    @classmethod
    def of(cls, line: ChatLine) -> "ChatEntry":
        """The entry of a stored line."""
        return cls(line.pk, line.player_id, line.name, line.shown, line.watching, int(line.sent_at.timestamp() * 1000))
