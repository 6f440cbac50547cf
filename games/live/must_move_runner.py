"""Moves players from a must-move table to its main table, one for each free seat (K8)."""

import logging
from functools import partial

from games import api
from games.engine.table.seat_commands import next_to_move
from games.engine.table.state import Table as Played
from games.live.hosting.host_context import HostContext

logger = logging.getLogger(__name__)


class MustMoveRunner:
    """Moves the players of one table. Each move is an order in the inbox, so that any host can carry it out."""

    def __init__(self, table: int, context: HostContext) -> None:
        self._table = table
        self._threads = context.threads

    async def send_on(self, table: Played) -> None:
        """Reserves the free seats of the main table; does nothing for a table that has none."""
        try:
            await self._threads.run(partial(api.send_to_main_table, table_id=self._table, line=next_to_move(table)))
        except Exception as fault:
            # The table continues; the lobby sweeper tries again.
            logger.warning("Nobody was sent on from table %s: %s", self._table, type(fault).__name__)
