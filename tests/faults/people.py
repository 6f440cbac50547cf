"""Players for fault tests: they sign in over HTTP, take seats and play through real sockets."""

import asyncio
import json
import re
import time
from collections.abc import Callable
from html import unescape
from http.cookiejar import CookieJar
from typing import NamedTuple, TypeAlias
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import websockets

from tests.faults.room import Room, until

PASSWORD = "correct horse battery"
VOID = {"input", "br", "img", "hr", "meta", "link"}
# Attribute values contain no ">", because the templates escape it.
_TAG = re.compile(r"<(?P<end>/?)(?P<name>[a-z][a-z0-9]*)(?P<attributes>[^>]*)>")
_NAME = re.compile(r'\bid="([^"]*)"')
_APPENDED = re.compile(r'\bdata-append-to="([^"]*)"')
_TURN = re.compile(r'data-hand="(\d+)" data-turn="(\d+)" data-price="(\d+)"')
_BOUNDS = re.compile(r'data-min="(\d+)" data-max="(\d+)"')
_CARD = re.compile(r'data-c="([2-9TJQKA][cdhs])"')


class Turn(NamedTuple):
    """A turn as the controls show it. `least` and `most` are the bounds of a raise, both 0 if none is possible."""

    hand: int
    turn: int
    price: int
    least: int = 0
    most: int = 0


Body: TypeAlias = dict[str, object] | str | bytes


class Frame(NamedTuple):
    """One message from the server and its top-level elements."""

    text: str
    fragments: tuple[tuple[str, str], ...]


def fragments_of(text: str) -> tuple[tuple[str, str], ...]:
    """Returns the top-level elements of a message as (id or `append:<id>`, HTML) pairs."""
    found, depth, began, name = [], 0, 0, ""
    for tag in _TAG.finditer(text):
        if tag["end"]:
            depth -= 1
            if not depth:
                found.append((name, text[began : tag.end()]))
        elif tag["name"] not in VOID and not tag["attributes"].endswith("/"):
            if not depth:
                began, name = tag.start(), _name_of(tag["attributes"])
            depth += 1
    assert depth == 0, f"unbalanced: {text[:300]}"
    return tuple(found)


def _name_of(attributes: str) -> str:
    """The element's id, or `append:<id>` for an element whose content is appended to another."""
    if named := _NAME.search(attributes):
        return named[1]
    appended = _APPENDED.search(attributes)
    return f"append:{appended[1]}" if appended else ""


def frame_of(text: str) -> Frame:
    """Parses a message."""
    return Frame(text, fragments_of(text))


