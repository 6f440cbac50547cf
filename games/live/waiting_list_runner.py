"""Calls people from the waiting lists to one table's free seats: woken when a seat frees or a call runs out (K9)."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence

from games.engine import events as ev
from games.live.host_context import House
from games.live.table_messages import Wake
from games.messaging import messages
from games.messaging.messages import Hint, SeatsChanged
from games.seating import waiting_calls

logger = logging.getLogger(__name__)

SEAT_EVENTS: frozenset[type] = frozenset({ev.SeatTaken, ev.SeatLeft, ev.Resumed, ev.Closing, ev.Closed})
"""Events after which a line may move."""


class Caller:
    """The driver of one table's line; what it does is written before anybody is told, and its times are kept there."""

    def __init__(self, table: int, house: House, later: Callable[[float, Wake], asyncio.TimerHandle]) -> None:
        self._table = table
        self._house = house
        self._later = later
        self._timer: asyncio.TimerHandle | None = None
        self._left = False

    async def look(self) -> None:
        """Settles calls that ran out, calls the next, tells them, and sets the clock for the next call's end."""
        now = self._house.world.now()
        try:
            served = await self._house.threads.run(waiting_calls.serve, self._table, now)
        except Exception as fault:
            # The table plays on without its list; the doorman looks again.
            logger.warning("The waiting list of table %s was not served: %s", self._table, type(fault).__name__)
            return
        if served.moved or self._left:
            self._left = False
            self.tell(served.line)
            self._house.outbox.to_group(messages.LOBBY, Hint(messages.LOBBY), newest=True)
        self.rest()
        if served.due:
            self._timer = self._later(max(0.0, (served.due - now + 1) / 1000), Wake.FILL_SEATS)

    def noticed(self, events: Sequence[ev.TableEvent]) -> bool:
        """Tells those who sat down or left; whether the line is to be looked at."""
        # Who sits down may have stood in line: those behind are told of their new places.
        self._left = self._left or any(isinstance(event, ev.SeatTaken) for event in events)
        self.tell(event.player for event in events if isinstance(event, ev.SeatTaken | ev.SeatLeft))
        return not SEAT_EVENTS.isdisjoint(map(type, events))

    def tell(self, players: Iterable[int]) -> None:
        """Lets the pages of these players look again."""
        for player in players:
            self._house.outbox.to_group(messages.user_group(player), SeatsChanged(player), newest=True)

    def rest(self) -> None:
        """Stops the clock."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
