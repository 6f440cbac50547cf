"""Sweeps a host's tables every few seconds: waiting lists, closing times, waiting changes, new rake."""

import asyncio
import itertools
import logging
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from functools import partial

from django.db.models import Q

from games.live.hosting.host_context import HostContext
from games.live.hosting.leased_runner import Slot
from games.live.hosting.table_messages import TableMessage, Wake
from games.models import Table
from games.operations import player_tables, rake_profiles, waiting_changes
from games.operations.automatic import closing_times, schedules, table_groups, watch_list
from games.seating import waiting_calls, waiting_list
from games.tables.kind import TableKind

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 5.0
CLOSE_EVERY = 6
"""After so many sweeps, abandoned player tables are closed."""


def tables_waited_for(tables: Iterable[int]) -> set[int]:
    """Those of these tables that have a waiting list, and all among them that call from the list of another table."""
    table_ids = set(tables)
    rows = waiting_calls.active_entries().filter(Q(table__in=table_ids) | Q(called_to__in=table_ids) | Q(table=None))
    from_others = Q(feeds__isnull=False) | Q(opened_for__isnull=False, is_open=True)
    found = set(Table.objects.filter(from_others, pk__in=table_ids).values_list("pk", flat=True))
    for table, called_to, kind in rows.values_list("table", "called_to", "kind").distinct():
        found |= {table, called_to} & table_ids
        if code := TableKind.read(kind):
            found |= {row.pk for row in waiting_list.tables_of(code)} & table_ids
    return found


class LobbySweeper:
    """Starts what a lost message should have started."""

    def __init__(self, context: HostContext, tables: Mapping[int, Slot[TableMessage]]) -> None:
        self._threads, self._clock = context.threads, context.clock
        self._tables = tables

    async def run(self) -> None:
        """Sweeps until cancelled."""
        for number in itertools.count():
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep(closing=number % CLOSE_EVERY == 0)
            except Exception as fault:
                logger.warning("The lobby could not be swept: %s", type(fault).__name__)

    async def sweep(self, *, closing: bool) -> None:
        """Lets tables with a waiting list fill their seats, and tables take a rake that has become valid (R1).

        Schedules open their tables, those whose closing time has come are closed, and what waits for an empty table is
        carried out; one more opens where all are full. With `closing`, closes abandoned player tables, and empty ones
        that were opened because others were full, and begins the nightly search for flags (F7).
        """
        now, tables = datetime.fromtimestamp(self._clock.now() / 1000, UTC), list(self._tables)
        parts: list[Callable[[], object]] = [
            partial(schedules.open_due, now),
            partial(closing_times.announce_closing, tables, now),
            partial(closing_times.close_due, tables, now),
            partial(table_groups.open_more, tables, now),
            partial(waiting_changes.apply_at_empty_tables, tables),
            partial(rake_profiles.apply_valid_versions, tables),
        ]
        if closing:
            parts += [
                partial(watch_list.search_at_night, now),
                partial(table_groups.close_empty, tables, now),
                partial(player_tables.close_abandoned_tables, tables),
            ]
        for part in parts:
            try:
                await self._threads.run_when_idle(part)
            except Exception as fault:
                # What fails for one table must not keep waiting players from their seats.
                logger.warning("The lobby could not be swept: %s", type(fault).__name__)
        for table in await self._threads.run_when_idle(tables_waited_for, tables):
            if slot := self._tables.get(table):
                slot.put(Wake.FILL_SEATS)
