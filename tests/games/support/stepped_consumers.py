"""A table's consumer that a test hands one message after another; everything it sends or sets a timer for is kept."""

import asyncio
from collections.abc import Hashable
from typing import NamedTuple

from games import api
from games.engine.hand.actions import Action
from games.engine.table.commands import Act, Command
from games.live.hosting.clock_and_shuffle import HostClock, Shuffler
from games.live.hosting.floor_reports import FloorReports
from games.live.hosting.host_context import HostContext
from games.live.hosting.leased_runner import Slot
from games.live.hosting.outbox import Outbox
from games.live.hosting.table_messages import TableMessage, Wake
from games.live.hosting.threads import DatabaseThreads, WorkerThread
from games.live.table import TableConsumer
from games.messaging.messages import Message, ViewUpdate
from games.models import Table
from pokerroom.models import User

START_MS = 1_700_000_000_000
NEVER_SECONDS = 3600.0


class SteppedClock(HostClock):
    """Stands still until the test moves it."""

    def __init__(self, now: int = START_MS) -> None:
        super().__init__()
        self.time = now

    def now(self) -> int:
        return self.time


class Sent(NamedTuple):
    """A message, the group or channel it went to, and which queued messages it replaces."""

    address: str
    message: Message
    newest: Hashable


class RecordingOutbox(Outbox):
    """Keeps what is sent, in order."""

    def __init__(self) -> None:
        super().__init__(None)
        self.sent: list[Sent] = []

    def to_group(self, group: str, message: Message, *, newest: bool = False) -> None:
        self.sent.append(Sent(group, message, newest))

    def to_channel(self, channel: str, message: Message, *, newest: Hashable = None) -> None:
        self.sent.append(Sent(channel, message, newest))

    def take(self) -> list[Sent]:
        """What was sent since the last time."""
        taken, self.sent = self.sent, []
        return taken


class RecordingSlot(Slot[TableMessage]):
    """Keeps what is queued instead of handing it to the consumer."""

    def __init__(self, pk: int) -> None:
        super().__init__(pk, 1)
        self.queued: list[TableMessage] = []

    def put(self, item: TableMessage, *, onlooker: bool = False) -> bool:
        self.queued.append(item)
        return True


def stepped_context(clock: HostClock | None = None) -> HostContext:
    """A host's context with a clock that stands still and an outbox that sends nothing."""
    clock, outbox = clock or SteppedClock(), RecordingOutbox()
    floor = FloorReports(clock, outbox)
    return HostContext("here", clock, Shuffler(), DatabaseThreads(1), outbox, WorkerThread(), floor)


class SteppedTable(TableConsumer):
    """The consumer of one table under a test's control."""

    def __init__(self, pk: int, slot: RecordingSlot | None = None) -> None:
        self.time, self.box, self.queue = SteppedClock(), RecordingOutbox(), slot or RecordingSlot(pk)
        self.timers: list[tuple[float, TableMessage, asyncio.TimerHandle]] = []
        super().__init__(slot=self.queue, context=stepped_context(self.time)._replace(outbox=self.box))

    def put_later(self, seconds: float, item: TableMessage) -> asyncio.TimerHandle:
        handle = asyncio.get_running_loop().call_later(NEVER_SECONDS, self.put, item)
        self.timers.append((seconds, item, handle))
        return handle

    def set_timers(self, item: TableMessage = Wake.TICK) -> list[float]:
        """The seconds of all timers for this item that were not cancelled."""
        return [seconds for seconds, due, handle in self.timers if due == item and not handle.cancelled()]

    def messages(self, kind: type[Message]) -> list[Message]:
        """All messages of a kind since the last `box.take()`."""
        return [sent.message for sent in self.box.sent if isinstance(sent.message, kind)]

    async def do(self, command: Command) -> None:
        """Carries out a command; raises IllegalAction."""
        await self._do(command)

    async def until(self, *kinds: str) -> None:
        """Lets the clock run until the table waits for one of these."""
        while self.table.wait.kind not in kinds:
            self.time.time = max(self.time.time, self.table.next_tick_at() or 0)
            await self.handle(Wake.TICK)

    def next_act(self, action: Action) -> Act:
        """This action of the player who is to act."""
        hand = self.table.hand
        assert hand is not None
        player = self.table.seat(hand.to_act).player
        return Act(player, self.table.hand_number, self.table.turn, hand.legal().call, action)

    def ask_body(self, action: str) -> tuple[int, dict[str, object]]:
        """The player who is to act, and the ask a browser would send for this action."""
        hand = self.table.hand
        assert hand is not None
        body = {"do": "act", "hand": self.table.hand_number, "turn": self.table.turn, "price": hand.legal().call}
        return self.table.seat(hand.to_act).player, {**body, "action": action}

    def end(self) -> None:
        """Stops its threads."""
        self.close()
        self.threads.stop()
        self.context.worker.stop()


async def opened(consumer: SteppedTable, *, at_turn: bool = True) -> SteppedTable:
    """The consumer after it has loaded its table and, usually, dealt a hand."""
    await consumer.open()
    if at_turn:
        await consumer.until("turn")
    consumer.box.take()
    return consumer


def versions(consumer: SteppedTable) -> list[int]:
    """The versions of the public views sent since the last `box.take()`."""
    return [update.version for update in consumer.messages(ViewUpdate) if isinstance(update, ViewUpdate)]


def refill(user: User, table: Table) -> None:
    """Orders automatic top-ups."""
    api.set_refill(user=user, table_id=table.pk, to=200_00, below=200_00, rebuy=True)
