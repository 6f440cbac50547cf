"""People for fault tests: they sign in over HTTP, sit down, and play through real sockets."""

import asyncio
import json
import re
import time
from collections.abc import Callable
from html import unescape
from http.cookiejar import CookieJar
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import websockets

from tests.faults.room import Room, until

PASSWORD = "correct horse battery"
VOID = {"input", "br", "img", "hr", "meta", "link"}
# What the room sends has no ">" inside a value: its templates escape it.
_TAG = re.compile(r"<(?P<end>/?)(?P<name>[a-z][a-z0-9]*)(?P<attributes>[^>]*)>")
_NAME = re.compile(r'\b(?:id|data-append-to)="([^"]*)"')
_TURN = re.compile(r'data-hand="(\d+)" data-turn="(\d+)" data-price="(\d+)"')
_BOUNDS = re.compile(r'data-min="(\d+)" data-max="(\d+)"')
_CARD = re.compile(r'data-c="([2-9TJQKA][cdhs])"')


class Turn(NamedTuple):
    """A turn as the controls show it; a raise goes from `least` to `most`, both 0 when there is none."""

    hand: int
    turn: int
    price: int
    least: int = 0
    most: int = 0


class Frame(NamedTuple):
    """One message from the server, and the elements on top of it."""

    text: str
    pieces: tuple[tuple[str, str], ...]


def pieces_of(text: str) -> tuple[tuple[str, str], ...]:
    """The elements on top of a message: their id (or where they are appended), and their HTML."""
    found, depth, began, name = [], 0, 0, ""
    for tag in _TAG.finditer(text):
        if tag["end"]:
            depth -= 1
            if not depth:
                found.append((name, text[began : tag.end()]))
        elif tag["name"] not in VOID:
            if not depth:
                named = _NAME.search(tag["attributes"])
                began, name = tag.start(), named[1] if named else ""
            depth += 1
    assert depth == 0, f"unbalanced: {text[:300]}"
    return tuple(found)


def frame_of(text: str) -> Frame:
    """A message taken apart."""
    return Frame(text, pieces_of(text))


class Screen:
    """One socket on a table: everything it was sent, and what its screen shows now."""

    def __init__(self, url: str, origin: str, cookie: str) -> None:
        self.url, self.origin, self.cookie = url, origin, cookie
        self.frames: list[Frame] = []
        self.pieces: dict[str, str] = {}
        self.notices: list[str] = []
        self.acknowledged: set[tuple[int, int]] = set()
        self.closed: int | None = None
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self) -> "Screen":
        """Opens the socket and reads from it until it closes."""
        headers = {"Cookie": self.cookie} if self.cookie else {}
        self.line = await websockets.connect(
            self.url,
            origin=self.origin,
            additional_headers=headers,
            max_size=None,
            compression=None,
            open_timeout=60,
            ping_interval=None,
        )
        self.closed = None
        self.tasks.append(asyncio.create_task(self._read()))
        return self

    async def _read(self) -> None:
        try:
            async for text in self.line:
                assert isinstance(text, str)
                frame = frame_of(text)
                self.frames.append(frame)
                for name, html in frame.pieces:
                    self.pieces[name] = html
                    if name == "notice":
                        self.notices.append(unescape(re.sub(r"<[^>]+>", "", html)))
        except websockets.ConnectionClosed:
            pass
        finally:
            self.closed = self.line.close_code or 1006

    async def close(self) -> None:
        """Leaves."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.line.close()

    async def reopen(self) -> None:
        """As a browser does whose line was cut: nothing is remembered."""
        self.pieces.clear()
        await self.open()

    # What it shows

    @property
    def turn(self) -> Turn | None:
        """My turn, if it is."""
        controls = self.pieces.get("controls", "")
        found = _TURN.search(controls)
        if found is None:
            return None
        bounds = _BOUNDS.search(controls)
        hand, turn, price = map(int, found.groups())
        return Turn(hand, turn, price, *(map(int, bounds.groups()) if bounds else (0, 0)))

    @property
    def cards(self) -> list[str]:
        """My hole cards."""
        return _CARD.findall(self.pieces.get("my-hand", ""))

    @property
    def board(self) -> list[str]:
        """The board."""
        return _CARD.findall(self.pieces.get("board", ""))

    @property
    def hand(self) -> int:
        """The number of the hand on the screen."""
        found = re.search(r'data-hand="(\d+)"', self.pieces.get("log", ""))
        return int(found[1]) if found else 0

    @property
    def version(self) -> int:
        """The table's version that was pushed last."""
        found = re.search(r'data-version="(\d+)"', self.pieces.get("now", ""))
        return int(found[1]) if found else 0

    @property
    def asked_to_show(self) -> bool:
        """Show or muck?"""
        return "is-show-or-muck" in self.pieces.get("controls", "")

    def text(self, piece: str) -> str:
        """A piece without its tags."""
        return re.sub(r"<[^>]+>", " ", self.pieces.get(piece, ""))

    # What it says

    async def say(self, body: Any) -> None:
        """Sends a message: an object as JSON, anything else as it is."""
        await self.line.send(json.dumps(body) if isinstance(body, dict) else body)

    async def act(self, action: str, turn: Turn | None = None, **more: Any) -> Turn:
        """Acts on a turn (none given: waits for mine) and does not wait for what follows."""
        turn = turn or await until(lambda: self.turn, "my turn")
        assert turn
        body = {"do": "act", "hand": turn.hand, "turn": turn.turn, "price": turn.price, "action": action, **more}
        await self.say(body)
        return turn

    def plays(self, choose: Callable[["Screen", Turn], tuple[str, int]] | None = None) -> None:
        """From now on whoever sits here acts on every turn; checks and calls unless told otherwise."""
        self.tasks.append(asyncio.create_task(self._play(choose or check_or_call)))

    async def _play(self, choose: Callable[["Screen", Turn], tuple[str, int]]) -> None:
        while True:
            await asyncio.sleep(0.005)
            if self.closed is not None:
                continue
            turn = self.turn
            try:
                if turn is not None:
                    action, amount = choose(self, turn)
                    await self.act(action, turn, **({"amount": amount} if amount else {}))
                    await self._answered(turn)
                elif self.asked_to_show:
                    await self._muck()
            except websockets.ConnectionClosed:
                continue

    async def _answered(self, turn: Turn) -> None:
        """Waits until the turn is over, or the room says something; a person would try again then."""
        told = len(self.notices)
        while self.closed is None and (now := self.turn) and now[:2] == turn[:2]:
            if len(self.notices) > told:
                await asyncio.sleep(0.2)
                return
            await asyncio.sleep(0.005)
        if self.closed is None and len(self.notices) == told:
            self.acknowledged.add(turn[:2])

    async def _muck(self) -> None:
        found = re.search(r'"hand":(\d+),"turn":(\d+)', self.pieces["controls"])
        assert found
        await self.act("muck", Turn(int(found[1]), int(found[2]), 0))
        told = len(self.notices)
        await until(lambda: self.closed is not None or not self.asked_to_show or len(self.notices) > told, "the muck")


