"""What a table does between hands for players who asked for it: automatic top-ups and moves to other tables."""

import asyncio
import logging
from collections.abc import Callable, Coroutine

from games import api
from games.engine.table.commands import MoveToTable
from games.engine.table.seat_commands import Refill, moves_due, refills_due
from games.engine.table.state import Table as Played
from games.live.hosting.table_messages import TableMessage
from games.live.hosting.threads import DatabaseThreads
from games.messaging.messages import Ask

logger = logging.getLogger(__name__)


class SeatTasks:
    """The seat tasks of one table. Each is started once per hand and runs concurrently with the table's own work."""

    def __init__(self, table: int, *, put: Callable[[TableMessage], bool], threads: DatabaseThreads) -> None:
        self._table = table
        self._put = put
        self._threads = threads
        self._refilled: set[tuple[int, Refill]] = set()
        self._moving: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, table: Played) -> None:
        """Starts the tasks that are due at the table."""
        self._refilled = {done for done in self._refilled if done[0] == table.hand_number}
        for refill in refills_due(table):
            if (table.hand_number, refill) not in self._refilled:
                self._refilled.add((table.hand_number, refill))
                self._start(self._refill(refill, table.hand_number))
        self._moving = {
            player for player in moves_due(table) if player in self._moving or self._put(MoveToTable(player))
        }

    async def _refill(self, refill: Refill, hand: int) -> None:
        bought = await self._threads.run(
            api.refill, player=refill.player, table_id=self._table, to=refill.to, hand=hand
        )
        if not bought:
            off = {"do": "refill_off"}
            self._put(Ask(self._table, refill.player, off))

    def _start(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(self._run(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, work: Coroutine[object, object, None]) -> None:
        try:
            await work
        except Exception as fault:
            logger.warning("A seat task of table %s failed: %s", self._table, type(fault).__name__)
