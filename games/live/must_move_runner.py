"""Sends the players of a must-move table on, one for each seat that is free at its main table (K8)."""

import logging
from functools import partial

from games import api
from games.engine.table.seat_commands import next_to_move
from games.engine.table.state import Table as Played
from games.live.hosting.host_context import HostContext

logger = logging.getLogger(__name__)


class MustMoveRunner:
    """Sends on the players of one table. Each goes by an order in the inbox, so that any host may do it."""

    def __init__(self, table: int, context: HostContext) -> None:
        self._table = table
        self._threads = context.threads

    async def send_on(self, table: Played) -> None:
        """Reserves the free seats of the main table; does nothing for a table that has none."""
        try:
            await self._threads.run(partial(api.send_to_main_table, table_id=self._table, line=next_to_move(table)))
        except Exception as fault:
            # The table plays on; the lobby sweeper tries again.
            logger.warning("Nobody was sent on from table %s: %s", self._table, type(fault).__name__)
