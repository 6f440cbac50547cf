"""Simulated players: each signs in as a guest, sits down, and plays at random over a socket."""

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

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
KEY = re.compile(r'name="key" value="([^"]+)"')
STILL_BUYING = re.compile(r'hx-get="([^"]+)" hx-trigger="load delay')
POLL_SECONDS = 0.2
VERSION = re.compile(r'id="server-time"[^>]* data-version="(\d+)"')
CONTROLS = re.compile(
    r'id="controls" class="controls is-([\w-]+)"(?:[^>]* data-hand="(\d+)" data-turn="(\d+)" data-price="(\d+)")?'
)
SIZER = re.compile(r'id="raise"[^>]* data-min="(\d+)" data-max="(\d+)"')


class UnexpectedStatus(RuntimeError):
    """A page answered with an error status."""

    def __init__(self, path: str, status: int) -> None:
        super().__init__(f"{path} answered {status}.")
        self.status = status


class WebSession:
    """Requests pages as a browser does: keeps cookies and submits forms."""

    def __init__(self, url: str, cookies: CookieJar | None = None) -> None:
        self.url = url.rstrip("/")
        self.cookies = CookieJar() if cookies is None else cookies
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def play_as_guest(self) -> None:
        """Presses "Play now" on the way to a page without a table."""
        token = self._search(TOKEN, self._open("/accounts/sign-up/"), "a form on the sign-up page")
        self._open("/accounts/play-now/", {"csrfmiddlewaretoken": token, "next": "/rules/"})
        if not any(cookie.name.endswith("session") for cookie in self.cookies):
            raise RuntimeError("The room let nobody in as a guest.")

    def submit_chips(self, path: str, amount: str) -> None:
        """Submits the form for chips at `path`: sits down, or adds chips."""
        form = self._open(path)
        token, key = self._search(TOKEN, form, "a buy-in form"), self._search(KEY, form, "a buy-in key")
        answer = self._open(path, {"csrfmiddlewaretoken": token, "key": key, "amount": amount})
        while waiting := STILL_BUYING.search(answer):
            time.sleep(POLL_SECONDS)
            answer = self._open(waiting[1])
        if answer:
            raise RuntimeError(f"The chips were refused: {re.sub('<[^>]+>', ' ', answer)[:300]}")

    def cookie_header(self) -> str:
        """The cookies as a header of the socket's handshake."""
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
            raise UnexpectedStatus(path, refusal.code) from None

    @staticmethod
    def _search(pattern: re.Pattern[str], text: str, what: str) -> str:
        found = pattern.search(text)
        if found is None:
            raise RuntimeError(f"There is no {what}.")
        return found[1]


@dataclass
class PendingAction:
    """An action that was sent: when, and which players have not seen it yet."""

    sent: float
    actor: "SimulatedPlayer"
    hand: int
    version: int
    unseen: set["SimulatedPlayer"]
    next_able: bool = False


@dataclass
class LoadTable:
    """A table of the load test, its players, and the action that was sent last."""

    id: int
    players: list["SimulatedPlayer"] = field(default_factory=list)
    pending: PendingAction | None = None


@dataclass
class Measurements:
    """Seconds from sending an action until its actor and all players see it, and until the next player can act."""

    actor: list[float] = field(default_factory=list)
    everyone: list[float] = field(default_factory=list)
    next_able: list[float] = field(default_factory=list)
    actions: int = 0
    bytes: int = 0
    frames: int = 0
    alerts: int = 0
    broken: int = 0
    counting: bool = False

    def add(self, series: list[float], seconds: float) -> None:
        """Adds one measurement, if the warm-up is over."""
        if self.counting:
            series.append(seconds)


@dataclass(eq=False)
class SimulatedPlayer:
    """A player who acts whenever it is their turn; one who never sits down only watches."""

    table: LoadTable
    measurements: Measurements
    think: float
    rng: Random
    session: WebSession
    top_up: Callable[["SimulatedPlayer"], None]
    version: int = 0
    acted: tuple[int, int] = (0, 0)
    state: str = ""

    async def play(self, url: str) -> None:
        """Opens the socket and plays until cancelled."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed
        from websockets.typing import Origin

        address = re.sub("^http", "ws", url.rstrip("/"))
        headers = {"Cookie": cookie} if (cookie := self.session.cookie_header()) else {}
        while True:
            try:
                async with connect(
                    f"{address}/ws/table/{self.table.id}/",
                    additional_headers=headers,
                    origin=Origin(url.rstrip("/")),
                    compression=None,
                    max_queue=256,
                ) as self.socket:
                    async for frame in self.socket:
                        self._receive(str(frame))
            except (ConnectionClosed, OSError, TimeoutError):
                self.measurements.broken += 1
                await asyncio.sleep(1)

    def _receive(self, frame: str) -> None:
        self.measurements.frames += 1
        self.measurements.bytes += len(frame)
        self.measurements.alerts += 'id="alert"' in frame
        if found := VERSION.search(frame):
            self.version = int(found[1])
        controls = CONTROLS.search(frame)
        if controls:
            self.state = controls[1]
        self._measure(able_in=int(controls[2]) if controls and controls[1] == "turn" else 0)
        if controls and controls[1] == "turn":
            self._act(frame, *(int(part) for part in controls.groups()[1:]))
        elif controls and controls[1] in ("sitting-out", "no-chips"):
            self.top_up(self)

    def _measure(self, *, able_in: int) -> None:
        """Measures what this frame shows. The pause before the next hand does not count as a delay."""
        pending = self.table.pending
        if pending is None or self.version <= pending.version:
            return
        delay = time.perf_counter() - pending.sent
        if self in pending.unseen:
            pending.unseen.discard(self)
            if self is pending.actor:
                self.measurements.add(self.measurements.actor, delay)
            if not pending.unseen:
                self.measurements.add(self.measurements.everyone, delay)
        if able_in and not pending.next_able:
            pending.next_able = True
            if able_in == pending.hand:
                self.measurements.add(self.measurements.next_able, delay)

    def _act(self, frame: str, hand: int, turn: int, price: int) -> None:
        if self.acted == (hand, turn):
            return
        self.acted = (hand, turn)
        sizer = SIZER.search(frame)
        body = {"do": "act", "hand": hand, "turn": turn, "price": price, **self._choice(price, sizer)}
        wait = self.think * self.rng.uniform(0.5, 1.5)
        asyncio.get_running_loop().call_later(wait, self._send, hand, body)

    def _choice(self, price: int, sizer: re.Match[str] | None) -> dict[str, object]:
        """A random action: folds to a quarter of bets, raises small on a fifth of turns, else checks or calls."""
        roll = self.rng.random()
        if price and roll < 0.25:
            return {"action": "fold"}
        if sizer and roll > 0.8:
            least, most = int(sizer[1]), int(sizer[2])
            return {"action": "raise", "amount": min(most, least * self.rng.choice((1, 1, 1, 2)))}
        return {"action": "call" if price else "check"}

    def _send(self, hand: int, body: dict[str, object]) -> None:
        self.table.pending = PendingAction(time.perf_counter(), self, hand, self.version, set(self.table.players))
        self.measurements.actions += self.measurements.counting
        self.sending = asyncio.ensure_future(self._send_text(json.dumps(body)))

    async def _send_text(self, text: str) -> None:
        from websockets.exceptions import ConnectionClosed

        try:
            await self.socket.send(text)
        except ConnectionClosed:
            self.acted = (0, 0)
