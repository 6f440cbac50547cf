"""One person as a program: comes in by the front door, sits down, and plays at random over a socket."""

import asyncio
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from random import Random
from typing import Any

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
KEY = re.compile(r'name="key" value="([^"]+)"')
ON_THE_WAY = re.compile(r'hx-get="([^"]+)" hx-trigger="load delay')
LOOKS_EVERY_SECONDS = 0.2
VERSION = re.compile(r'id="now"[^>]* data-version="(\d+)"')
CONTROLS = re.compile(
    r'id="controls" class="controls is-(\w+)"(?:[^>]* data-hand="(\d+)" data-turn="(\d+)" data-price="(\d+)")?'
)
SIZER = re.compile(r'id="raise"[^>]* data-min="(\d+)" data-max="(\d+)"')


class Answered(RuntimeError):
    """A page answered with a status that is no success."""

    def __init__(self, path: str, status: int) -> None:
        super().__init__(f"{path} answered {status}.")
        self.status = status


class Door:
    """A browser's way through the pages: cookies kept, forms filled in."""

    def __init__(self, url: str, cookies: CookieJar | None = None) -> None:
        self.url = url.rstrip("/")
        self.cookies = CookieJar() if cookies is None else cookies
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def come_in(self) -> None:
        """Presses "Play now"."""
        token = self._found(TOKEN, self._open("/accounts/sign-up/"), "a form on the sign-up page")
        self._open("/accounts/play-now/", {"csrfmiddlewaretoken": token})
        if not any(cookie.name.endswith("session") for cookie in self.cookies):
            raise RuntimeError("The room let nobody in as a guest.")

    def bring_chips(self, path: str, amount: str) -> None:
        """Fills in the form for chips at `path`: sits down, or adds some."""
        form = self._open(path)
        token, key = self._found(TOKEN, form, "a buy-in form"), self._found(KEY, form, "a buy-in key")
        answer = self._open(path, {"csrfmiddlewaretoken": token, "key": key, "amount": amount})
        while waiting := ON_THE_WAY.search(answer):
            time.sleep(LOOKS_EVERY_SECONDS)
            answer = self._open(waiting[1])
        if answer:
            raise RuntimeError(f"The chips were refused: {re.sub('<[^>]+>', ' ', answer)[:300]}")

    def cookie_header(self) -> str:
        """The cookies as the socket's handshake carries them."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)

    def _open(self, path: str, form: dict[str, str] | None = None) -> str:
        headers = {"HX-Request": "true"} if "/table/" in path else {}
        headers |= {"Referer": self.url + path, "Origin": self.url}
        data = urllib.parse.urlencode(form).encode() if form is not None else None
        request = urllib.request.Request(self.url + path, data, headers)  # noqa: S310 - the operator's own address
        try:
            with self._opener.open(request, timeout=30) as response:
                text: str = response.read().decode()
                return text
        except urllib.error.HTTPError as refusal:
            raise Answered(path, refusal.code) from None

    @staticmethod
    def _found(pattern: re.Pattern[str], text: str, what: str) -> str:
        found = pattern.search(text)
        if found is None:
            raise RuntimeError(f"There is no {what}.")
        return found[1]


@dataclass
class Deed:
    """An action on its way: when it was sent, and who has seen it."""

    sent: float
    actor: "Person"
    hand: int
    version: int
    unseen: set["Person"]
    next_able: bool = False


@dataclass
class Felt:
    """A table of the test, its people, and the action under way there; times are seconds."""

    id: int
    people: list["Person"] = field(default_factory=list)
    deed: Deed | None = None


@dataclass
class Tally:
    """What was seen: seconds from an action sent to seen by its actor, by all, and to the next able to act."""

    actor: list[float] = field(default_factory=list)
    everyone: list[float] = field(default_factory=list)
    next_able: list[float] = field(default_factory=list)
    actions: int = 0
    bytes: int = 0
    frames: int = 0
    notices: int = 0
    broken: int = 0
    counting: bool = False

    def add(self, series: list[float], seconds: float) -> None:
        """Notes one measurement, if the warm-up is over."""
        if self.counting:
            series.append(seconds)


@dataclass(eq=False)
class Person:
    """A socket that acts when it is its turn; without a door it only watches."""

    felt: Felt
    tally: Tally
    think: float
    dice: Random
    door: Door
    top_up: Callable[["Person"], None]
    version: int = 0
    acted: tuple[int, int] = (0, 0)
    state: str = ""

    async def live(self, url: str) -> None:
        """Opens the socket and plays until cancelled."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed

        address = re.sub("^http", "ws", url.rstrip("/"))
        headers = {"Cookie": cookie} if (cookie := self.door.cookie_header()) else {}
        while True:
            try:
                async with connect(
                    f"{address}/ws/table/{self.felt.id}/",
                    additional_headers=headers,
                    origin=url.rstrip("/"),  # type: ignore[arg-type]
                    compression=None,
                    max_queue=256,
                ) as self.socket:
                    async for frame in self.socket:
                        self._hear(str(frame))
            except (ConnectionClosed, OSError, TimeoutError):
                self.tally.broken += 1
                await asyncio.sleep(1)

    def _hear(self, frame: str) -> None:
        self.tally.frames += 1
        self.tally.bytes += len(frame)
        self.tally.notices += 'id="notice"' in frame
        if found := VERSION.search(frame):
            self.version = int(found[1])
        controls = CONTROLS.search(frame)
        if controls:
            self.state = controls[1]
        self._account(able_in=int(controls[2]) if controls and controls[1] == "turn" else 0)
        if controls and controls[1] == "turn":
            self._play(frame, *(int(part) for part in controls.groups()[1:]))
        elif controls and controls[1] in ("out", "broke"):
            self.top_up(self)

    def _account(self, *, able_in: int) -> None:
        """Notes what this frame proves; the pause before the next hand is no delay of the next player's."""
        deed = self.felt.deed
        if deed is None or self.version <= deed.version:
            return
        late = time.perf_counter() - deed.sent
        if self in deed.unseen:
            deed.unseen.discard(self)
            if self is deed.actor:
                self.tally.add(self.tally.actor, late)
            if not deed.unseen:
                self.tally.add(self.tally.everyone, late)
        if able_in and not deed.next_able:
            deed.next_able = True
            if able_in == deed.hand:
                self.tally.add(self.tally.next_able, late)

    def _play(self, frame: str, hand: int, turn: int, price: int) -> None:
        if self.acted == (hand, turn):
            return
        self.acted = (hand, turn)
        sizer = SIZER.search(frame)
        body = {"do": "act", "hand": hand, "turn": turn, "price": price, **self._choice(price, sizer)}
        wait = self.think * self.dice.uniform(0.5, 1.5)
        asyncio.get_running_loop().call_later(wait, self._send, body)

    def _choice(self, price: int, sizer: re.Match[str] | None) -> dict[str, Any]:
        """Random and tame: a quarter folds to a bet, a quarter raises small, the rest check or call."""
        roll = self.dice.random()
        if price and roll < 0.25:
            return {"action": "fold"}
        if sizer and roll > 0.8:
            least, most = int(sizer[1]), int(sizer[2])
            return {"action": "raise", "amount": min(most, least * self.dice.choice((1, 1, 1, 2)))}
        return {"action": "call" if price else "check"}

    def _send(self, body: dict[str, Any]) -> None:
        self.felt.deed = Deed(time.perf_counter(), self, body["hand"], self.version, set(self.felt.people))
        self.tally.actions += self.tally.counting
        self.sending = asyncio.ensure_future(self._really_send(json.dumps(body)))

    async def _really_send(self, text: str) -> None:
        from websockets.exceptions import ConnectionClosed

        try:
            await self.socket.send(text)
        except ConnectionClosed:
            self.acted = (0, 0)
