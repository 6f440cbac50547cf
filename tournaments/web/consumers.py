"""The sockets of a tournament's pages: they push the fragments that have changed, at most once a second."""

import asyncio
from typing import Any

from games.web.api import Feed, PushSocket, in_thread
from tournaments import api
from tournaments.web.director import panel
from tournaments.web.pages import fragments, queries, table_bar
from tournaments.web.pages.permissions import can_view_directing

EVERY_SECONDS = 1.0
SCHEDULE_EVERY_SECONDS = 5.0


def groups_of(tournament: int, player: int) -> list[str]:
    """The groups that get hints about this tournament, and about notices for this player; 0 is an anonymous viewer."""
    own = [api.player_group(player)] if player else []
    return [api.tournament_group(tournament), *own]


class ScheduleConsumer(PushSocket):
    """The schedule: the page is only told that it has changed, and fetches it again with its own filters."""

    async def start_watching(self, feed: Feed) -> None:
        """Subscribes to the hints of all tournaments."""
        self.changed = False
        await feed.subscribe(api.SCHEDULE, self)

    async def stop_watching(self, feed: Feed) -> None:
        """Ends the subscription."""
        await feed.unsubscribe(api.SCHEDULE, self)

    def hint_received(self) -> None:
        """A tournament was announced, or something was decided in one."""
        self.changed = True
        self.push_due.set()

    async def changed_html(self) -> str:
        """The server's time if the schedule has changed."""
        changed, self.changed = self.changed, False
        return fragments.time_fragment(0) if changed else ""

    async def pause(self) -> None:
        """Makes one push of all hints within the next seconds."""
        await asyncio.sleep(SCHEDULE_EVERY_SECONDS)


class TournamentSocket(PushSocket):
    """A page about one tournament."""

    async def may_open(self) -> bool:
        """Anybody may watch a tournament."""
        self.tournament = int(self.scope["url_route"]["kwargs"]["tournament"])
        self.sent: dict[str, int] = {}
        return await in_thread(queries.exists, self.tournament)

    async def start_watching(self, feed: Feed) -> None:
        """Subscribes to the hints of the tournament and of its player."""
        for group in groups_of(self.tournament, self.player):
            await feed.subscribe(group, self)
        self.push_due.set()

    async def stop_watching(self, feed: Feed) -> None:
        """Ends the subscriptions."""
        for group in groups_of(self.tournament, self.player):
            await feed.unsubscribe(group, self)

    def hint_received(self) -> None:
        """Something was decided, or there is a notice for this player."""
        self.push_due.set()

    async def changed_html(self) -> str:
        """The fragments that have changed, with the server's time."""
        html_by_id = await in_thread(self.render_fragments)
        html = fragments.changed(html_by_id, self.sent)
        return html + fragments.time_fragment(0) if html else ""

    def render_fragments(self) -> dict[str, Any]:
        """All fragments of this page as they are now, by id."""
        raise NotImplementedError

    async def pause(self) -> None:
        """Makes one push of all hints within a second."""
        await asyncio.sleep(EVERY_SECONDS)


class LobbyConsumer(TournamentSocket):
    """A tournament's lobby."""

    def render_fragments(self) -> dict[str, Any]:
        """The lobby's fragments."""
        return queries.lobby_fragments(self.tournament, self.user, self.language)


class DirectorConsumer(TournamentSocket):
    """The director's page."""

    async def may_open(self) -> bool:
        """Only for users who may see the page itself (F8)."""
        return await super().may_open() and self.user is not None and await in_thread(can_view_directing, self.user)

    def render_fragments(self) -> dict[str, Any]:
        """The director's fragments."""
        return panel.panel_fragments(self.tournament, self.language)


class TableBar:
    """The bar over a tournament's table, sent over the table's own socket (a `games.web.api.TournamentPart`)."""

    def groups(self, tournament: int, player: int) -> list[str]:
        """The groups whose hints mean that the bar has changed."""
        return groups_of(tournament, player)

    def fragments(self, tournament: int, table: int, user: Any, language: str) -> dict[str, str]:
        """The bar as it is now; it says where to go when the player's seat is at another table."""
        return {**table_bar.bar_fragments(tournament, user, table, language)}

    def time_fragment(self) -> str:
        """The server's time, by which the browser sets the bar's clocks."""
        return fragments.time_fragment(0)
