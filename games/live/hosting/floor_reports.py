"""Summaries of a host's tables for the floor's panel, sent only while some web process shows it (F1)."""

import asyncio
from collections.abc import Collection
from typing import NamedTuple

from games.engine.hand.hand import Hand
from games.engine.views.kinds import TablePhase
from games.engine.views.types import TableView
from games.live.hosting.clock_and_shuffle import HostClock
from games.live.hosting.outbox import Outbox
from games.messaging.floor_summary import FloorSummary
from games.messaging.messages import FloorSummaries

SEND_EVERY_SECONDS = 1.0
FORGET_AFTER_MS = 30_000
"""A process that shows the panel asks again every ten seconds."""


class _Noted(NamedTuple):
    """A table as it was published last; `turn` is its hand and number of the turn, which began at `since`."""

    view: TableView
    hand: Hand | None
    turn: tuple[int, int]
    since: int


class FloorReports:
    """The newest view of each table here; a summary is made of it only while somebody watches, and if it changed."""

    def __init__(self, clock: HostClock, outbox: Outbox) -> None:
        self._clock, self._outbox = clock, outbox
        self._tables: dict[int, _Noted] = {}
        self._changed: set[int] = set()
        self.asleep: Collection[int] = ()
        """The tables here that sleep: nobody sits at them, and nothing goes on."""
        self._watching: dict[str, int] = {}
        self._watched = asyncio.Event()

    def note(self, view: TableView, hand: Hand | None) -> None:
        """Keeps what a table has published."""
        turn = (view.hand, view.turn.number) if view.turn else (view.hand, -1)
        before = self._tables.get(view.table)
        since = before.since if before and before.turn == turn else self._clock.now()
        self._tables[view.table] = _Noted(view, hand, turn, since)
        self._changed.add(view.table)

    def forget(self, table: int) -> None:
        """The table is no longer run here."""
        self._tables.pop(table, None)
        self._changed.discard(table)

    def watch(self, reply: str) -> None:
        """A web process shows the panel: it gets all tables now, and what changes for half a minute."""
        self._watching[reply] = self._clock.now()
        self._watched.set()
        self._send([reply], [*self._tables, *self.asleep])

    async def run(self) -> None:
        """Sends what has changed once a second while anybody watches, until cancelled."""
        while True:
            await self._watched.wait()
            self.send_changed()
            await asyncio.sleep(SEND_EVERY_SECONDS)

    def send_changed(self) -> None:
        """Sends the tables that have changed since the last time to those who still watch."""
        now = self._clock.now()
        self._watching = {reply: at for reply, at in self._watching.items() if now - at <= FORGET_AFTER_MS}
        if not self._watching:
            self._watched.clear()
        self._send(list(self._watching), sorted(self._changed))
        self._changed.clear()

    def _send(self, replies: list[str], tables: list[int]) -> None:
        if not replies or not tables:
            return
        message = FloorSummaries(tuple(map(self._summary, tables)))
        for reply in replies:
            self._outbox.to_channel(reply, message)

    def _summary(self, table: int) -> FloorSummary:
        noted = self._tables.get(table)
        return summary_of(noted) if noted else FloorSummary(table, TablePhase.WAITING, hand=0, pot=0, seated=0)


def summary_of(noted: _Noted) -> FloorSummary:
    """The summary of a table."""
    view, hand = noted.view, noted.hand
    seated = [seat for seat in view.seats if seat.player]
    in_turn = view.seats[view.turn.seat] if view.turn else None
    return FloorSummary(
        table=view.table,
        phase=view.phase,
        hand=view.hand,
        # The floor sees the pot also where players have to count it (B17).
        pot=view.pot or (hand.pot if hand else 0),
        seated=len(seated),
        turn=in_turn.name if in_turn else "",
        turn_since=noted.since if in_turn else 0,
        turn_away=in_turn is not None and not in_turn.connected and not in_turn.bot,
        away=tuple(seat.name for seat in seated if not seat.connected and not seat.bot),
    )
