"""Sweeps a host's tables every few seconds: waiting lists, closing times, waiting changes, new rake."""

import asyncio
import itertools
import logging
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import partial
from typing import Protocol

from django.db.models import Q, QuerySet

from backoffice.compiled_query import CompiledQuery, Given
from games.live.hosting.host_context import HostContext
from games.live.hosting.table_messages import TableMessage, Wake
from games.models import Table
from games.operations import player_tables, rake_profiles, waiting_changes
from games.operations.automatic import closing_times, ended_sessions, schedules, table_groups, watch_list
from games.operations.automatic.concerned import concerned_tables
from games.seating import waiting_calls, waiting_list
from games.tables.kind import TableKind

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 5.0
CLOSE_EVERY = 6
"""After so many sweeps, abandoned player tables are closed."""


class TablesHere(Protocol):
    """The tables of a host, whether they sleep or not."""

    def held(self) -> Iterable[int]:
        """Their ids, or the query for them."""

    def put(self, table: int, item: TableMessage) -> bool:
        """Queues an item for one of them."""


def _here() -> QuerySet[Table]:
    return Table.objects.filter(owner=Given("owner"), closed_at=None)


_WAITING = CompiledQuery(
    lambda: (
        waiting_calls.active_entries()
        .filter(Q(table__in=_here().values("pk")) | Q(called_to__in=_here().values("pk")) | Q(table=None))
        .order_by()
        .values_list("table", "called_to", "kind")
        .distinct()
    )
)
_CALLING_FROM_OTHERS = CompiledQuery(
    lambda: (
        _here().filter(Q(feeds__isnull=False) | Q(opened_for__isnull=False, is_open=True)).values_list("pk", flat=True)
    )
)


def tables_waited_for(owner: str) -> set[int]:
    """The tables of this host that have a waiting list, and all among them that call from the list of another table."""
    found, waited_for = set(_CALLING_FROM_OTHERS.all(owner=owner)), set[int]()
    for table, called_to, kind in _WAITING.all(owner=owner):
        waited_for |= {one for one in (table, called_to) if one is not None}
        if code := TableKind.read(kind):
            waited_for |= {row.pk for row in waiting_list.tables_of(code)}
    if waited_for:
        here = Table.objects.filter(owner=owner, closed_at=None)
        found |= set(here.filter(pk__in=waited_for).values_list("pk", flat=True))
    return found


class LobbySweeper:
    """Starts what a lost message should have started."""

    def __init__(self, context: HostContext, tables: TablesHere) -> None:
        self._host, self._threads, self._clock = context.host, context.threads, context.clock
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
        that were opened because others were full, begins the nightly search for flags (F7), and deletes sessions that
        have ended.
        """
        now = datetime.fromtimestamp(self._clock.now() / 1000, UTC)
        tables = await self._threads.run_when_idle(concerned_tables, self._host)
        parts: list[Callable[[], object]] = [
            partial(schedules.open_due, now),
            partial(rake_profiles.apply_valid_versions, self._tables.held()),
        ]
        if tables:
            parts += [
                partial(closing_times.announce_closing, tables, now),
                partial(closing_times.close_due, tables, now),
                partial(table_groups.open_more, tables, now),
                partial(waiting_changes.apply_at_empty_tables, tables),
            ]
        if closing:
            parts += [partial(watch_list.search_at_night, now), partial(ended_sessions.delete_ended_sessions, now)]
        if closing and tables:
            parts += [
                partial(table_groups.close_empty, tables, now),
                partial(player_tables.close_abandoned_tables, tables),
            ]
        for part in parts:
            try:
                await self._threads.run_when_idle(part)
            except Exception as fault:
                # What fails for one table must not keep waiting players from their seats.
                logger.warning("The lobby could not be swept: %s", type(fault).__name__)
        for table in await self._threads.run_when_idle(tables_waited_for, self._host):
            self._tables.put(table, Wake.FILL_SEATS)