def check_or_call(screen: Screen, turn: Turn) -> tuple[str, int]:
    """Never folds, never raises: every hand goes to its showdown."""
    return ("call", 0) if turn.price else ("check", 0)


class Person:
    """Somebody with a browser."""

    def __init__(self, room: Room, name: str = "") -> None:
        self.room = room
        self.name = name or f"player{next(room.strangers)}"
        self.base = f"http://127.0.0.1:{room.port}"
        self.jar = CookieJar()
        self.http = build_opener(HTTPCookieProcessor(self.jar))
        self.id = int(room.ask_sql("SELECT id FROM pokerroom_user WHERE username = %s", self.name)[0][0])

    page = ""

    def get(self, path: str) -> str:
        """A page."""
        with self.http.open(self.base + path, timeout=60) as answer:
            return str(answer.read().decode())

    def post(self, path: str, **fields: Any) -> int:
        """A form as htmx sends it; the status of the answer."""
        token = {cookie.name: cookie.value or "" for cookie in self.jar}.get("csrf", "")
        headers = {"X-CSRFToken": token, "HX-Request": "true", "Origin": self.base}
        body = urlencode(fields).encode()
        try:
            with self.http.open(Request(self.base + path, body, headers), timeout=60) as answer:  # noqa: S310 - our own
                self.page = answer.read().decode()
                return int(answer.status)
        except HTTPError as refusal:
            return refusal.code

    async def sign_in(self) -> "Person":
        """Through the front door."""

        def knock() -> None:
            self.get("/accounts/sign-in/")
            self.post("/accounts/sign-in/", name=self.name, password=PASSWORD)
            assert any(cookie.name == "session" for cookie in self.jar), f"{self.name} could not sign in"

        await asyncio.to_thread(knock)
        return self

    async def sit(self, table: int, seat: int, chips: int = 200) -> "Person":
        """Takes a seat with so many whole chips and waits until the table has seated them."""
        status = await asyncio.to_thread(
            self.post, f"/table/{table}/sit/{seat}/", amount=chips, key=f"{self.name}-{table}-{time.time_ns()}"
        )
        assert status == 204 or "/orders/" in self.page, f"{self.name} could not sit: {status} {self.page}"
        return self

    async def top_up(self, table: int, chips: int) -> None:
        """Brings more chips; refused while the table thinks there are enough."""
        await asyncio.to_thread(
            self.post, f"/table/{table}/top-up/", amount=chips, key=f"{self.name}-{table}-{time.time_ns()}"
        )

    def cookie(self) -> str:
        """What a browser sends with a socket."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)

    async def watch(self, table: int) -> Screen:
        """Opens the table's socket."""
        return await screen_of(self.room, table, self.cookie())


async def screen_of(room: Room, table: int, cookie: str = "") -> Screen:
    """A socket on a table; without a cookie a stranger's."""
    url = f"ws://127.0.0.1:{room.port}/ws/table/{table}/"
    return await Screen(url, f"http://127.0.0.1:{room.port}", cookie).open()


async def people(room: Room, count: int) -> list[Person]:
    """So many people nobody has met yet, signed in."""
    return list(await asyncio.gather(*(Person(room).sign_in() for _ in range(count))))


async def seated(room: Room, table: int, count: int = 2, *, chips: int = 200) -> list[Screen]:
    """So many new people sit at the table, each before a screen."""
    crowd = await people(room, count)
    for seat, person in enumerate(crowd):
        await person.sit(table, seat, chips)
    return list(await asyncio.gather(*(person.watch(table) for person in crowd)))
