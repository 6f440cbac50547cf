"""Walks round a host's tables every few seconds: lines whose wake-up call was lost, players' tables long empty."""

import asyncio
import logging
from collections.abc import Iterable, Mapping

from django.db.models import Q

from games.live.host_context import House, Place
from games.live.table_messages import Wake
from games.models import Table
from games.operations import player_tables
from games.seating import waiting_calls, waiting_list
from games.tables.kind import TableKind

logger = logging.getLogger(__name__)

ROUND_SECONDS = 5.0
CLOSES_EVERY = 6
"""Rounds between two looks for tables that nobody uses."""


def waited_for(tables: Iterable[int]) -> set[int]:
    """Those of these tables that somebody waits for, and must-move tables, whose players wait for another."""
    mine = set(tables)
    rows = waiting_calls.active().filter(Q(table__in=mine) | Q(called_to__in=mine) | Q(table=None))
    found = set(Table.objects.filter(pk__in=mine, feeds__isnull=False).values_list("pk", flat=True))
    for table, called_to, kind in rows.values_list("table", "called_to", "kind").distinct():
        found |= {table, called_to} & mine
        if code := TableKind.read(kind):
            found |= {row.pk for row in waiting_list.tables_of(code)} & mine
    return found


class Doorman:
    """A host's safety net: whatever a message should have started and did not."""

    def __init__(self, house: House, tables: Mapping[int, Place]) -> None:
        self._house = house
        self._tables = tables
        self._rounds = 0

    async def run(self) -> None:
        """Walks until cancelled."""
        while True:
            await asyncio.sleep(ROUND_SECONDS)
            try:
                await self.walk()
            except Exception as fault:
                logger.warning("The doorman's round was cut short: %s", type(fault).__name__)

    async def walk(self) -> None:
        """One round."""
        for table in await self._house.threads.run_aside(waited_for, list(self._tables)):
            if running := self._tables.get(table):
                running.put(Wake.FILL_SEATS)
        if self._rounds % CLOSES_EVERY == 0:
            await self._house.threads.run_aside(player_tables.close_empty, list(self._tables))
        self._rounds += 1
