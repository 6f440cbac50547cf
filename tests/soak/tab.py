"""One open table page: a real socket and the parts of the page that a player needs to act."""

import asyncio
import json
import re
from collections.abc import Callable
from html import unescape
from typing import NamedTuple

import websockets
from websockets.asyncio.client import ClientConnection, connect

from tests.soak.tally import Tally

Body = dict[str, object]
"""A message to the table before it is packed as JSON."""

CONTROLS = re.compile(r'<footer id="controls" class="controls is-([\w-]+)"([^>]*)>(.*?)</footer>', re.DOTALL)
WHERE = re.compile(r'data-hand="(\d+)" data-turn="(\d+)"(?: data-price="(\d+)")?')
VALUES = re.compile(r'"hand":(\d+)(?:,"turn":(\d+))?')
SIZER = re.compile(r'id="raise"[^>]* data-min="(\d+)" data-max="(\d+)"')
PICK = re.compile(r'for="pick-(\d+)"')
TIMES = re.compile(r'"times":(\d)')
PRE_ACTION = re.compile(r"data-values='(\{\"do\":\"ahead\"[^']*\})'")
ALERT = re.compile(r'<p id="alert"[^>]*>([^<]+)</p>')
NEWS = re.compile(r'<li class="message [^>]*>([^<]+)<')
MY_TABLES = re.compile(r'<section id="my-tables".*?</section>', re.DOTALL)
CALL = re.compile(r'id="call-(\d+)"')
AMOUNT = re.compile(r"\d[\d.,\u00a0]*(?<![.,])")
OPENS_WITHIN_SECONDS = 30.0
SERVER_ERROR = 1011


class Controls(NamedTuple):
    """The player's controls; `state` is a value of `ControlsState`."""

    state: str = ""
    hand: int = 0
    turn: int = 0
    price: int = 0
    html: str = ""

    @property
    def bounds(self) -> tuple[int, int]:
        """The bounds of a raise in minor units, both 0 if none is possible."""
        found = SIZER.search(self.html)
        return (int(found[1]), int(found[2])) if found else (0, 0)

    @property
    def places(self) -> list[int]:
        """The places of the player's cards that may be exchanged."""
        return [int(place) for place in PICK.findall(self.html)]

    @property
    def times(self) -> list[int]:
        """How many times the rest of the board may be dealt."""
        return [int(times) for times in TIMES.findall(self.html)] or [1]

    @property
    def pre_actions(self) -> list[Body]:
        """The pre-actions the player may choose before their turn."""
        return [json.loads(action) for action in PRE_ACTION.findall(self.html)]

    @property
    def seated(self) -> bool:
        """Whether the player has a seat."""
        return self.state not in ("", "watching")

    @property
    def may_buy(self) -> bool:
        """Whether the player needs more chips to get back into play."""
        return self.state == "sitting-out" and "sit_in" not in self.html


def controls_of(frame: str) -> Controls | None:
    """Returns the controls in a frame, or None if the frame does not contain them."""
    found = CONTROLS.search(frame)
    if found is None:
        return None
    state, attributes, html = found.groups()
    at = WHERE.search(attributes) or VALUES.search(html)
    hand, turn, price = (int(part or 0) for part in (*at.groups(), 0)[:3]) if at else (0, 0, 0)
    return Controls(state, hand, turn, price, html)


class Tab:
    """One socket; `changed` is called for every frame with new controls.

    `calls` holds the ids of the player's waiting list entries that are called.
    """

    def __init__(self, url: str, table: int, cookie: str, tally: Tally, changed: Callable[["Tab"], None]) -> None:
        self.origin, self.table, self.cookie, self.tally, self._changed = url, table, cookie, tally, changed
        self.controls = Controls()
        self.news = asyncio.Event()
        self.calls: frozenset[int] = frozenset()
        self.over = False
        self.going = False
        self.pressing = False

    async def open(self) -> "Tab":
        """Opens the socket and reads from it until it closes; raises OSError if the server does not answer."""
        self.connection: ClientConnection = await connect(
            f"{self.origin.replace('http', 'ws', 1)}/ws/table/{self.table}/",
            additional_headers={"Cookie": self.cookie},
            origin=self.origin,
            compression=None,
            max_size=None,
            max_queue=256,
            ping_interval=None,
            open_timeout=OPENS_WITHIN_SECONDS,
        )
        self.reader = asyncio.create_task(self._read())
        return self

    async def _read(self) -> None:
        try:
            async for frame in self.connection:
                self._handle(str(frame))
        except websockets.ConnectionClosed:
            pass
        finally:
            self.over = True
            self.news.set()
        if not self.going:
            code = self.connection.close_code or 1006
            self.tally.count(f"connections closed by the room ({code})")
            if code == SERVER_ERROR:
                self.tally.trouble(f"a socket of table {self.table} was closed with {code}")

    def _handle(self, frame: str) -> None:
        self.tally.count("frames")
        for text in ALERT.findall(frame):
            self.tally.count(f"alert: {AMOUNT.sub('…', unescape(text))}")
        for text in NEWS.findall(frame):
            self.tally.count(f"news: {AMOUNT.sub('…', unescape(text))}")
        if my_tables := MY_TABLES.search(frame):
            self.calls = frozenset(map(int, CALL.findall(my_tables[0])))
            self.news.set()
        controls = controls_of(frame)
        if controls is not None:
            self.controls = controls
            self.news.set()
            self._changed(self)

    async def shows(self, wanted: Callable[["Tab"], bool], within: float) -> bool:
        """Waits until the page is as wanted; returns False after `within` seconds or if the connection closes."""
        try:
            async with asyncio.timeout(within):
                while not wanted(self):
                    if self.over:
                        return False
                    self.news.clear()
                    await self.news.wait()
        except TimeoutError:
            return False
        return True

    async def send(self, body: Body | str) -> bool:
        """Sends a message: a dict as JSON, a string unchanged; returns whether the connection was open."""
        try:
            await self.connection.send(json.dumps(body) if isinstance(body, dict) else body)
        except websockets.ConnectionClosed:
            return False
        self.tally.count("messages")
        return True

    async def close(self) -> None:
        """Closes the page."""
        self.going = True
        await self.connection.close()
        await self.reader

    async def drop(self) -> None:
        """Aborts the connection without a close frame."""
        self.going = True
        self.connection.transport.abort()
        await self.reader
