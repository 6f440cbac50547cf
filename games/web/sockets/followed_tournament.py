"""The tournament of a table, followed by one socket of the table's page."""

import asyncio
from collections.abc import Callable

from games.web.sockets.readers import together_after_all
from games.web.sockets.sent_fragments import SentFragments
from games.web.sockets.tournament_part import TournamentPart, TournamentViewer

TOURNAMENT_EVERY_SECONDS = 1.0


class FollowedTournament:
    """The tournament's part of the page for one viewer, read again after a hint, at most once a second.

    All sockets of a process get the hint at one moment, so they read together.
    """

    def __init__(self, part: TournamentPart, viewer: TournamentViewer) -> None:
        self.groups = part.groups(viewer.tournament, viewer.user.pk if viewer.user else 0)
        """The groups whose hints mean that the part has changed."""
        self._part = part
        self._viewer = viewer
        self._fragments: dict[str, str] = {}
        self._sent = SentFragments()
        self._hinted = asyncio.Event()
        self._hinted.set()

    def hint_received(self) -> None:
        """The part has changed and is read again."""
        self._hinted.set()

    async def follow(self, push: Callable[[], None]) -> None:
        """Reads the part now and after every hint, and calls `push` each time; runs until cancelled."""
        while True:
            await self._hinted.wait()
            self._hinted.clear()
            self._fragments = await together_after_all(self._part.fragments_of_each, self._viewer)
            push()
            await asyncio.sleep(TOURNAMENT_EVERY_SECONDS)

    def changed_html(self) -> list[str]:
        """The fragments that have changed since the last call, with the server's time."""
        changed = self._sent.changed(self._fragments)
        return [*changed, self._part.time_fragment()] if changed else []
