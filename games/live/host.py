"""The host: leases tables, runs a consumer for each behind a queue of its own, receives on one channel."""

import asyncio
import logging
import os
import secrets
import socket
import time
import traceback
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from channels.layers import get_channel_layer

from games.live.clock_and_shuffle import World
from games.live.host_context import House
from games.live.lobby_sweeper import Doorman
from games.live.outbox import Outbox
from games.live.table import TableConsumer
from games.live.table_messages import TableMessage, Wake
from games.live.threads import DatabaseThreads, SumsThread
from games.messaging import messages
from games.messaging.messages import HOSTS, Answer, Ask, Message, ReadInbox, TablesReleased, Watch
from games.models import Order
from games.store import table_log

logger = logging.getLogger(__name__)

LEASE_SECONDS = 6
RENEW_EVERY_SECONDS = 2.0
QUEUE = 256
BACKOFF_SECONDS = (0.1, 5.0)
STEADY_AFTER_SECONDS = 30.0
STOP_WITHIN_SECONDS = 5.0
EVERY_TABLE = 1_000_000


class Guest(Protocol):
    """What else lives in a host's process, with the house's clock, threads and outbox."""

    async def run(self) -> None:
        """Works until cancelled."""

    async def hand_over(self) -> None:
        """Leaves what it has to other hosts."""


def where(fault: BaseException) -> str:
    """The kind of an exception and the lines it came through; never its words, which could name cards."""
    frames = traceback.extract_tb(fault.__traceback__)[-8:]
    return " < ".join([type(fault).__name__, *(f"{os.path.basename(f.filename)}:{f.lineno}" for f in reversed(frames))])


class Stock(NamedTuple):
    """What a host has after renewing its leases: the database's time in ms, its tables, those with orders."""

    now: int
    tables: frozenset[int]
    ordered: frozenset[int]


def take_stock(host: str, share: int) -> Stock:
    """Renews a host's leases, takes free tables up to its share, and finds the inboxes that are not empty."""
    now = table_log.database_now()
    tables = table_log.renew(host, now, LEASE_SECONDS)
    if len(tables) < share:
        tables += table_log.lease(host, now, LEASE_SECONDS, share - len(tables))
    waiting = Order.objects.unanswered().filter(table__in=tables)
    return Stock(now, frozenset(tables), frozenset(waiting.values_list("table_id", flat=True)))


class RunningTable:
    """One table here: its queue, and its consumer, which starts afresh after a crash and takes no other with it."""

    def __init__(self, table: int, house: House) -> None:
        self.table = table
        self.house = house
        self.queue: asyncio.Queue[TableMessage] = asyncio.Queue(QUEUE)
        self.stopping = False
        self.frozen = False
        self.tries: dict[int, int] = {}
        self.task = asyncio.create_task(self._run(), name=f"table.{table}")

    def put(self, message: TableMessage) -> bool:
        """Queues a message; False when the queue is full."""
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            return False
        return True

    def stop(self) -> None:
        """Lets the consumer finish the decision it is at, and end."""
        self.stopping = True
        self.put(Wake.STOP)

    async def _run(self) -> None:
        wait, longest = BACKOFF_SECONDS
        while not self.stopping:
            began = time.monotonic()
            application = TableConsumer.as_asgi(place=self, house=self.house)
            try:
                await application(
                    {"type": "channel", "channel": f"table.{self.table}"}, self.queue.get, self.house.outbox.run
                )
                return
            except Exception as fault:
                logger.error("Table %s starts afresh after %s", self.table, where(fault))
            if time.monotonic() - began > STEADY_AFTER_SECONDS:
                wait = BACKOFF_SECONDS[0]
            await asyncio.sleep(wait)
            wait = min(wait * 2, longest)


