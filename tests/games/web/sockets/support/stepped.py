"""A clock of the event loop that tests set, and a channel layer that records: sockets and feeds without waiting."""

import asyncio
from collections.abc import Mapping

import pytest

from games.messaging import messages
from games.messaging.messages import Heartbeat, Message

ROUNDS = 40
"""After so many turns of the loop, whatever can go on without time passing has gone on."""


async def settle() -> None:
    """Lets all tasks go on until they wait for time or messages."""
    for _ in range(ROUNDS):
        await asyncio.sleep(0)


class SteppedLoop:
    """The running loop's clock: it stands still until a test sets it forward."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, now: float = 1_000.0) -> None:
        self.now = now
        monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: self.now)

    async def skip(self, seconds: float) -> None:
        """Sets the clock forward; everything that was due until then happens."""
        await settle()
        self.now += seconds
        await settle()


class RecordedLayer:
    """A channel layer in this process: what was joined, left and sent, in order; tests deliver the messages.

    While `fault` is set every call raises it; while `hangs` no call returns. Heartbeats come back unless `deaf`.
    """

    def __init__(self) -> None:
        self.calls: list[tuple[str, ...]] = []
        self.sent: list[tuple[str, Message]] = []
        self.heartbeats: list[int] = []
        self.channels = 0
        self.attempts = 0
        self.fault: Exception | None = None
        self.hangs = False
        self.deaf = False
        self._arriving: asyncio.Queue[Mapping[str, object] | Exception] = asyncio.Queue()

    async def deliver(self, *arriving: Message) -> None:
        """Delivers messages to the channel, packed together."""
        self._arriving.put_nowait(messages.pack(*arriving))
        await settle()

    async def break_channel(self) -> None:
        """Makes the running `receive` fail."""
        self._arriving.put_nowait(ConnectionError())
        await settle()

    def take_sent(self) -> list[tuple[str, Message]]:
        """What was sent to groups since the last call."""
        taken, self.sent = self.sent, []
        return taken

    def take_calls(self) -> list[tuple[str, ...]]:
        """What was joined and left since the last call."""
        taken, self.calls = self.calls, []
        return taken

    async def _obey(self) -> None:
        self.attempts += 1
        if self.hangs:
            await asyncio.Event().wait()
        if self.fault:
            raise self.fault

    async def new_channel(self) -> str:
        await self._obey()
        self.channels += 1
        return f"channel-{self.channels}"

    async def receive(self, channel: str) -> dict[str, object]:
        arrived = await self._arriving.get()
        if isinstance(arrived, Exception):
            raise arrived
        return dict(arrived)

    async def send(self, channel: str, message: Mapping[str, object]) -> None:
        await self._obey()
        for sent in messages.unpack(message):
            if isinstance(sent, Heartbeat):
                self.heartbeats.append(sent.number)
        if not self.deaf:
            self._arriving.put_nowait(message)

    async def group_add(self, group: str, channel: str) -> None:
        await self._obey()
        self.calls.append(("join", group, channel))

    async def group_discard(self, group: str, channel: str) -> None:
        await self._obey()
        self.calls.append(("leave", group, channel))

    async def group_send(self, group: str, message: Mapping[str, object]) -> None:
        await self._obey()
        self.sent += [(group, sent) for sent in messages.unpack(message)]
