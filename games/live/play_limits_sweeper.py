"""Has the players of a host's tables kept to their own limits of time, every few seconds (M7)."""

import asyncio
import logging

from games.live.hosting.host_context import HostContext
from games.live.lobby_sweeper import TablesHere
from games.operations.play_limits import SWEEP_SECONDS, keep_play_limits

logger = logging.getLogger(__name__)


class PlayLimitsSweeper:
    """Looks at all players who sit at this host's tables."""

    def __init__(self, context: HostContext, tables: TablesHere) -> None:
        self._threads = context.threads
        self._tables = tables

    async def run(self) -> None:
        """Sweeps until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self._threads.run_when_idle(keep_play_limits, self._tables.held())
            except Exception as fault:
                logger.warning("Players' limits could not be looked at: %s", type(fault).__name__)
