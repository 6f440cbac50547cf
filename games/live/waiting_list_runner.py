"""Calls players from the waiting lists to one table's free seats (K9)."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence

from games.engine import events as ev
from games.live.hosting.host_context import HostContext
from games.live.hosting.table_messages import Wake
from games.messaging import messages
from games.messaging.messages import Hint, SeatsChanged
from games.seating import waiting_calls

logger = logging.getLogger(__name__)

SEAT_EVENTS: frozenset[type] = frozenset({ev.SeatTaken, ev.SeatLeft, ev.Resumed, ev.Closing, ev.Closed})
"""Events after which the next player in line may be called."""


class WaitingListRunner:
    """The waiting list of one table. Calls and their ends are in the database before anybody is notified of them."""

    def __init__(
        self, table: int, context: HostContext, put_later: Callable[[float, Wake], asyncio.TimerHandle]
    ) -> None:
        self._table = table
        self._context = context
        self._put_later = put_later
        self._timer: asyncio.TimerHandle | None = None
        self._list_changed = False

    async def serve(self) -> None:
        """Ends expired calls, calls the next players, and sets a timer for the end of the next call."""
        now = self._context.clock.now()
        try:
            served = await self._context.threads.run(waiting_calls.serve, self._table, now)
        except Exception as fault:
            # The table continues without its list; the lobby sweeper tries again.
            logger.warning("The waiting list of table %s was not served: %s", self._table, type(fault).__name__)
            return
        if served.changed or self._list_changed:
            self._list_changed = False
            self._notify(served.line)
            self._context.outbox.to_group(messages.LOBBY, Hint(messages.LOBBY), newest=True)
        self.cancel()
        if served.due:
            self._timer = self._put_later(max(0.0, (served.due - now + 1) / 1000), Wake.FILL_SEATS)

    def after_events(self, events: Sequence[ev.TableEvent]) -> bool:
        """Notifies the waiting players after people sat down or left; returns whether a seat may be free."""
        # A player who sits down may have been on the list: those behind have moved up.
        self._list_changed = self._list_changed or any(isinstance(event, ev.SeatTaken) for event in events)
        self._notify(event.player for event in events if isinstance(event, ev.SeatTaken | ev.SeatLeft))
        return not SEAT_EVENTS.isdisjoint(map(type, events))

    def _notify(self, players: Iterable[int]) -> None:
        for player in players:
            self._context.outbox.to_group(messages.user_group(player), SeatsChanged(player), newest=True)

    def cancel(self) -> None:
        """Stops the timer."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