class Host:
    """A process's tables. `share` bounds how many it takes; several hosts share the rest among them.

    `guests` are made for the house, and run once the clock is the database's.
    """

    def __init__(
        self,
        *,
        world: World | None = None,
        share: int = EVERY_TABLE,
        guests: Sequence[Callable[[House], Guest]] = (),
    ) -> None:
        self.id = f"{socket.gethostname()[:20]}.{os.getpid()}.{secrets.token_hex(4)}"
        self.share = share
        self.tables: dict[int, RunningTable] = {}
        self._world = world or World()
        self._invited = guests
        self._guests: list[Guest] = []
        self._settled = asyncio.Event()
        self._layer: Any = None
        self._channel = ""
        self._joined: set[str] = set()
        self._stopping = asyncio.Event()
        self._hint = asyncio.Event()

    async def run(self) -> None:
        """Hosts tables until `stop`; then every table ends its decision and is free for others at once."""
        self._layer = get_channel_layer()
        self.house = House(self.id, self._world, DatabaseThreads(), Outbox(self._layer), SumsThread())
        doorman = Doorman(self.house, self.tables)
        self._guests = [invited(self.house) for invited in self._invited]
        jobs = (self._receive(), self.house.outbox.run(), self._lead(), doorman.run(), *map(self._host, self._guests))
        tasks = [asyncio.create_task(work) for work in jobs]
        try:
            await self._stopping.wait()
            await self._hand_over()
        finally:
            for task in tasks:
                task.cancel()
            for running in self.tables.values():
                running.task.cancel()
            await asyncio.gather(*tasks, *(r.task for r in self.tables.values()), return_exceptions=True)
            await asyncio.to_thread(self.house.threads.stop)
            await asyncio.to_thread(self.house.sums.stop)

    def stop(self) -> None:
        """Asks `run` to end."""
        self._stopping.set()

    async def _host(self, guest: Guest) -> None:
        await self._settled.wait()
        await guest.run()

    # Leases

    async def _lead(self) -> None:
        while not self._stopping.is_set():
            self._hint.clear()
            try:
                await self._renew()
                self._settled.set()
            except Exception as fault:
                # The tables play on: one that was lost meanwhile is told so by its first write.
                logger.warning("The leases could not be renewed: %s", where(fault))
            try:
                async with asyncio.timeout(RENEW_EVERY_SECONDS):
                    await self._hint.wait()
            except TimeoutError:
                continue

    async def _renew(self) -> None:
        for table, running in list(self.tables.items()):
            if running.task.done():
                del self.tables[table]
                await self._part(messages.host_group(table))
        stock = await self.house.threads.run(take_stock, self.id, self.share)
        self._world.set_clock(stock.now)
        for table, running in self.tables.items():
            if (table in stock.tables) == running.frozen:
                running.stop()
        for table in stock.tables - self.tables.keys():
            logger.debug("Table %s is run here.", table)
            self.tables[table] = RunningTable(table, self.house)
        for group in (HOSTS, *map(messages.host_group, self.tables)):
            await self._join(group)
        for table in stock.ordered & self.tables.keys():
            self.tables[table].put(ReadInbox(table))

    async def _join(self, group: str) -> None:
        if self._channel and group not in self._joined:
            await self._layer.group_add(group, self._channel)
            self._joined.add(group)

    async def _part(self, group: str) -> None:
        self._joined.discard(group)
        if self._channel:
            await self._layer.group_discard(group, self._channel)

    async def _hand_over(self) -> None:
        for running in self.tables.values():
            running.stop()
        if self.tables:
            await asyncio.wait([r.task for r in self.tables.values()], timeout=STOP_WITHIN_SECONDS)
        try:
            for guest in self._guests:
                await guest.hand_over()
            await self.house.threads.run(table_log.release, self.id)
            async with asyncio.timeout(STOP_WITHIN_SECONDS):
                await self.house.outbox.drain()
                for group in list(self._joined):
                    await self._part(group)
                await self._layer.group_send(HOSTS, messages.pack(TablesReleased()))
        except Exception as fault:
            logger.warning("The tables were not handed over, their leases run out by themselves: %s", where(fault))

    # Messages

    async def _receive(self) -> None:
        while True:
            try:
                if not self._channel:
                    self._channel, self._joined = await self._layer.new_channel(), set()
                    self._hint.set()
                for message in messages.unpack(await self._layer.receive(self._channel)):
                    self._route(message)
            except Exception as fault:
                logger.warning("The host's channel is made anew: %s", where(fault))
                self._channel = ""
                await asyncio.sleep(BACKOFF_SECONDS[1] / 5)

    def _route(self, message: Message) -> None:
        match message:
            case TablesReleased():
                self._hint.set()
            case Ask() | Watch() | ReadInbox() if running := self.tables.get(message.table):
                if not running.put(message) and isinstance(message, Ask):
                    busy = Answer(message.table, message.player, message.id, ok=False, code="table_busy")
                    self.house.outbox.to_channel(message.reply, busy)
