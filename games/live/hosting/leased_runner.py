"""Leased rows of a model, each with a consumer of its own here: the base of table runner and tournament runner.

A host leases rows, renews its leases while it lives, starts a consumer afresh after a crash, and hands everything
over when it stops.
"""

import asyncio
import itertools
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Generic, NamedTuple, NoReturn, TypeAlias, TypeVar

from channels.consumer import AsyncConsumer
from channels.exceptions import StopConsumer

from games.live.hosting.host_context import HostContext
from games.messaging.faults import describe_fault
from games.messaging.messages import Message, ReadInbox
from games.store import leases
from games.store.leases import LeasedRows

logger = logging.getLogger(__name__)

LEASE_SECONDS = 6.0
RENEW_EVERY_SECONDS = 2.0
BACKOFF_SECONDS = (0.1, 5.0)
"""The first and the longest wait before a crashed consumer is started afresh."""
STEADY_AFTER_SECONDS = 30.0
"""A consumer that has run for so long waits the shortest time again when it crashes."""
STOP_WITHIN_SECONDS = 5.0
RETRY_SECONDS = 0.25
NO_LIMIT = 1_000_000
ONLOOKERS_SHARE = 4
"""Items of onlookers wait in a quarter of a queue's places."""
NO_LAYER = "none: a consumer hears only its runner"

Item = TypeVar("Item")
OnChange: TypeAlias = Callable[[], Awaitable[None]]


