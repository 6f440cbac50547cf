"""The tournament of a table, followed by one socket of the table's page."""

import asyncio
from collections.abc import Callable

from django.contrib.auth.models import AbstractUser

from games.web.sockets.push_socket import in_thread
from games.web.sockets.sent_fragments import SentFragments
from games.web.sockets.tournament_part import TournamentPart

TOURNAMENT_EVERY_SECONDS = 1.0


class FollowedTournament:
    """The tournament's part of the page for one viewer, read again after a hint, at most once a second."""

    def __init__(
        self, part: TournamentPart, tournament: int, table: int, viewer: AbstractUser | None, language: str
    ) -> None:
        self.groups = part.groups(tournament, viewer.pk if viewer else 0)
        """The groups whose hints mean that the part has changed."""
        self._part = part
        self._shown_for = tournament, table, viewer, language
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
            self._fragments = await in_thread(self._part.fragments, *self._shown_for)
            push()
            await asyncio.sleep(TOURNAMENT_EVERY_SECONDS)

    def changed_html(self) -> list[str]:
        """The fragments that have changed since the last call, with the server's time."""
        changed = self._sent.changed(self._fragments)
        return [*changed, self._part.time_fragment()] if changed else []
