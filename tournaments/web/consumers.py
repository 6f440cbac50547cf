"""The sockets of a tournament's pages: they push the fragments that have changed, at most once a second."""

import asyncio
from collections.abc import Mapping, Sequence

from django.http import QueryDict

from games.web.api import (
    FLOOR,
    Feed,
    ListSocket,
    PushSocket,
    SentFragments,
    TournamentViewer,
    after_all,
    in_thread,
    query_value,
    together_after_all,
)
from tournaments import api
from tournaments.web.director import panel
from tournaments.web.pages import fragments, queries, screen, table_bar
from tournaments.web.pages.permissions import can_view_directing
from tournaments.web.pages.tournament_list import Filters
from tournaments.web.watched_tournaments import WatchedTournaments

PUSH_EVERY_SECONDS, LONGEST_PAUSE_SECONDS = 1.0, 5.0
SIZE_EACH_PAUSE = 20_000
"""A page gets so many characters a second: the lists of large tournaments are long."""
NOTHING_YET = -1
LONGEST_FILTERS = 500
SCREEN_TIME_EVERY_SECONDS = 30.0
"""How often the big screen hears the server's time, even while nothing changes."""


def groups_of(tournament: int, player: int) -> list[str]:
    """The groups with hints about this tournament and about notices for this player; 0 is an anonymous viewer."""
    own = [api.player_group(player)] if player else []
    return [api.tournament_group(tournament), *own]


class ScheduleConsumer(ListSocket[Filters]):
    """The tournament list: pushes the rows that have changed, every few seconds at most."""

    watched = WatchedTournaments

    def part(self) -> Filters:
        """The filters of the page, with which its address begins."""
        return Filters.of(QueryDict(self.scope["query_string"][:LONGEST_FILTERS]))


class TournamentSocket(PushSocket):
    """A page about one tournament."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = SentFragments()
        self.last_size = NOTHING_YET

    async def may_open(self) -> bool:
        """Anybody may watch a tournament."""
        self.tournament = int(self.scope["url_route"]["kwargs"]["tournament"])
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
        """Schedules a push: something was decided, or there is a notice for this player."""
        self.push_due.set()

    async def changed_html(self) -> str:
        """The fragments that have changed, with the server's time; first those that the page does not show."""
        current = await self.read_fragments()
        is_first = self.last_size == NOTHING_YET
        if is_first:
            self.sent.skip_seen(query_value(self.scope, "seen"), current)
        changed = self.sent.changed(current)
        html = "".join([*changed, fragments.time_fragment(0)]) if changed or is_first else ""
        self.last_size = 0 if is_first else len(html)
        return html

    async def read_fragments(self) -> Mapping[str, str]:
        """All fragments of this page as they are now, by id; sockets that show the same share what is read."""
        raise NotImplementedError

    async def pause(self) -> None:
        """Combines all hints of the next second into one push, and those of some seconds after a large push."""
        seconds = PUSH_EVERY_SECONDS * self.last_size / SIZE_EACH_PAUSE
        await asyncio.sleep(min(max(PUSH_EVERY_SECONDS, seconds), LONGEST_PAUSE_SECONDS))


class LobbyConsumer(TournamentSocket):
    """A tournament's lobby."""

    async def read_fragments(self) -> Mapping[str, str]:
        """The lobby's fragments."""
        viewer = queries.LobbyViewer(self.tournament, self.player, self.language)
        return await together_after_all(queries.lobbies_of_each, viewer)


class ScreenConsumer(TournamentSocket):
    """The big screen of a tournament, which runs for hours on a clock of its own."""

    async def start_watching(self, feed: Feed) -> None:
        """Subscribes to the hints of the tournament and starts sending the server's time."""
        await super().start_watching(feed)
        self.run_task(self._tell_time())

    async def _tell_time(self) -> None:
        while True:
            await asyncio.sleep(SCREEN_TIME_EVERY_SECONDS)
            self.push_due.set()

    async def changed_html(self) -> str:
        """What has changed, and always the server's time."""
        return await super().changed_html() or fragments.time_fragment(0)

    async def read_fragments(self) -> Mapping[str, str]:
        """The fragments of the big screen."""
        return await after_all(screen.screen_fragments, self.tournament, self.language)


class DirectorConsumer(TournamentSocket):
    """The director's page."""

    async def may_open(self) -> bool:
        """Only for users who may see the page itself (F8)."""
        return await super().may_open() and self.user is not None and await in_thread(can_view_directing, self.user)

    async def start_watching(self, feed: Feed) -> None:
        """Subscribes to calls for the floor as well."""
        await feed.subscribe(FLOOR, self)
        await super().start_watching(feed)

    async def stop_watching(self, feed: Feed) -> None:
        """Ends the subscriptions."""
        await feed.unsubscribe(FLOOR, self)
        await super().stop_watching(feed)

    async def read_fragments(self) -> Mapping[str, str]:
        """The director's fragments, and the open calls at the tournament's tables (F2)."""
        return await after_all(panel.page_fragments, self.tournament, self.user, self.language)


class TableBar:
    """The bar over a tournament's table, sent over the table's own socket (a `games.web.api.TournamentPart`)."""

    def groups(self, tournament: int, player: int) -> list[str]:
        """The groups whose hints mean that the bar has changed."""
        return groups_of(tournament, player)

    def fragments_of_each(self, viewers: Sequence[TournamentViewer]) -> list[dict[str, str]]:
        """The bars as they are now, with a link when the player's seat is at another table."""
        return table_bar.bars_of_each(viewers)

    def time_fragment(self) -> str:
        """The server's time, from which the browser sets the bar's clocks."""
        return fragments.time_fragment(0)