class Slot(Generic[Item]):
    """The place of one leased row at this host: its queue, and what outlives a consumer that crashed.

    `attempts` counts how often each order was begun; `frozen` is set by a consumer that stays although its row can
    no longer be leased. `settled` is another object after each change of the row's own lease, None during one.
    `handed_over` says that the last consumer of the row, here or at another host, ended after a decision as it was
    told to, so that nothing has to be recovered; the next one resets it. Those `seated` do not wait behind others.
    """

    def __init__(self, pk: int, size: int) -> None:
        self.pk = pk
        self.seated: frozenset[int] = frozenset()
        self.stopping = False
        self.frozen = False
        self.handed_over = False
        self.settled: object | None = object()
        self.attempts: dict[int, int] = {}
        # Items with their place in the line, onlookers' behind all others.
        self._queue: asyncio.PriorityQueue[tuple[bool, int, Item | None]] = asyncio.PriorityQueue(size)
        self._numbers = itertools.count()
        self._room_for_onlookers = max(1, size // ONLOOKERS_SHARE)
        self._waiting: set[Item] = set()

    def put(self, item: Item, *, onlooker: bool = False) -> bool:
        """Queues an item, wake-ups only once at a time; False when the queue, or the onlookers' part of it, is full."""
        if isinstance(item, Enum | ReadInbox) and item in self._waiting:
            return True
        if self._queue.full() or (onlooker and not self._room_for_onlookers):
            return False
        self._queue.put_nowait((onlooker, next(self._numbers), item))
        if onlooker:
            self._room_for_onlookers -= 1
        if isinstance(item, Enum | ReadInbox):
            self._waiting.add(item)
        return True

    def take_all(self) -> list[Item]:
        """Everything that is queued; nothing is then."""
        taken = []
        while not self._queue.empty():
            if (item := self._taken(self._queue.get_nowait())) is not None:
                taken.append(item)
        return taken

    @property
    def is_empty(self) -> bool:
        """Whether nothing is queued."""
        return self._queue.empty()

    async def get(self) -> Item:
        """The next item; raises StopConsumer once the row must be given up."""
        item = self._taken(await self._queue.get())
        if item is None or self.stopping:
            raise StopConsumer
        return item

    def _taken(self, entry: tuple[bool, int, Item | None]) -> Item | None:
        onlooker, _number, item = entry
        if onlooker:
            self._room_for_onlookers += 1
        if isinstance(item, Enum | ReadInbox):
            self._waiting.discard(item)
        return item

    def stop(self) -> None:
        """Has the consumer finish what it is doing, and end."""
        self.stopping = True
        if not self._queue.full():
            self._queue.put_nowait((False, next(self._numbers), None))


class LeasedConsumer(AsyncConsumer, Generic[Item]):  # type: ignore[misc]  # Channels has no types.
    """The only writer of one leased row; it takes one item after another from its slot.

    It raises whatever it cannot handle: its runner starts it afresh. StopConsumer ends it for good.
    """

    channel_layer_alias = NO_LAYER
    lost: type[Exception]
    """What a write raises when another host has written a later decision."""
    number: int
    """The last decision that this consumer knows."""

    def __init__(self, *, slot: Slot[Item], context: HostContext) -> None:
        self.slot = slot
        self.id = slot.pk
        self.context = context
        self.clock, self.threads, self.outbox = context.clock, context.threads, context.outbox

    async def __call__(self, scope: object, receive: Callable[[], Awaitable[Item]], send: object) -> None:
        """Opens the row, then handles items until it is stopped."""
        try:
            await self.open()
            while True:
                await self.handle(await receive())
        except StopConsumer:
            return
        finally:
            self.close()

    async def open(self) -> None:
        """Loads the row."""
        raise NotImplementedError

    async def handle(self, item: Item) -> None:
        """Does what an item asks for."""
        raise NotImplementedError

    def close(self) -> None:
        """Cancels timers; called however the consumer ends."""
        raise NotImplementedError

    async def write(self, work: Callable[..., object], *args: object) -> None:
        """Writes what follows from no decision, by the state that this host knows to be the newest."""
        try:
            await self.threads.run(work, *args, number=self.number)
        except self.lost:
            self.stop_lost()

    def stop_lost(self) -> NoReturn:
        """Ends the consumer of a row that belongs to another host now."""
        logger.warning("%s %s: its row belongs to another host now.", type(self).__name__, self.id)
        raise StopConsumer from None

    def put(self, item: Item) -> None:
        """Queues an item for this consumer itself, later when the queue is full."""
        if not self.slot.put(item) and not self.slot.stopping:
            self.put_later(RETRY_SECONDS, item)

    def put_later(self, seconds: float, item: Item) -> asyncio.TimerHandle:
        """Queues an item for this consumer itself after so many seconds."""
        return asyncio.get_running_loop().call_later(seconds, self.put, item)


class Leases(NamedTuple):
    """What a host has after renewing: the database's time in ms, and the ids of its rows."""

    now: int
    rows: frozenset[int]


class TakenLeases(NamedTuple):
    """The ids of rows that were this host's already, and of those that were free."""

    kept: list[int]
    new: list[int]


class LeasedRunner(ABC, Generic[Item]):
    """Runs a consumer for each row that this host has leased; `on_change` is awaited when rows come or go."""

    name: str
    """What a row is called in log messages."""
    rows: LeasedRows
    """The rows that may be leased."""
    queue_size: int

    def __init__(self, context: HostContext, on_change: OnChange, *, limit: int = NO_LIMIT) -> None:
        self.context = context
        self.slots: dict[int, Slot[Item]] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._on_change = on_change
        self.limit = limit
        self.stopping = False
        self._wake = asyncio.Event()
        self._renewing = asyncio.Lock()

    # What a kind of row fills in

    @abstractmethod
    def consumer(self, slot: Slot[Item]) -> LeasedConsumer[Item]:
        """A new consumer for a row."""

    @abstractmethod
    def group(self, pk: int) -> str:
        """The group in which the host of a row listens."""

    @abstractmethod
    def deliver(self, message: Message) -> None:
        """Queues a message for the row it is about, if that is run here."""

    def leases_taken(self) -> None:
        """Called in the loop after `take_leases`, before consumers are started and stopped."""

    async def renewed(self) -> None:
        """Does what is due whenever the leases have been renewed."""

    def joined(self) -> None:
        """Called when the host listens for all that it has leased."""

    async def ended(self, slot: Slot[Item]) -> None:
        """Called when the consumer of a row has ended by itself."""

    # What all kinds share

    @property
    def ids(self) -> set[int]:
        """The ids of all rows that are run here."""
        return set(self.slots)

    @property
    def groups(self) -> set[str]:
        """The groups of all rows that are run here."""
        return set(map(self.group, self.ids))

    def renew_now(self) -> None:
        """Has the leases renewed at once: rows may have become free."""
        self._wake.set()

    async def run(self) -> None:
        """Leases rows and runs their consumers until stopped or cancelled."""
        while not self.stopping:
            self._wake.clear()
            try:
                async with self._renewing:
                    await self._renew()
            except Exception as fault:
                # The consumers go on: the first write of one whose row was lost meanwhile fails.
                logger.warning("The leases of %ss could not be renewed: %s", self.name, describe_fault(fault))
            try:
                async with asyncio.timeout(RENEW_EVERY_SECONDS):
                    await self._wake.wait()
            except TimeoutError:
                continue

    async def hand_over(self) -> None:
        """Lets every consumer finish its decision, then gives the rows back, for other hosts to lease at once."""
        self.stopping = True
        self._wake.set()
        for slot in self.slots.values():
            slot.stop()
        if self._tasks:
            await asyncio.wait(self._tasks.values(), timeout=STOP_WITHIN_SECONDS)
        async with asyncio.timeout(STOP_WITHIN_SECONDS), self._renewing:
            await self.context.threads.run(self.release)

    async def cancel(self) -> None:
        """Ends every consumer wherever it is."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def release(self) -> None:
        """Gives all rows back; called in a database thread."""
        leases.release(self.rows.all().model._default_manager.all(), self.context.host)

    def take_leases(self, now: int) -> list[int]:
        """Renews the leases of this host and takes free ones; the ids of its rows. Called in a database thread."""
        kept, new = self.take_leases_on(self.rows, now, self.limit)
        return kept + new

    def take_leases_on(self, rows: LeasedRows, now: int, limit: int) -> TakenLeases:
        """As `take_leases`, for these rows."""
        kept = leases.renew(rows, self.context.host, now, LEASE_SECONDS)
        free = limit - len(kept)
        new = leases.lease(rows, self.context.host, now, LEASE_SECONDS, free) if free > 0 else []
        return TakenLeases(kept, new)

    def _take_leases(self) -> Leases:
        now = leases.database_now()
        return Leases(now, frozenset(self.take_leases(now)))

    async def _renew(self) -> None:
        for pk, task in list(self._tasks.items()):
            if task.done():
                del self._tasks[pk], self.slots[pk]
        settled = {pk: slot.settled for pk, slot in self.slots.items()}
        held = await self.context.threads.run(self._take_leases)
        self.context.clock.set(held.now)
        self.leases_taken()
        for pk, slot in self.slots.items():
            # What was read says nothing about a row that has been woken or put to sleep meanwhile.
            as_read = slot.settled is not None and settled.get(pk) is slot.settled
            # A frozen row has lost its lease; once it can be leased again, it is loaded again.
            if as_read and (pk in held.rows) == slot.frozen:
                slot.stop()
        if not self.stopping:
            for pk in held.rows - self.ids:
                self.start(pk)
        await self.renewed()
        await self._on_change()
        self.joined()

    def start(self, pk: int) -> Slot[Item]:
        """Runs a row's consumer from now on."""
        logger.debug("%s %s is run here.", self.name.capitalize(), pk)
        slot = self.slots[pk] = Slot(pk, self.queue_size)
        self._tasks[pk] = asyncio.create_task(self._run(slot), name=f"{self.name}.{pk}")
        return slot

    def forget(self, slot: Slot[Item]) -> None:
        """The consumer of this row has ended or is about to; does nothing for a row that was started again."""
        if self.slots.get(slot.pk) is slot:
            del self.slots[slot.pk], self._tasks[slot.pk]

    async def prepare(self, slot: Slot[Item]) -> None:
        """Does what has to be done before the row's consumer starts; stops the slot if it must not start."""

    async def _run(self, slot: Slot[Item]) -> None:
        wait, longest = BACKOFF_SECONDS
        while not slot.stopping:
            began = time.monotonic()
            scope = {"type": "channel", "channel": f"{self.name}.{slot.pk}"}
            try:
                await self.prepare(slot)
                if not slot.stopping:
                    await self.consumer(slot)(scope, slot.get, None)
                    await self.ended(slot)
                return
            except Exception as fault:
                logger.error("%s %s starts afresh after %s", self.name.capitalize(), slot.pk, describe_fault(fault))
            if time.monotonic() - began > STEADY_AFTER_SECONDS:
                wait = BACKOFF_SECONDS[0]
            await asyncio.sleep(wait)
            wait = min(wait * 2, longest)
