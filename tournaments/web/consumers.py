"""The sockets of a tournament's pages: the pieces that changed, at most once a second."""

import asyncio
from typing import Any

from games.web.api import PushSocket, in_thread
from tournaments import api
from tournaments.web.director import panel
from tournaments.web.pages import fragments, queries, table_bar
from tournaments.web.pages.permissions import can_view_directing

EVERY_SECONDS = 1.0
SCHEDULE_EVERY_SECONDS = 5.0


def groups_of(tournament: int, player: int) -> list[str]:
    """The groups that hear of this tournament, and of notices for this player; 0 is an anonymous viewer."""
    own = [api.player_group(player)] if player else []
    return [api.tournament_group(tournament), *own]


class ScheduleConsumer(PushSocket):
    """Somebody looks at the schedule: told that it has changed, the page fetches it again with its own filters."""

    async def begin(self) -> None:
        """Joins the hints of all tournaments."""
        self.changed = False
        await self.feed.join(api.SCHEDULE, self)

    async def leave(self) -> None:
        """Gives up the place at the feed."""
        if hasattr(self, "feed"):
            await self.feed.part(api.SCHEDULE, self)
        await super().leave()

    def hint(self) -> None:
        """A tournament was announced, or something in one was decided."""
        self.changed = True
        self.due.set()

    async def pieces(self) -> str:
        """The server's time, if there is something new."""
        changed, self.changed = self.changed, False
        return fragments.time_fragment(0) if changed else ""

    async def pause(self) -> None:
        """Whatever happens in the next seconds is told once."""
        await asyncio.sleep(SCHEDULE_EVERY_SECONDS)


class TournamentSocket(PushSocket):
    """A page about one tournament: hears of its decisions, sends what changed since it sent last."""

    async def enter(self) -> bool:
        """Whether there is such a tournament."""
        self.tournament = int(self.scope["url_route"]["kwargs"]["tournament"])
        self.sent: dict[str, int] = {}
        return await in_thread(queries.exists, self.tournament)

    async def begin(self) -> None:
        """Joins the hints of the tournament and of its player."""
        for group in self._groups():
            await self.feed.join(group, self)
        self.due.set()

    async def leave(self) -> None:
        """Gives up the place at the feed."""
        if hasattr(self, "feed"):
            for group in self._groups():
                await self.feed.part(group, self)
        await super().leave()

    def _groups(self) -> list[str]:
        return groups_of(self.tournament, self.player)

    def hint(self) -> None:
        """Something was decided, or there is a notice for this player."""
        self.due.set()

    async def pieces(self) -> str:
        """All that changed, with the server's time."""
        fresh = await in_thread(self.look)
        out = fragments.changed(fresh, self.sent)
        return out + fragments.time_fragment(0) if out else ""

    def look(self) -> dict[str, Any]:
        """The pieces of this page as they are now."""
        raise NotImplementedError

    async def pause(self) -> None:
        """Hints within the next second make one push."""
        await asyncio.sleep(EVERY_SECONDS)


class LobbyConsumer(TournamentSocket):
    """Somebody in the tournament's lobby."""

    def look(self) -> dict[str, Any]:
        """The lobby's pieces."""
        return queries.lobby_fragments(self.tournament, self.user, self.language)


class TableBar:
    """The bar over a tournament's table, sent over the table's own socket (`games.web.api.TournamentPart`)."""

    def groups(self, tournament: int, player: int) -> list[str]:
        """The hints of the tournament and of the player."""
        return groups_of(tournament, player)

    def pieces(self, tournament: int, table: int, user: Any, language: str) -> dict[str, str]:
        """The bar, which also says where to go when the seat is at another table by now."""
        return {**table_bar.bar_fragments(tournament, user, table, language)}

    def time_piece(self) -> str:
        """The server's time, by which the browser sets the bar's clocks."""
        return fragments.time_fragment(0)


class DirectorConsumer(TournamentSocket):
    """The director's page."""

    async def enter(self) -> bool:
        """Only for who sees the page itself (F8)."""
        return await super().enter() and self.user is not None and await in_thread(can_view_directing, self.user)

    def look(self) -> dict[str, Any]:
        """The director's pieces."""
        return panel.panel_fragments(self.tournament, self.language)
