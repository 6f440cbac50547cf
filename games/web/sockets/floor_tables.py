"""The newest summary of every table, kept by a web process while one of its pages shows the floor's panel."""

from collections.abc import Iterable
from typing import Protocol

from games.messaging.floor_summary import FloorSummary

SILENT_AFTER_SECONDS = 25.0
"""Hosts answer a request that is repeated every ten seconds with all their tables."""


class FloorSubscriber(Protocol):
    """Shows summaries. No call may block or wait."""

    def summaries_changed(self) -> None:
        """At least one summary is newer."""


class FloorTables:
    """Summaries by table, and who shows them; times are the event loop's, in seconds."""

    def __init__(self) -> None:
        self.newest: dict[int, FloorSummary] = {}
        self.subscribers: set[FloorSubscriber] = set()
        self.requested_at = 0.0
        self._heard: dict[int, float] = {}
        self._began = 0.0

    def begin(self, now: float) -> None:
        """Nobody has looked for a while: what is known is old, and hosts get time to answer."""
        self.newest.clear()
        self._heard.clear()
        self._began = now

    def receive(self, summaries: Iterable[FloorSummary], now: float) -> None:
        """Keeps what a host has sent, and tells the subscribers if it differs."""
        changed = False
        for one in summaries:
            self._heard[one.table] = now
            changed = changed or self.newest.get(one.table) != one
            self.newest[one.table] = one
        if changed:
            for subscriber in list(self.subscribers):
                subscriber.summaries_changed()

    def is_silent(self, table: int, now: float) -> bool:
        """Whether no host has told of the table for so long that none seems to run it."""
        return now - self._heard.get(table, self._began) > SILENT_AFTER_SECONDS
