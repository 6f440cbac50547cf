"""The chances beside a table's open hands: worked out apart from its decisions, shown once they are there (H5)."""

import asyncio
import logging
from collections.abc import Callable
from random import Random

from games.engine.hand.hand import Hand
from games.engine.views.all_in_equity import AllInEquity, AllInSpot, all_in_equities, all_in_spot, with_equities
from games.engine.views.equity import Dice
from games.engine.views.types import TableView
from games.live.table_messages import TableMessage, Wake
from games.live.threads import SumsThread

logger = logging.getLogger(__name__)


def dice_of(spot: AllInSpot) -> Dice:
    """Dice that fall alike for whoever asks about the same open cards: the figures say nothing else."""
    roll = Random(repr(spot)).random  # noqa: S311 - nothing is dealt by it
    return lambda most: int(roll() * most)


def figures(spot: AllInSpot) -> tuple[AllInEquity, ...]:
    """The chances of one spot; takes some 20 to 40 ms."""
    return all_in_equities(spot, dice_of(spot))


class Odds:
    """The figures of one table; `put` tells it in a message that new ones have come."""

    def __init__(self, table: int, *, put: Callable[[TableMessage], bool], sums: SumsThread) -> None:
        self._table = table
        self._put = put
        self._sums = sums
        self._asked: AllInSpot | None = None
        self._found: tuple[AllInEquity, ...] = ()
        self._errand: asyncio.Task[None] | None = None

    def beside(self, view: TableView, hand: Hand | None) -> TableView:
        """The view with the chances that are known; what is not known yet is asked for, without waiting for it."""
        if hand is None:
            return view
        undealt = hand.stub.left + len(hand.stub.burnt)
        spot = all_in_spot(view, game=hand.rules.variant.code, undealt=undealt)
        if spot != self._asked:
            self._asked, self._found = spot, ()
            if spot is not None:
                self._errand = asyncio.create_task(self._work_out(spot))
        return with_equities(view, self._found)

    async def _work_out(self, spot: AllInSpot) -> None:
        try:
            found = await self._sums.run(figures, spot)
        except Exception as fault:
            logger.error("Table %s has no chances to show: %s", self._table, type(fault).__name__)
            return
        if spot == self._asked:
            self._found = found
            self._put(Wake.EQUITY_FOUND)

    def rest(self) -> None:
        """Forgets what was asked for."""
        self._asked = None
        if self._errand:
            self._errand.cancel()
