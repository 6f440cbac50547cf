"""A feed on a clock that tests set, and the sockets it tells."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from games.engine.views.types import OwnView, SeatView, TableView
from games.messaging import messages
from games.messaging.chat import ChatEntry
from games.messaging.messages import OwnViewUpdate, ViewUpdate, Watch
from games.web.sockets.feed import CHECK_EVERY_SECONDS, Feed
from tests.games.web.sockets.support.stepped import RecordedLayer, SteppedLoop, settle

TABLE, EVE = 77, 5
HOST = messages.host_group(TABLE)


class Page:
    """A socket of every kind; it records what the feed tells it."""

    def __init__(self, player: int = 0) -> None:
        self.player = player
        self.told: list[object] = []

    def view_changed(self) -> None:
        self.told.append("view")

    def chat_posted(self, entry: ChatEntry) -> None:
        self.told.append(entry)

    def table_silent(self) -> None:
        self.told.append("silent")

    def watchers_changed(self) -> None:
        self.told.append("watchers")

    def hint_received(self) -> None:
        self.told.append("hint")

    def access_ended(self) -> None:
        self.told.append("ended")

    def access_changed(self) -> None:
        self.told.append("access")

    def address_banned(self) -> None:
        self.told.append("banned")

    def notice_written(self, table: int) -> None:
        self.told.append(("notice", table))

    def seats_changed(self) -> None:
        self.told.append("seats")

    def player_notes_changed(self) -> None:
        self.told.append("notes")


class Stand:
    """A feed with a recorded layer and a clock that tests set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock = SteppedLoop(monkeypatch)
        self.layer = RecordedLayer()
        self.feed = Feed(self.layer)

    async def seconds(self, count: int) -> list[list[int]]:
        """For each second that passes, the players for whom views were requested."""
        requested = []
        for _ in range(count):
            await self.clock.skip(CHECK_EVERY_SECONDS)
            requested.append(self.requests())
        return requested

    def requests(self) -> list[int]:
        """The players for whom views were requested since the last call."""
        sent = self.layer.take_sent()
        assert {group for group, _ in sent} <= {HOST}
        players = [message.player for _, message in sent if isinstance(message, Watch)]
        assert len(players) == len(sent)
        return sorted(players)

    async def show(self, version: int, *, host: str = "one", also: int = 0) -> None:
        """The host shows a view, in which Eve has a seat, and perhaps somebody else."""
        view = TableView(TABLE, version, (SeatView(0, player=EVE, stack=version), SeatView(1, player=also)))
        await self.layer.deliver(ViewUpdate(TABLE, version, host, view, at=1))

    async def show_own(self, player: int, version: int) -> None:
        """The host shows a player's own view."""
        await self.layer.deliver(OwnViewUpdate(TABLE, player, version, OwnView(TABLE, version, 0, player)))


@asynccontextmanager
async def standing(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stand]:
    """A feed that is closed at the end, with nothing left running."""
    stand = Stand(monkeypatch)
    await settle()
    try:
        yield stand
    finally:
        await stand.feed.close()
        assert asyncio.all_tasks() == {asyncio.current_task()}, "a closed feed leaves nothing running"
