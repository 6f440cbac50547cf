"""Simulated players: each plays at random over a socket, and tells when it sees what others did."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Final, Protocol

import msgspec

from pokerroom.loadtest.client_socket import BrokenSocket, ClientSocket, open_socket
from pokerroom.loadtest.delays import Delays, ThinkTimes
from pokerroom.loadtest.frames import Turn, parse_frame
from pokerroom.loadtest.web_session import WebSession

RECONNECT_SECONDS: Final = 1.0
AGAIN_SECONDS: Final = 0.5
"""After a refusal a person presses again."""
SIT_IN: Final = b'{"do":"sit_in"}'
OUT: Final = {"sitting-out", "away", "penalised"}
encode: Final = msgspec.json.Encoder().encode


class AskSocket(Protocol):
    """What a player needs of its socket."""

    def send(self, *texts: bytes) -> bool:
        """Sends text messages; returns whether the socket was open."""

    def abort(self) -> None:
        """Ends the connection at once."""


@dataclass(eq=False)
class PendingAction:
    """An action that some at the table have not seen yet; it shows in views newer than `version`."""

    due: float
    actor: "SimulatedPlayer"
    hand: int
    version: int
    unseen: set["SimulatedPlayer"]
    counts: bool
    next_able: bool = False


@dataclass
class LoadTable:
    """A table of the load test: who watches what happens there, and the actions that not all of them have seen."""

    id: int
    players: list["SimulatedPlayer"] = field(default_factory=list)
    pending: list[PendingAction] = field(default_factory=list)
    version: int = 0
    """The newest version that anybody at the table has seen."""
    settings: str = ""
    """The digest by which pages say which settings they show; "" as long as none has been opened."""

    @property
    def socket_path(self) -> str:
        """The path of the socket that a page of the table opens."""
        return f"/ws/table/{self.id}/?seen={self.settings}"


@dataclass
class Measurements:
    """What all players measure together.

    Delays count from the time an action was due until its actor sees it, all at the table see it, and the next player
    can act. `late` is by how much the generator itself sent later than it should have.
    """

    actor: Delays = field(default_factory=Delays)
    everyone: Delays = field(default_factory=Delays)
    next_able: Delays = field(default_factory=Delays)
    late: Delays = field(default_factory=Delays)
    actions: int = 0
    unfinished: int = 0
    deliveries: int = 0
    """Views that reached a player; what is the player's own may come in a frame of its own, which does not count."""
    bytes: int = 0
    alerts: int = 0
    broken: int = 0
    counting: bool = False

    def count_unfinished(self, table: LoadTable, now: float) -> None:
        """Counts the actions that somebody has not seen by the end with the time they have taken so far."""
        for pending in table.pending:
            if pending.counts and pending.unseen:
                self.unfinished += 1
                self.everyone.add(pending.due, now - pending.due)


