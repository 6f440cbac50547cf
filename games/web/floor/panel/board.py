"""The panel of one process: it keeps what is shown as long as a socket shows it, and tells all of them (F1)."""

import asyncio
import weakref
from typing import Protocol

from games.messaging import messages
from games.web.floor.panel.facts import RoomFacts, read_cash_tables, read_facts
from games.web.floor.panel.fragments import PanelFragments, PanelView
from games.web.floor.panel.rows import PanelRow, build_rows
from games.web.sockets.feed import Feed
from games.web.sockets.push_socket import in_thread

UPDATE_EVERY_SECONDS = 1.0
READ_EVERY_SECONDS = 5.0
"""In a busy room somebody comes or goes all the time; calls and decisions of the floor are read at once."""
READ_AT_LEAST_SECONDS = 30.0
"""A hint may be lost, and none tells of averages; after a broken connection the feed hints at everything by itself."""
READ_TOURNAMENTS_SECONDS = 10.0
"""While tournaments run, which give the floor no hints."""


class BoardSocket(Protocol):
    """A socket that shows the panel. No call may block or wait."""

    def board_changed(self) -> None:
        """Something that the panel shows is newer."""


class _Hints:
    """Hears the hints of one group."""

    def __init__(self, heard: asyncio.Event, due: asyncio.Event) -> None:
        self._heard, self._due = heard, due

    def hint_received(self) -> None:
        self._heard.set()
        self._due.set()


class Board:
    """The rows of the panel; `Board.current` makes one for each event loop."""

    _boards: "weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Board]" = weakref.WeakKeyDictionary()

    @classmethod
    def current(cls) -> "Board":
        """The running loop's board."""
        loop = asyncio.get_running_loop()
        if loop not in cls._boards:
            cls._boards[loop] = cls()
        return cls._boards[loop]

    def __init__(self) -> None:
        self.facts: RoomFacts | None = None
        self.rows: list[PanelRow] = []
        self._sockets: set[BoardSocket] = set()
        self._due, self._floor_changed, self._room_changed = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._groups = {
            messages.FLOOR: _Hints(self._floor_changed, self._due),
            messages.LOBBY: _Hints(self._room_changed, self._due),
        }
        self._read_at = self._all_read_at = 0.0
        self._number = 0
        """Of the newest state of the panel, in whatever way it is seen."""
        self._panels: dict[PanelView, PanelFragments] = {}
        self._task: asyncio.Task[None] | None = None

    async def add(self, socket: BoardSocket, feed: Feed) -> None:
        """Shows the panel on one more socket; the first one begins to listen."""
        self._sockets.add(socket)
        if len(self._sockets) > 1:
            socket.board_changed()
            return
        for group, hints in self._groups.items():
            await feed.subscribe(group, hints)
        self.facts = None
        self._due.set()
        self._task = asyncio.create_task(self._update(feed))
        await feed.watch_floor(self)

    async def remove(self, socket: BoardSocket, feed: Feed) -> None:
        """Ends what `add` began; the last one stops listening."""
        self._sockets.discard(socket)
        if self._sockets:
            return
        if self._task:
            self._task.cancel()
            self._task = None
        await feed.unwatch_floor(self)
        for group, hints in self._groups.items():
            await feed.unsubscribe(group, hints)

    def summaries_changed(self) -> None:
        """A host has told of its tables."""
        self._due.set()

    def panel(self, view: PanelView) -> PanelFragments | None:
        """The panel as it is now for this way of seeing it; None until everything was read once."""
        if self.facts is None:
            return None
        panel = self._panels.setdefault(view, PanelFragments(view))
        if panel.number != self._number:
            panel.update(self.rows, self.facts.calls, self.facts.room, number=self._number)
        return panel

    async def _update(self, feed: Feed) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                async with asyncio.timeout(READ_TOURNAMENTS_SECONDS):
                    await self._due.wait()
            except TimeoutError:
                pass
            self._due.clear()
            await self._read(loop.time())
            self._build(feed, loop.time())
            await asyncio.sleep(UPDATE_EVERY_SECONDS)

    async def _read(self, now: float) -> None:
        """Reads from the database what hints say that it differs, and everything if that was long ago."""
        age = now - self._read_at
        if self.facts is None or self._floor_changed.is_set() or now - self._all_read_at >= self._read_at_least():
            self._floor_changed.clear()
            self._room_changed.clear()
            self._read_at = self._all_read_at = now
            self.facts = await in_thread(read_facts)
        elif self._room_changed.is_set() and age >= READ_EVERY_SECONDS:
            self._room_changed.clear()
            self._read_at = now
            self.facts = await in_thread(read_cash_tables, self.facts)
        elif self._room_changed.is_set():
            # What is not read yet is due again.
            asyncio.get_running_loop().call_later(READ_EVERY_SECONDS - age, self._due.set)

    def _read_at_least(self) -> float:
        has_tournaments = self.facts is not None and self.facts.tournaments
        return READ_TOURNAMENTS_SECONDS if has_tournaments else READ_AT_LEAST_SECONDS

    def _build(self, feed: Feed, now: float) -> None:
        assert self.facts is not None
        silent = {table.table for table in self.facts.tables if feed.floor.is_silent(table.table, now)}
        self.rows = build_rows(self.facts, feed.floor.newest, silent)
        # Whoever saw the panel in a way that nobody asks for any more has gone.
        self._panels = {view: panel for view, panel in self._panels.items() if panel.number == self._number}
        self._number += 1
        for socket in list(self._sockets):
            socket.board_changed()
