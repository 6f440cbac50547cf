"""The host: one process that runs tables and other leased rows, and receives their messages on one channel."""

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from channels.layers import get_channel_layer

from games.engine.evaluation.tables import build_high_tables
from games.live.hosting.clock_and_shuffle import HostClock, Shuffler
from games.live.hosting.floor_reports import FloorReports
from games.live.hosting.host_context import HostContext
from games.live.hosting.leased_runner import NO_LIMIT, STOP_WITHIN_SECONDS, LeasedRunner, OnChange
from games.live.hosting.outbox import Outbox
from games.live.hosting.threads import DatabaseThreads, WorkerThread
from games.live.lobby_sweeper import LobbySweeper
from games.live.play_limits_sweeper import PlayLimitsSweeper
from games.live.table_runner import TableRunner
from games.messaging.faults import describe_fault
from games.messaging.messages import HOSTS, TablesReleased, WatchFloor, pack, unpack

logger = logging.getLogger(__name__)

NEW_CHANNEL_AFTER_SECONDS = 1.0
MOST_JOINED_AT_ONCE = 2000
"""A host that begins with very many tables renews its leases while it joins their groups."""


def machine() -> str:
    """The name of this machine, or container, with which the ids of its hosts begin."""
    return socket.gethostname()[:20]


class Host:
    """Runs up to `share` tables; several hosts share the tables of a room among them.

    `runners` make the runners of other leased rows, from the host's context.
    """

    def __init__(
        self,
        *,
        clock: HostClock | None = None,
        share: int = NO_LIMIT,
        # Each runner has messages of its own type.
        runners: Sequence[Callable[[HostContext, OnChange], LeasedRunner[Any]]] = (),
    ) -> None:
        self.id = f"{machine()}.{os.getpid()}.{secrets.token_hex(4)}"
        self._share = share
        self._clock = clock or HostClock()
        self._others = runners
        # Everything below belongs to an event loop and is set when the host runs in one.
        self._runners: list[LeasedRunner[Any]] = []
        self._floor: FloorReports | None = None
        self._layer: Any = None  # Channels has no types.
        self._channel = ""
        self._joined: set[str] = set()
        self._joining = asyncio.Lock()
        self._stopping = asyncio.Event()

    @property
    def tables(self) -> list[int]:
        """The tables that run here."""
        return list(self._runners[0].ids) if self._runners else []

    async def run(self) -> None:
        """Runs until `stop`; then every consumer finishes its decision, and its row is free for other hosts at once."""
        # At the first flop of the host's tables all of them would wait for it.
        await asyncio.to_thread(build_high_tables)
        self._layer = get_channel_layer()
        outbox = Outbox(self._layer)
        floor = self._floor = FloorReports(self._clock, outbox)
        context = HostContext(self.id, self._clock, Shuffler(), DatabaseThreads(), outbox, WorkerThread(), floor)
        tables = TableRunner(context, self._join_groups, limit=self._share)
        self._runners = [tables, *(runner(context, self._join_groups) for runner in self._others)]
        sweeper = LobbySweeper(context, tables)
        limits = PlayLimitsSweeper(context, tables)
        jobs = [self._receive(), outbox.run(), floor.run(), sweeper.run(), limits.run()]
        jobs += [runner.run() for runner in self._runners]
        tasks = [asyncio.create_task(job) for job in jobs]
        try:
            await self._stopping.wait()
            await self._hand_over(outbox)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, *(runner.cancel() for runner in self._runners), return_exceptions=True)
            await asyncio.to_thread(context.threads.stop)
            await asyncio.to_thread(context.worker.stop)

    def stop(self) -> None:
        """Asks `run` to end."""
        self._stopping.set()

    async def _hand_over(self, outbox: Outbox) -> None:
        try:
            for runner in reversed(self._runners):
                await runner.hand_over()
            async with asyncio.timeout(STOP_WITHIN_SECONDS):
                await outbox.drain()
                for group in list(self._joined):
                    await self._layer.group_discard(group, self._channel)
                await self._layer.group_send(HOSTS, pack(TablesReleased()))
        except Exception as fault:
            logger.warning("Not everything was handed over, leases run out by themselves: %s", describe_fault(fault))

    async def _join_groups(self) -> None:
        """Joins the groups of everything that runs here, and no others."""
        async with self._joining:
            if not self._channel:
                return
            wanted = {HOSTS}.union(*(runner.groups for runner in self._runners))
            missing = wanted - self._joined
            for group in islice(missing, MOST_JOINED_AT_ONCE):
                await self._layer.group_add(group, self._channel)
                self._joined.add(group)
            for group in self._joined - wanted:
                self._joined.discard(group)
                await self._layer.group_discard(group, self._channel)
            if len(missing) > MOST_JOINED_AT_ONCE:
                for runner in self._runners:
                    runner.renew_now()

    async def _receive(self) -> None:
        while True:
            try:
                if not self._channel:
                    self._channel, self._joined = await self._layer.new_channel(), set()
                    await self._join_groups()
                for message in unpack(await self._layer.receive(self._channel)):
                    if isinstance(message, WatchFloor) and self._floor:
                        self._floor.watch(message.reply)
                    if isinstance(message, TablesReleased):
                        for runner in self._runners:
                            runner.renew_now()
                    for runner in self._runners:
                        runner.deliver(message)
            except Exception as fault:
                logger.warning("The host's channel is made anew: %s", describe_fault(fault))
                self._channel = ""
                await asyncio.sleep(NEW_CHANNEL_AFTER_SECONDS)
