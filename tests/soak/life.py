"""One person's evening, at random: sits down, plays, adds chips, loses the line, misbehaves, leaves, starts again."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

import websockets

from tests.soak import elsewhere, play
from tests.soak.doors import SoakDoor, trouble_of
from tests.soak.room import UNIT, Somebody
from tests.soak.tab import Tab
from tests.soak.tally import Tally

SEATED_WITHIN_SECONDS = 45.0
PERHAPS_WITHIN_SECONDS = 15.0
GONE_WITHIN_SECONDS = 180.0
ASKS_AGAIN_AFTER_SECONDS = 5.0
SLOW_SECONDS = 14.0
"""Longer than a turn with its bank."""

LINE_TROUBLE = (OSError, TimeoutError, websockets.WebSocketException)


class Evening(NamedTuple):
    """What all people of a soak share; `think` and `pause` are average seconds before an action and between deeds.

    `down` are those of the `urls` whose process has been killed and is not back yet.
    """

    urls: list[str]
    down: set[str]
    tables: list[int]
    doors: Executor
    tally: Tally
    closing: asyncio.Event
    think: float
    pause: float


class Life:
    """A person with one seat at most and a few pages; everything is asked for as a browser would."""

    def __init__(self, somebody: Somebody, evening: Evening, dice: Random) -> None:
        self.id, self.name = somebody.id, somebody.name
        self.evening, self.dice, self.tally = evening, dice, evening.tally
        self.doors = [SoakDoor(url, somebody.cookies) for url in evening.urls]
        self.table = 0
        self.lost = False
        self.tabs: list[Tab] = []
        self.asks: set[asyncio.Task[Any]] = set()
        self.deeds: list[tuple[int, Callable[[], Awaitable[None]]]] = [
            (6, self.rest),
            (3, self.top_up),
            (3, self.lose_the_line),
            (3, self.misbehave),
            (2, self.sit_out_for_a_while),
            (2, self.second_page),
            (2, self.fiddle),
            (1, self.look_around),
            (1, self.move_over),
        ]

    async def live(self) -> None:
        """Evening after evening until the room closes; then leaves."""
        while not self.evening.closing.is_set():
            self.table = self.dice.choice(self.evening.tables)
            try:
                await self.come()
                if await self.sit():
                    await self.stay()
                    await self.leave()
            finally:
                await self.go_home()
            await self.rest()

    # Pages and lines

    async def come(self) -> None:
        """Opens the table's page at one of the web processes that are there."""
        while True:
            url = self.dice.choice([url for url in self.evening.urls if url not in self.evening.down])
            tab = Tab(url, self.table, self._cookie, self.tally, self._see)
            try:
                self.tabs.append(await tab.open())
                self._see(self.tabs[0])
                return
            except LINE_TROUBLE as fault:
                if not self._died(url):
                    self.tally.trouble(f"{self.name} got no socket of table {self.table}: {type(fault).__name__}")
                await self.rest()

    def _died(self, url: str) -> bool:
        """Whether this web process has just been killed, so that what was asked of it went nowhere."""
        if url in self.evening.down:
            self.tally.count("asked a dead web process")
        return url in self.evening.down

    async def line(self) -> Tab:
        """A page whose line holds; the others are forgotten."""
        self.tabs = [tab for tab in self.tabs if not tab.over]
        if not self.tabs:
            await self.come()
        return self.tabs[0]

    async def go_home(self) -> None:
        """Closes every page."""
        for ask in list(self.asks):
            ask.cancel()
        tabs, self.tabs = self.tabs, []
        await asyncio.gather(*(tab.close() for tab in tabs))

    @property
    def _cookie(self) -> str:
        return self.doors[0].cookie_header()

    async def rest(self) -> None:
        """Some time passes, or the room closes."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.evening.pause * self.dice.uniform(0.2, 1.8)):
                await self.evening.closing.wait()

    # Sitting, staying, leaving

    async def sit(self) -> bool:
        """Buys in by the form, or waits for a seat where none is free; whether a seat came of it."""
        seat = self.dice.choice(("", "", f"{self.dice.randint(0, 8)}/"))
        return await self.sits_down(seat) or (self.dice.random() < 0.7 and await elsewhere.wait_for_a_seat(self))

    async def sits_down(self, seat: str) -> bool:
        """Buys in; whether a seat came of it, also where the answer was lost with a web process."""
        if not await self.bring(f"/table/{self.table}/sit/{seat}", "sat down"):
            return self.lost and await self.sees(lambda tab: tab.controls.seated, PERHAPS_WITHIN_SECONDS)
        if not await self.sees(lambda tab: tab.controls.seated, SEATED_WITHIN_SECONDS):
            self.tally.trouble(f"{self.name} bought in at table {self.table} and did not see the seat")
        return True

    async def sees(self, wanted: Callable[[Tab], bool], within: float) -> bool:
        """Whether a page comes to show this in time, on whatever line."""
        end = asyncio.get_running_loop().time() + within
        while (left := end - asyncio.get_running_loop().time()) > 0:
            if await (await self.line()).shows(wanted, left):
                return True
        return False

    async def stay(self) -> None:
        """A few deeds, until that is enough, the chair was given away, or the room closes."""
        for _ in range(self.dice.randint(4, 16)):
            await self.rest()
            if self.evening.closing.is_set() or (await self.line()).controls.state == "watching":
                return
            weights, deeds = zip(*self.deeds, strict=True)
            await self.dice.choices(deeds, weights)[0]()
            await self.buy_again_if_broke()

    async def leave(self) -> None:
        """Gets up, asking again where the ask was lost; watches until the chair is empty."""
        end = asyncio.get_running_loop().time() + GONE_WITHIN_SECONDS
        while asyncio.get_running_loop().time() < end:
            tab = await self.line()
            if tab.controls.seated:
                await tab.say({"do": "leave"})
            if await tab.shows(lambda tab: tab.controls.state == "watching", ASKS_AGAIN_AFTER_SECONDS):
                self.tally.count("left")
                return
        state = (await self.line()).controls.state
        self.tally.trouble(f"{self.name} could not leave table {self.table}, whose controls say {state!r}")

    # Playing

    def _see(self, tab: Tab) -> None:
        """New controls: there will be an answer after some thought, sometimes too late."""
        if tab.pressing or tab.controls.state not in play.ASKING or tab not in self.tabs[:1]:
            return
        tab.pressing = True
        ask = asyncio.create_task(self._press(tab))
        self.asks.add(ask)
        ask.add_done_callback(self.asks.discard)

    async def _press(self, tab: Tab) -> None:
        slow = self.dice.random() < 0.02
        await asyncio.sleep(SLOW_SECONDS if slow else self.evening.think * self.dice.uniform(0.3, 1.7))
        tab.pressing = False
        body = play.answer(tab.controls, self.dice)
        if body is not None and await tab.say(body):
            self.tally.count("actions" if body["do"] == "act" else "other buttons")

    # Deeds

    async def top_up(self) -> None:
        """Adds chips; every third time the form is sent twice at once, to both web processes."""
        await self.bring(f"/table/{self.table}/top-up/", "topped up", twice=self.dice.random() < 0.33)

    async def buy_again_if_broke(self) -> None:
        """Chips, since nothing else helps."""
        if (await self.line()).controls.may_buy:
            await self.bring(f"/table/{self.table}/top-up/", "bought again")

    async def lose_the_line(self) -> None:
        """Every page loses its line at once; back after a while, perhaps at the other web process."""
        tabs, self.tabs = self.tabs, []
        await asyncio.gather(*(tab.drop() for tab in tabs))
        self.tally.count("lines dropped")
        for _ in range(self.dice.choice((0, 1, 1, 4))):
            await self.rest()
        await self.line()

    async def sit_out_for_a_while(self) -> None:
        """Sits out, and now and then forgets to come back."""
        if await (await self.line()).say({"do": "sit_out"}):
            self.tally.count("sat out")
        for _ in range(self.dice.choice((1, 1, 2, 6))):
            await self.rest()
        if await (await self.line()).say({"do": "sit_in"}):
            self.tally.count("came back")

    async def second_page(self) -> None:
        """Another tab on the same seat for a while; buttons are pressed in one of them."""
        await self.come()
        self.tally.count("second pages")
        await self.rest()
        if len(self.tabs) > 1:
            await self.tabs.pop(self.dice.choice((0, -1))).close()
            self._see(self.tabs[0])

    async def misbehave(self) -> None:
        """Presses what must not be pressed, or the same button twice at once."""
        tab = await self.line()
        self.tally.count("hostile asks")
        body = play.answer(tab.controls, self.dice) if self.dice.random() < 0.4 else None
        if body is None:
            await tab.say(play.mischief(tab.controls, self.dice))
        else:
            await asyncio.gather(tab.say(body), tab.say(body))

    async def fiddle(self) -> None:
        """Habits, straddles, another chair, time for who thinks too long, the cards that would have come, a word."""
        tab = await self.line()
        yes = self.dice.randint(0, 1)
        asks: list[play.Body] = [
            {"do": "habits", "auto_muck": yes, "auto_post": self.dice.choice((0, 1, 1, 1))},
            {"do": "straddle", "on": yes},
            {"do": "seat_change", "seat": self.dice.randint(-1, 8)},
            {"do": "call_time"},
            {"do": "rabbit", "hand": tab.controls.hand},
            {"do": "chat", "text": f"{self.name} says: nice hand, {tab.controls.hand}"},
        ]
        if await tab.say(self.dice.choice(asks)):
            self.tally.count("fiddled")

    async def look_around(self) -> None:
        """Reads a page of the room."""
        path = self.dice.choice(("/", f"/table/{self.table}/", f"/table/{self.table}/hands/"))
        if await self.page(lambda door: door.look(path)) is not None:
            self.tally.count("pages read")

    async def move_over(self) -> None:
        """Changes to another table of the same game and stakes."""
        await elsewhere.move_over(self)

    # Money

    async def bring(self, path: str, deed: str, *, twice: bool = False) -> bool:
        """Fills in the form for chips at `path` and sends it; whether the chips came to the table."""
        form = await self.page(lambda door: door.form(path))
        if form is None:
            self.tally.count("forms not given")
            return False
        fields = form.filled(self.dice, UNIT)
        sends = [self.page(lambda door: door.send(path, fields)) for _ in range(2 if twice else 1)]
        answers = await asyncio.gather(*sends)
        if twice:
            self.tally.count("sent twice")
        self.tally.count(deed if "" in answers else "chips refused")
        return "" in answers

    async def page(self, work: Callable[[SoakDoor], Any]) -> Any:
        """What some web process answers; None where it does not, and `lost` where it was killed meanwhile."""
        door, self.lost = self.dice.choice([door for door in self.doors if door.url not in self.evening.down]), False
        try:
            return await asyncio.get_running_loop().run_in_executor(self.evening.doors, work, door)
        except Exception as fault:
            self.tally.count("pages refused")
            self.lost = self._died(door.url)
            if not self.lost and (trouble := trouble_of(fault)):
                self.tally.trouble(f"{self.name}: {trouble}")
            return None