class Screen:
    """One socket to a table: every frame it received, and what its page shows now."""

    def __init__(self, url: str, origin: str, cookie: str) -> None:
        self.url, self.origin, self.cookie = url, origin, cookie
        self.frames: list[Frame] = []
        self.fragments: dict[str, str] = {}
        self.alerts: list[str] = []
        self.acknowledged: set[tuple[int, int]] = set()
        self.closed: int | None = None
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self) -> "Screen":
        """Opens the socket and reads from it until it closes."""
        headers = {"Cookie": self.cookie} if self.cookie else {}
        self.connection = await websockets.connect(
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
            async for text in self.connection:
                assert isinstance(text, str)
                frame = frame_of(text)
                self.frames.append(frame)
                for name, html in frame.fragments:
                    self.fragments[name] = html
                    if name == "alert":
                        self.alerts.append(unescape(re.sub(r"<[^>]+>", "", html)))
        except websockets.ConnectionClosed:
            pass
        finally:
            self.closed = self.connection.close_code or 1006

    async def close(self) -> None:
        """Closes the socket."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.connection.close()

    async def reopen(self) -> None:
        """Reconnects with an empty page, as a browser does after its connection was cut."""
        self.fragments.clear()
        await self.open()

    # What the page shows

    @property
    def turn(self) -> Turn | None:
        """The turn, or None if another player is to act."""
        controls = self.fragments.get("controls", "")
        found = _TURN.search(controls)
        if found is None:
            return None
        bounds = _BOUNDS.search(controls)
        hand, turn, price = map(int, found.groups())
        return Turn(hand, turn, price, *(map(int, bounds.groups()) if bounds else (0, 0)))

    @property
    def cards(self) -> list[str]:
        """The player's hole cards."""
        return _CARD.findall(self.fragments.get("my-hand", ""))

    @property
    def board(self) -> list[str]:
        """The cards on the board."""
        return _CARD.findall(self.fragments.get("board", ""))

    @property
    def hand(self) -> int:
        """The number of the hand shown, or 0."""
        found = re.search(r'data-hand="(\d+)"', self.fragments.get("log", ""))
        return int(found[1]) if found else 0

    @property
    def version(self) -> int:
        """The latest version of the table that was pushed, or 0."""
        found = re.search(r'data-version="(\d+)"', self.fragments.get("server-time", ""))
        return int(found[1]) if found else 0

    @property
    def asked_to_show(self) -> bool:
        """Whether the player is asked to show or muck."""
        return "is-show-or-muck" in self.fragments.get("controls", "")

    def text(self, fragment: str) -> str:
        """Returns a fragment without its tags."""
        return re.sub(r"<[^>]+>", " ", self.fragments.get(fragment, ""))

    # What the player sends

    async def send(self, body: Body) -> None:
        """Sends a message: a dict as JSON, anything else unchanged."""
        await self.connection.send(json.dumps(body) if isinstance(body, dict) else body)

    async def act(self, action: str, turn: Turn | None = None, **more: object) -> Turn:
        """Acts on a turn, or waits for the player's next turn if none is given. Does not wait for the result."""
        if turn is None:
            turn = await until(lambda: self.turn, "the player's turn")
        body: Body = {"do": "act", "hand": turn.hand, "turn": turn.turn, "price": turn.price, "action": action, **more}
        await self.send(body)
        return turn

    def plays(self, choose: Callable[["Screen", Turn], tuple[str, int]] | None = None) -> None:
        """Acts on every turn from now on, with `choose` or by checking and calling."""
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
        """Waits until the turn is over or an alert arrives. After an alert the caller acts again."""
        before = len(self.alerts)
        while self.closed is None and (now := self.turn) and now[:2] == turn[:2]:
            if len(self.alerts) > before:
                await asyncio.sleep(0.2)
                return
            await asyncio.sleep(0.005)
        if self.closed is None and len(self.alerts) == before:
            self.acknowledged.add(turn[:2])

    async def _muck(self) -> None:
        found = re.search(r'"hand":(\d+),"turn":(\d+)', self.fragments["controls"])
        assert found
        await self.act("muck", Turn(int(found[1]), int(found[2]), 0))
        before = len(self.alerts)
        await until(lambda: self.closed is not None or not self.asked_to_show or len(self.alerts) > before, "the muck")


def check_or_call(screen: Screen, turn: Turn) -> tuple[str, int]:
    """Never folds or raises, so every hand reaches a showdown."""
    return ("call", 0) if turn.price else ("check", 0)


class Person:
    """A player with an HTTP session."""

    def __init__(self, room: Room, name: str = "") -> None:
        self.room = room
        self.name = name or f"player{next(room.unused_players)}"
        self.base = f"http://127.0.0.1:{room.port}"
        self.jar = CookieJar()
        self.http = build_opener(HTTPCookieProcessor(self.jar))
        self.id = int(room.ask_sql("SELECT id FROM pokerroom_user WHERE username = %s", self.name)[0][0])

    page = ""

    def get(self, path: str) -> str:
        """Returns the HTML of a page."""
        with self.http.open(self.base + path, timeout=60) as answer:
            return str(answer.read().decode())

    def post(self, path: str, **fields: object) -> int:
        """Posts a form as htmx does and returns the status code of the response."""
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
        """Signs in with name and password."""

        def post_credentials() -> None:
            self.get("/accounts/sign-in/")
            self.post("/accounts/sign-in/", name=self.name, password=PASSWORD)
            assert any(cookie.name == "session" for cookie in self.jar), f"{self.name} could not sign in"

        await asyncio.to_thread(post_credentials)
        return self

    async def sit(self, table: int, seat: int, chips: int = 200) -> "Person":
        """Orders a seat with `chips` as the buy-in, as entered in the form."""
        status = await asyncio.to_thread(
            self.post, f"/table/{table}/sit/{seat}/", amount=chips, key=f"{self.name}-{table}-{time.time_ns()}"
        )
        assert status == 204 or "/orders/" in self.page, f"{self.name} could not sit: {status} {self.page}"
        return self

    async def top_up(self, table: int, chips: int) -> None:
        """Orders a top-up. The table refuses it while the player has enough chips."""
        await asyncio.to_thread(
            self.post, f"/table/{table}/top-up/", amount=chips, key=f"{self.name}-{table}-{time.time_ns()}"
        )

    def cookie(self) -> str:
        """Returns the Cookie header a browser sends when it opens a socket."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)

    async def watch(self, table: int) -> Screen:
        """Opens a socket to the table."""
        return await screen_of(self.room, table, self.cookie())


async def screen_of(room: Room, table: int, cookie: str = "") -> Screen:
    """Opens a socket to a table; without a cookie, as a visitor who is not signed in."""
    url = f"ws://127.0.0.1:{room.port}/ws/table/{table}/"
    return await Screen(url, f"http://127.0.0.1:{room.port}", cookie).open()


async def people(room: Room, count: int) -> list[Person]:
    """Returns `count` signed-in players that no other test has used."""
    return list(await asyncio.gather(*(Person(room).sign_in() for _ in range(count))))


async def seated(room: Room, table: int, count: int = 2, *, chips: int = 200) -> list[Screen]:
    """Seats `count` new players and opens a socket for each."""
    players = await people(room, count)
    for seat, person in enumerate(players):
        await person.sit(table, seat, chips)
    return list(await asyncio.gather(*(person.watch(table) for person in players)))
