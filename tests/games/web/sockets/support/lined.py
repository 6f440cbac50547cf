"""Sockets with a line of their own, as the room's server gives them."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from games.engine.views.types import OwnView, TableView
from games.web.sockets.frames import EXTENSION
from tests.games.web.sockets.support.served_table import TablePage
from tests.games.web.sockets.support.stepped import settle
from tests.games.web.sockets.test_frames import read


class RecordedLine:
    """A line that keeps what is written; a test says when the browser reads."""

    def __init__(self) -> None:
        self.free, self.aborted = True, False
        self.written: list[bytes] = []
        self.waiting: list[Callable[[], None]] = []

    def is_free(self) -> bool:
        return self.free

    def write(self, frames: bytes) -> None:
        if frames:
            self.written.append(frames)

    def abort(self) -> None:
        self.aborted = True

    def call_when_free(self, call: Callable[[], None]) -> None:
        self.waiting.append(call)

    async def become_free(self) -> None:
        """The browser has read everything."""
        self.free = True
        waiting, self.waiting = self.waiting, []
        for call in waiting:
            call()
        await settle()

    def take(self) -> list[str]:
        """The messages since the last call."""
        taken, self.written = self.written, []
        return [read(frames) for frames in taken]


class LinedPage(TablePage):
    """A served socket of the table with a line; `beside` is one of the same process."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, user: SimpleNamespace | None = None, beside: "LinedPage | None" = None
    ) -> None:
        super().__init__(monkeypatch, user)
        self.line = RecordedLine()
        self.scope["extensions"] = {EXTENSION: self.line}
        if beside:
            self.feed = beside.feed


async def show_all(pages: list[LinedPage], view: TableView, own: dict[int, OwnView | None]) -> None:
    """A view arrives for all sockets of a process, and with it own views by player."""
    watched = pages[0].feed.watched
    watched.own_views |= own
    watched.view, watched.version = view, view.version
    for page in pages:
        page.consumer.view_changed()
    await settle()
