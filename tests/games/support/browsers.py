"""Browsers for tests of the table and lobby sockets: what a page receives and what it sends, without a server."""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import dropwhile

from channels.routing import URLRouter

from games.models import Table
from games.web.security.requests import Visitor
from games.web.sockets.feed import Feed
from games.web.sockets.routing import socket_routes
from tests.games.support.live_hosts import until
from tests.sockets import SocketClient

FIRST_HAND = 'data-hand="1"'
application = URLRouter(socket_routes())


class Browser:
    """One socket: every frame it received and when, and the newest HTML of each fragment."""

    def __init__(self, path: str, user: Visitor) -> None:
        self.socket = SocketClient(application, path)
        self.socket.scope["user"] = user
        self.frames: list[str] = []
        self.times: list[float] = []
        self.fragments: dict[str, str] = {}
        self.closed: int | None = None

    async def read(self) -> None:
        """Receives frames until the socket closes."""
        while self.closed is None:
            message = await self.socket.receive_output()
            if message["type"] == "websocket.close":
                code = message.get("code", 1000)
                assert isinstance(code, int)
                self.closed = code
                return
            frame = str(message["text"])
            self.frames.append(frame)
            self.times.append(time.monotonic())
            for fragment in re.split(r'(?=<\w+ id=")', frame):
                if found := re.match(r'<\w+ id="([^"]+)"', fragment):
                    self.fragments[found[1]] = fragment

    async def send(self, body: dict[str, object] | str) -> None:
        """Sends a message as the page does; text is sent as it is."""
        text = body if isinstance(body, str) else json.dumps(body)
        await self.socket.send_input({"type": "websocket.receive", "text": text})

    async def act(self, action: str) -> None:
        """Presses a button of the turn that the controls offer."""
        assert self.turn, "it is not this player's turn"
        await self.send({"do": "act", **self.turn, "action": action})

    def first_frame_at(self, text: str) -> float:
        """When the first frame with this text arrived, by the monotonic clock."""
        return next(at for frame, at in zip(self.frames, self.times, strict=True) if text in frame)

    @property
    def all_html(self) -> str:
        """All frames received so far."""
        return "".join(self.frames)

    @property
    def frames_since_the_deal(self) -> list[str]:
        """The frames since the first hand began; before it, cards are drawn for the button face up."""
        return list(dropwhile(lambda frame: FIRST_HAND not in frame, self.frames))

    @property
    def turn(self) -> dict[str, int] | None:
        """The turn that the controls offer: its hand, number and price."""
        found = re.search(r'data-hand="(\d+)" data-turn="(\d+)" data-price="(\d+)"', self.fragments.get("controls", ""))
        return dict(zip(("hand", "turn", "price"), map(int, found.groups()), strict=True)) if found else None

    async def shows(self, fragment: str, text: str) -> None:
        """Waits until a fragment, which may not have arrived yet, contains this text."""
        await until(lambda: text in self.fragments.get(fragment, ""))

    async def is_alerted(self, text: str) -> None:
        """Waits for an alert with this text."""
        await self.shows("alert", text)


@asynccontextmanager
async def browsing(table: Table | None, *users: Visitor, query: str = "") -> AsyncIterator[list[Browser]]:
    """Opens a socket of the table, or of the lobby for None, for each user; closes them at the end."""
    path = (f"/ws/table/{table.pk}/" if table else "/ws/lobby/") + query
    browsers = [Browser(path, user) for user in users]
    readers = []
    for browser in browsers:
        assert (await browser.socket.connect())[0]
        readers.append(asyncio.create_task(browser.read()))
    try:
        yield browsers
    finally:
        for browser, reader in zip(browsers, readers, strict=True):
            reader.cancel()
            await browser.socket.disconnect()
        await Feed.current().close()


@asynccontextmanager
async def one_more_tab(table: Table, user: Visitor) -> AsyncIterator[Browser]:
    """Opens one more socket of the table while others stay open."""
    browser = Browser(f"/ws/table/{table.pk}/", user)
    assert (await browser.socket.connect())[0]
    reader = asyncio.create_task(browser.read())
    try:
        yield browser
    finally:
        reader.cancel()
        await browser.socket.disconnect()


def player_to_act(browsers: list[Browser]) -> Browser | None:
    """The browser whose controls offer a turn."""
    return next((browser for browser in browsers if browser.turn), None)


async def first_turn(browsers: list[Browser]) -> tuple[Browser, Browser]:
    """Waits for the first turn of two players; returns the browser of the player to act, then the other."""
    mover = await until(lambda: player_to_act(browsers))
    return mover, next(browser for browser in browsers if browser is not mover)