@dataclass(eq=False)
class SimulatedPlayer:
    """A player who acts whenever it is their turn; one who never sits down only watches."""

    table: LoadTable
    measurements: Measurements
    think: ThinkTimes
    rng: Random
    session: WebSession
    top_up: Callable[["SimulatedPlayer"], None]
    call_later: Callable[..., object]
    """Calls a function after so many seconds with the arguments that follow, as `ExactTimer.call_later` does."""
    version: int = 0
    seen: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once the first picture of the table has arrived."""
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once the result of the player's session has arrived, which the room shows last."""
    asked: tuple[int, int] = (0, 0)
    """Hand and turn of the last decision, its body, and when it was due."""
    body: bytes = b""
    due: float = 0.0
    must_send_again: bool = False
    socket: AskSocket | None = None
    pings: int = 0

    async def play(self, url: str) -> None:
        """Opens the socket and plays until cancelled; connects anew when it breaks."""
        while True:
            closed = asyncio.Event()
            try:
                self.socket = await open_socket(
                    url,
                    self.table.socket_path,
                    cookies=self.session.cookie_header(),
                    on_text=self.receive,
                    on_close=closed.set,
                )
                await closed.wait()
            except (BrokenSocket, OSError):
                self.socket = None
            finally:
                if self.socket is not None:
                    self.socket.abort()
            self.measurements.broken += 1
            self.must_send_again = True
            await asyncio.sleep(RECONNECT_SECONDS)

    def receive(self, data: bytes) -> None:
        """Takes in a pushed frame."""
        if data.startswith(b"pong"):
            return
        self.measurements.bytes += len(data)
        frame = parse_frame(data)
        self.measurements.alerts += frame.is_alert
        if frame.has_session:
            self.settled.set()
        if frame.version:
            self.measurements.deliveries += 1
            self.version = frame.version
            self.table.version = max(self.table.version, frame.version)
            if not self.seen.is_set():
                self.seen.set()
        if self.table.pending and (frame.version or frame.turn):
            self._measure(frame.turn)
        if frame.turn:
            self._decide(frame.turn, is_alert=frame.is_alert)
        elif frame.state in OUT:
            self._send_text(SIT_IN)
        elif frame.state == "no-chips":
            self.top_up(self)

    def _measure(self, turn: Turn | None) -> None:
        """Measures what this player now sees. The pause before the next hand does not count as a delay.

        What is the player's own may come in a frame after that of the view it belongs to.
        """
        now, measurements = perf_counter(), self.measurements
        last = self.table.pending[-1]
        if turn and not last.next_able and self.version > last.version:
            last.next_able = True
            if last.counts and turn.hand == last.hand:
                measurements.next_able.add(last.due, now - last.due)
        for pending in [one for one in self.table.pending if one.version < self.version and self in one.unseen]:
            pending.unseen.discard(self)
            if pending.counts and self is pending.actor:
                measurements.actor.add(pending.due, now - pending.due)
            if not pending.unseen:
                if pending.counts:
                    measurements.everyone.add(pending.due, now - pending.due)
                # The last one stays until the next, for whoever is able to act after it.
                if pending is not last:
                    self.table.pending.remove(pending)

    def _decide(self, turn: Turn, *, is_alert: bool) -> None:
        if self.asked == (turn.hand, turn.number):
            if self.must_send_again:
                self.must_send_again = False
                self._send_text(self.body)
            elif is_alert:
                self.call_later(AGAIN_SECONDS, self._send_text, self.body)
            return
        self.asked = (turn.hand, turn.number)
        self.must_send_again = False
        ask = {"do": "act", "hand": turn.hand, "turn": turn.number, "price": turn.price, **self._choice(turn)}
        self.body = encode(ask)
        wait = self.think.next()
        self.due = perf_counter() + wait
        self.call_later(wait, self._act, turn.hand)

    def _choice(self, turn: Turn) -> dict[str, object]:
        """A random action: folds to a quarter of bets, raises small on a fifth of turns, else checks or calls."""
        roll = self.rng.random()
        if turn.price and roll < 0.25:
            return {"action": "fold"}
        if turn.most and roll > 0.8:
            return {"action": "raise", "amount": min(turn.most, turn.least * self.rng.choice((1, 1, 1, 2)))}
        return {"action": "call" if turn.price else "check"}

    def _act(self, hand: int) -> None:
        table, measurements = self.table, self.measurements
        counts = measurements.counting
        table.pending = [one for one in table.pending if one.unseen]
        table.pending.append(PendingAction(self.due, self, hand, table.version, set(table.players), counts=counts))
        if counts:
            measurements.actions += 1
            measurements.late.add(self.due, perf_counter() - self.due)
        self._send_text(self.body)

    def _send_text(self, text: bytes) -> None:
        """Sends an ask and, as browsers do, a ping whose answer shows that it has arrived."""
        self.pings += 1
        if self.socket is None or not self.socket.send(text, b"ping %d" % self.pings):
            self.must_send_again = True


@dataclass(eq=False)
class Newcomer:
    """Somebody who opens a table's page in a storm: connects once, and notes when the first picture is there."""

    table: LoadTable
    session: WebSession
    seen: asyncio.Event = field(default_factory=asyncio.Event)
    seen_at: float = 0.0
    is_watching: bool = False
    refused: int = 0
    deliveries: int = 0

    async def watch(self, url: str) -> None:
        """Connects, again after a refusal, and stays until cancelled."""
        socket: ClientSocket | None = None
        try:
            while True:
                closed = asyncio.Event()
                with suppress(BrokenSocket, OSError):
                    socket = await open_socket(
                        url,
                        self.table.socket_path,
                        cookies=self.session.cookie_header(),
                        on_text=self._receive,
                        on_close=closed.set,
                    )
                    await closed.wait()
                self.refused += 1
                await asyncio.sleep(RECONNECT_SECONDS)
        finally:
            self.is_watching = False
            if socket is not None:
                socket.abort()

    def _receive(self, data: bytes) -> None:
        if parse_frame(data).version:
            self.deliveries += 1
            if not self.seen_at:
                self.seen_at = perf_counter()
                self.is_watching = True
                self.seen.set()
