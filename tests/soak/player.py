"""A random player: sits down, plays, adds chips, loses the connection, sends hostile messages, leaves, starts again."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from contextlib import suppress
from random import Random
from typing import NamedTuple, TypeVar

import websockets

from tests.soak import play, waiting
from tests.soak.room import UNIT, Account
from tests.soak.sessions import SoakSession, trouble_of
from tests.soak.tab import Body, Tab
from tests.soak.tally import Tally

SEATED_WITHIN_SECONDS = 45.0
PERHAPS_WITHIN_SECONDS = 15.0
GONE_WITHIN_SECONDS = 180.0
ASKS_AGAIN_AFTER_SECONDS = 5.0
SLOW_SECONDS = 14.0
"""Longer than a turn with its time bank."""

T = TypeVar("T")
CONNECTION_ERRORS = (OSError, TimeoutError, websockets.WebSocketException)


class Setting(NamedTuple):
    """What all players of a soak share.

    `down` holds those of the `urls` whose web process is dead; `executor` runs HTTP requests; `closing` is set when
    the soak ends. `think` and `pause` are the average seconds before an action and between two activities.
    """

    urls: list[str]
    down: set[str]
    tables: list[int]
    executor: Executor
    tally: Tally
    closing: asyncio.Event
    think: float
    pause: float


class SoakPlayer:
    """A player with at most one seat and a few open pages, who uses the room as a browser does."""

    def __init__(self, account: Account, setting: Setting, rng: Random) -> None:
        self.id, self.name = account.id, account.name
        self.setting, self.rng, self.tally = setting, rng, setting.tally
        self.sessions = [SoakSession(url, account.cookies) for url in setting.urls]
        self.table = 0
        self.lost = False
        self.tabs: list[Tab] = []
        self.asks: set[asyncio.Task[None]] = set()
        self.activities: list[tuple[int, Callable[[], Awaitable[None]]]] = [
            (6, self.rest),
            (3, self.top_up),
            (3, self.lose_connection),
            (3, self.send_hostile),
            (2, self.sit_out_for_a_while),
            (2, self.second_page),
            (2, self.change_settings),
            (1, self.read_a_page),
            (1, self.move_over),
        ]

    async def play_until_closing(self) -> None:
        """Plays at one table after another until the soak ends, then leaves."""
        while not self.setting.closing.is_set():
            self.table = self.rng.choice(self.setting.tables)
            try:
                await self.open_page()
                if await self.sit():
                    await self.stay()
                    await self.leave()
            finally:
                await self.close_pages()
            await self.rest()

    # Pages and connections

    async def open_page(self) -> None:
        """Opens the table's page at one of the running web processes."""
        while True:
            url = self.rng.choice([url for url in self.setting.urls if url not in self.setting.down])
            tab = Tab(url, self.table, self._cookie, self.tally, self._react)
            try:
                self.tabs.append(await tab.open())
                self._react(self.tabs[0])
                return
            except CONNECTION_ERRORS as fault:
                if not self._died(url):
                    self.tally.trouble(f"{self.name} got no socket of table {self.table}: {type(fault).__name__}")
                await self.rest()

    def _died(self, url: str) -> bool:
        """Whether this web process has been killed, so that requests to it fail."""
        if url in self.setting.down:
            self.tally.count("asked a dead web process")
        return url in self.setting.down

    async def connected_tab(self) -> Tab:
        """Returns a connected page, opening one if necessary; drops the pages that are disconnected."""
        self.tabs = [tab for tab in self.tabs if not tab.over]
        if not self.tabs:
            await self.open_page()
        return self.tabs[0]

    async def close_pages(self) -> None:
        """Closes all pages."""
        for ask in list(self.asks):
            ask.cancel()
        tabs, self.tabs = self.tabs, []
        await asyncio.gather(*(tab.close() for tab in tabs))

    @property
    def _cookie(self) -> str:
        return self.sessions[0].cookie_header()

    async def rest(self) -> None:
        """Waits for a random time or until the soak ends."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.setting.pause * self.rng.uniform(0.2, 1.8)):
                await self.setting.closing.wait()

    # Sitting, staying, leaving

    async def sit(self) -> bool:
        """Buys in, or joins the waiting list if no seat is free; returns whether the player has a seat."""
        seat = self.rng.choice(("", "", f"{self.rng.randint(0, 8)}/"))
        return await self.buy_in(seat) or (self.rng.random() < 0.7 and await waiting.wait_for_a_seat(self))

    async def buy_in(self, seat: str) -> bool:
        """Buys in; returns whether the player has a seat, even if the response was lost with a web process."""
        if not await self.buy_chips(f"/table/{self.table}/sit/{seat}", "sat down"):
            return self.lost and await self.wait_for_page(lambda tab: tab.controls.seated, PERHAPS_WITHIN_SECONDS)
        if not await self.wait_for_page(lambda tab: tab.controls.seated, SEATED_WITHIN_SECONDS):
            self.tally.trouble(f"{self.name} bought in at table {self.table} and did not see the seat")
        return True

    async def wait_for_page(self, wanted: Callable[[Tab], bool], within: float) -> bool:
        """Waits until a page shows what is wanted, reconnecting if necessary; returns False after `within` seconds."""
        end = asyncio.get_running_loop().time() + within
        while (left := end - asyncio.get_running_loop().time()) > 0:
            if await (await self.connected_tab()).shows(wanted, left):
                return True
        return False

    async def stay(self) -> None:
        """Does a few random activities, until the seat is lost or the soak ends."""
        for _ in range(self.rng.randint(4, 16)):
            await self.rest()
            if self.setting.closing.is_set() or (await self.connected_tab()).controls.state == "watching":
                return
            weights, activities = zip(*self.activities, strict=True)
            await self.rng.choices(activities, weights)[0]()
            await self.buy_again_if_broke()

    async def leave(self) -> None:
        """Leaves the seat, asking again if a message was lost, and waits until the page shows it."""
        end = asyncio.get_running_loop().time() + GONE_WITHIN_SECONDS
        while asyncio.get_running_loop().time() < end:
            tab = await self.connected_tab()
            if tab.controls.seated:
                await tab.send({"do": "leave"})
            if await tab.shows(lambda tab: tab.controls.state == "watching", ASKS_AGAIN_AFTER_SECONDS):
                self.tally.count("left")
                return
        state = (await self.connected_tab()).controls.state
        self.tally.trouble(f"{self.name} could not leave table {self.table}, whose controls say {state!r}")

    # Playing

    def _react(self, tab: Tab) -> None:
        """Schedules an answer to new controls after a random delay, sometimes too late."""
        if tab.pressing or tab.controls.state not in play.ASKING or tab not in self.tabs[:1]:
            return
        tab.pressing = True
        ask = asyncio.create_task(self._press(tab))
        self.asks.add(ask)
        ask.add_done_callback(self.asks.discard)

    async def _press(self, tab: Tab) -> None:
        slow = self.rng.random() < 0.02
        await asyncio.sleep(SLOW_SECONDS if slow else self.setting.think * self.rng.uniform(0.3, 1.7))
        tab.pressing = False
        body = play.answer(tab.controls, self.rng)
        if body is not None and await tab.send(body):
            self.tally.count("actions" if body["do"] == "act" else "other buttons")

    # Activities
    async def top_up(self) -> None:
        """Tops up; every third time sends the form twice at once, perhaps to both web processes."""
        await self.buy_chips(f"/table/{self.table}/top-up/", "topped up", twice=self.rng.random() < 0.33)

    async def buy_again_if_broke(self) -> None:
        """Tops up if the player has no chips left."""
        if (await self.connected_tab()).controls.may_buy:
            await self.buy_chips(f"/table/{self.table}/top-up/", "bought again")

    async def lose_connection(self) -> None:
        """Drops all connections at once and reconnects after a while, perhaps to the other web process."""
        tabs, self.tabs = self.tabs, []
        await asyncio.gather(*(tab.drop() for tab in tabs))
        self.tally.count("connections dropped")
        for _ in range(self.rng.choice((0, 1, 1, 4))):
            await self.rest()
        await self.connected_tab()

    async def sit_out_for_a_while(self) -> None:
        """Sits out for a while, sometimes long enough to lose the seat."""
        if await (await self.connected_tab()).send({"do": "sit_out"}):
            self.tally.count("sat out")
        for _ in range(self.rng.choice((1, 1, 2, 6))):
            await self.rest()
        if await (await self.connected_tab()).send({"do": "sit_in"}):
            self.tally.count("came back")

    async def second_page(self) -> None:
        """Opens a second page of the same seat for a while; buttons are pressed in only one of them."""
        await self.open_page()
        self.tally.count("second pages")
        await self.rest()
        if len(self.tabs) > 1:
            await self.tabs.pop(self.rng.choice((0, -1))).close()
            self._react(self.tabs[0])

    async def send_hostile(self) -> None:
        """Sends a message the table must refuse, or the same action twice at once."""
        tab = await self.connected_tab()
        self.tally.count("hostile asks")
        body = play.answer(tab.controls, self.rng) if self.rng.random() < 0.4 else None
        if body is None:
            await tab.send(play.hostile_message(tab.controls, self.rng))
        else:
            await asyncio.gather(tab.send(body), tab.send(body))

    async def change_settings(self) -> None:
        """Sends a setting or a minor request: auto-muck, straddle, seat change, call time, rabbit hunt or chat."""
        tab = await self.connected_tab()
        yes = self.rng.randint(0, 1)
        asks: list[Body] = [
            {"do": "habits", "auto_muck": yes, "auto_post": self.rng.choice((0, 1, 1, 1))},
            {"do": "straddle", "on": yes},
            {"do": "seat_change", "seat": self.rng.randint(-1, 8)},
            {"do": "call_time"},
            {"do": "rabbit", "hand": tab.controls.hand},
            {"do": "chat", "text": f"{self.name} says: nice hand, {tab.controls.hand}"},
        ]
        if await tab.send(self.rng.choice(asks)):
            self.tally.count("settings changed")

    async def read_a_page(self) -> None:
        """Reads a random page of the room."""
        path = self.rng.choice(("/", f"/table/{self.table}/", f"/table/{self.table}/hands/"))
        if await self.page(lambda session: session.read(path)) is not None:
            self.tally.count("pages read")

    async def move_over(self) -> None:
        """Moves to another table of the same game and stakes."""
        await waiting.move_over(self)

    # Money

    async def buy_chips(self, path: str, event: str, *, twice: bool = False) -> bool:
        """Fills in the chips form at `path` and sends it; returns whether the chips reached the table."""
        form = await self.page(lambda session: session.form(path))
        if form is None:
            self.tally.count("forms not given")
            return False
        fields = form.filled(self.rng, UNIT)
        sends = [self.page(lambda session: session.send(path, fields)) for _ in range(2 if twice else 1)]
        answers = await asyncio.gather(*sends)
        if twice:
            self.tally.count("sent twice")
        self.tally.count(event if "" in answers else "chips refused")
        return "" in answers

    async def page(self, work: Callable[[SoakSession], T]) -> T | None:
        """Runs an HTTP request at a random web process and returns its result.

        Returns None on failure and sets `lost` if the process was killed meanwhile.
        """
        session, self.lost = (
            self.rng.choice([session for session in self.sessions if session.url not in self.setting.down]),
            False,
        )
        try:
            return await asyncio.get_running_loop().run_in_executor(self.setting.executor, work, session)
        except Exception as fault:
            self.tally.count("pages refused")
            self.lost = self._died(session.url)
            if not self.lost and (trouble := trouble_of(fault)):
                self.tally.trouble(f"{self.name}: {trouble}")
            return None
