"""Sends the players of a must-move table on, one for each seat that is free at its main table (K8)."""

import logging

from games import api
from games.engine.table.seat_commands import next_to_move
from games.engine.table.state import Table as Played
from games.live.host_context import House

logger = logging.getLogger(__name__)


class Feeder:
    """One table's way to its main table; who goes is written with the order that moves them, so any host may look."""

    def __init__(self, table: int, house: House) -> None:
        self._table = table
        self._threads = house.threads

    async def look(self, table: Played) -> None:
        """Promises what seats there are; nothing for a table that feeds none."""
        try:
            await self._threads.run(api.send_over, self._table, next_to_move(table))
        except Exception as fault:
            # The table plays on; the doorman looks again.
            logger.warning("Nobody was sent on from table %s: %s", self._table, type(fault).__name__)
