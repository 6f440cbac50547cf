"""The equity of all-in hands (H5): calculated in another thread, shown as soon as it is ready."""

import asyncio
import logging
from collections.abc import Callable
from random import Random

from games.engine.hand.hand import Hand
from games.engine.views.all_in_equity import AllInEquity, AllInSpot, all_in_equities, all_in_spot, with_equities
from games.engine.views.equity import RandomBelow
from games.engine.views.types import TableView
from games.live.hosting.table_messages import TableMessage, Wake
from games.live.hosting.threads import WorkerThread

logger = logging.getLogger(__name__)


def random_source(spot: AllInSpot) -> RandomBelow:
    """A random source seeded with the face-up cards alone, so that equity cannot reveal anything else."""
    roll = Random(repr(spot)).random  # noqa: S311 - no card is dealt with it
    return lambda most: int(roll() * most)


def equity_of(spot: AllInSpot) -> tuple[AllInEquity, ...]:
    """The equity of every hand; takes some 20 to 40 ms."""
    return all_in_equities(spot, random_source(spot))


class EquityRunner:
    """The equity at one table; `put` queues `Wake.EQUITY_FOUND` for the table when a calculation is done."""

    def __init__(
        self,
        table: int,
        *,
        put: Callable[[TableMessage], bool],
        worker: WorkerThread,
        calculate: Callable[[AllInSpot], tuple[AllInEquity, ...]] = equity_of,
    ) -> None:
        self._table = table
        self._put = put
        self._worker = worker
        self._equity_of = calculate
        self._wanted: AllInSpot | None = None
        self._found: tuple[AllInEquity, ...] = ()
        self._task: asyncio.Task[None] | None = None

    def with_equity(self, view: TableView, hand: Hand | None) -> TableView:
        """The view with the equity if it is known; otherwise starts to calculate it."""
        if hand is None:
            return view
        undealt = hand.stub.left + len(hand.stub.burnt)
        spot = all_in_spot(view, game=hand.rules.variant.code, undealt=undealt)
        if spot != self._wanted:
            self._wanted, self._found = spot, ()
            if spot is not None:
                self._task = asyncio.create_task(self._calculate(spot))
        return with_equities(view, self._found)

    async def _calculate(self, spot: AllInSpot) -> None:
        try:
            found = await self._worker.run(self._equity_of, spot)
        except Exception as fault:
            logger.error("Table %s has no equity to show: %s", self._table, type(fault).__name__)
            return
        if spot == self._wanted:
            self._found = found
            self._put(Wake.EQUITY_FOUND)

    def cancel(self) -> None:
        """Abandons the running calculation."""
        self._wanted = None
        if self._task:
            self._task.cancel()
