"""One open page of a table: a real socket, and as much of its screen as a person needs to act."""

import asyncio
import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any, NamedTuple

import websockets
from websockets.asyncio.client import ClientConnection, connect

from tests.soak.tally import Tally

CONTROLS = re.compile(r'<footer id="controls" class="controls is-([\w-]+)"([^>]*)>(.*?)</footer>', re.DOTALL)
WHERE = re.compile(r'data-hand="(\d+)" data-turn="(\d+)"(?: data-price="(\d+)")?')
SAYS = re.compile(r'"hand":(\d+)(?:,"turn":(\d+))?')
SIZER = re.compile(r'id="raise"[^>]* data-min="(\d+)" data-max="(\d+)"')
PICK = re.compile(r'for="pick-(\d+)"')
TIMES = re.compile(r'"times":(\d)')
AHEAD = re.compile(r"hx-vals='(\{\"do\":\"ahead\"[^']*\})'")
NOTICE = re.compile(r'<p id="notice"[^>]*>([^<]+)</p>')
NEWS = re.compile(r'<li class="message [^>]*>([^<]+)<')
MINE = re.compile(r'<section id="my-tables".*?</section>', re.DOTALL)
CALL = re.compile(r'id="call-(\d+)"')
AMOUNT = re.compile(r"\d[\d.,\u00a0]*(?<![.,])")
OPENS_WITHIN_SECONDS = 30.0
SERVER_ERROR = 1011


class Controls(NamedTuple):
    """The buttons a person has before them; `state` is one of `ControlsState`."""

    state: str = ""
    hand: int = 0
    turn: int = 0
    price: int = 0
    html: str = ""

    @property
    def bounds(self) -> tuple[int, int]:
        """From how much to how much a raise goes, minor units; both 0 when there is none."""
        found = SIZER.search(self.html)
        return (int(found[1]), int(found[2])) if found else (0, 0)

    @property
    def places(self) -> list[int]:
        """The places of my cards that may be exchanged."""
        return [int(place) for place in PICK.findall(self.html)]

    @property
    def times(self) -> list[int]:
        """How often the rest of the board may be dealt."""
        return [int(times) for times in TIMES.findall(self.html)] or [1]

    @property
    def aheads(self) -> list[dict[str, Any]]:
        """What may be decided before my turn."""
        return [json.loads(ahead) for ahead in AHEAD.findall(self.html)]

    @property
    def seated(self) -> bool:
        """Whether they are those of somebody with a seat."""
        return self.state not in ("", "watching")

    @property
    def may_buy(self) -> bool:
        """Nothing but more chips brings this seat back into play."""
        return self.state == "sitting-out" and "sit_in" not in self.html


def controls_of(frame: str) -> Controls | None:
    """The controls in a push, if they are among what changed."""
    found = CONTROLS.search(frame)
    if found is None:
        return None
    state, attributes, html = found.groups()
    at = WHERE.search(attributes) or SAYS.search(html)
    hand, turn, price = (int(part or 0) for part in (*at.groups(), 0)[:3]) if at else (0, 0, 0)
    return Controls(state, hand, turn, price, html)


class Tab:
    """One socket; `changed` is called with every frame that has new controls.

    `calls` are the entries of waiting lists that are called.
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
        """Opens the socket and reads from it until it ends; raises OSError where nobody answers."""
        self.line: ClientConnection = await connect(
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
            async for frame in self.line:
                self._hear(str(frame))
        except websockets.ConnectionClosed:
            pass
        finally:
            self.over = True
            self.news.set()
        if not self.going:
            code = self.line.close_code or 1006
            self.tally.count(f"lines the room cut ({code})")
            if code == SERVER_ERROR:
                self.tally.trouble(f"a socket of table {self.table} was closed with {code}")

    def _hear(self, frame: str) -> None:
        self.tally.count("frames")
        for words in NOTICE.findall(frame):
            self.tally.count(f"told: {AMOUNT.sub('…', unescape(words))}")
        for words in NEWS.findall(frame):
            self.tally.count(f"news: {AMOUNT.sub('…', unescape(words))}")
        if mine := MINE.search(frame):
            self.calls = frozenset(map(int, CALL.findall(mine[0])))
            self.news.set()
        controls = controls_of(frame)
        if controls is not None:
            self.controls = controls
            self.news.set()
            self._changed(self)

    async def shows(self, wanted: Callable[["Tab"], bool], within: float) -> bool:
        """Whether the page comes to be as wanted in time, on a line that holds."""
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

    async def say(self, body: Any) -> bool:
        """Sends an ask, or any text as it is; whether the line took it."""
        try:
            await self.line.send(json.dumps(body) if isinstance(body, dict) else body)
        except websockets.ConnectionClosed:
            return False
        self.tally.count("messages")
        return True

    async def close(self) -> None:
        """Leaves the page."""
        self.going = True
        await self.line.close()
        await self.reader

    async def drop(self) -> None:
        """The line is gone, without a word."""
        self.going = True
        self.line.transport.abort()
        await self.reader
