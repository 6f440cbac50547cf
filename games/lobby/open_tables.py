"""The open tables for the lobby. Where there are many, they are read seldom and kept for all pages and sockets."""

from collections import Counter
from functools import cached_property
from threading import Lock
from time import monotonic

from games.lobby.queries import LobbyRow, TableState, lobby_rows

MOST_LISTED = 250
"""A page lists so many tables at most."""
READING_SHARE = 20
"""Many tables are kept this many times as long as it took to read them, and at least for `KEPT_SECONDS`."""
KEPT_SECONDS = 1.0


class OpenTables:
    """All cash tables that are not closed, in the operator's order, and what the lobby says about them together.

    `read_at` is when they were read, in seconds of the monotonic clock.
    """

    def __init__(self, rows: list[LobbyRow], read_at: float) -> None:
        self.rows = rows
        self.read_at = read_at

    @property
    def are_many(self) -> bool:
        """Whether one page does not list them all."""
        return len(self.rows) > MOST_LISTED

    @cached_property
    def by_id(self) -> dict[int, LobbyRow]:
        """The rows by table."""
        return {row.table: row for row in self.rows}

    @cached_property
    def currencies(self) -> frozenset[str]:
        """The currencies of the tables."""
        return frozenset(row.currency for row in self.rows)

    @cached_property
    def players(self) -> int:
        """How many players sit at the tables."""
        return sum(row.taken for row in self.rows)

    @cached_property
    def tables_with_players(self) -> int:
        """At how many tables somebody sits."""
        return sum(1 for row in self.rows if row.taken)

    @cached_property
    def free_seats(self) -> Counter[str]:
        """The free seats of each kind of table, by its code; 0 for a kind whose tables are full."""
        free: Counter[str] = Counter()
        for row in self.rows:
            if row.kind and row.state in (TableState.PLAYING, TableState.WAITING):
                free[row.kind] += row.open_seats
        return free


class _Reader:
    """Reads the open tables; only many of them are kept, so that a small room is shown as it is."""

    def __init__(self) -> None:
        self._last: OpenTables | None = None
        self._until = 0.0
        self._lock = Lock()

    def tables(self) -> OpenTables:
        """The tables; while one thread reads many of them again, the others get what was read before."""
        last = self._last
        if last is None or not last.are_many:
            return self._read()
        if monotonic() < self._until or not self._lock.acquire(blocking=False):
            return last
        try:
            return self._read()
        finally:
            self._lock.release()

    def _read(self) -> OpenTables:
        began = monotonic()
        self._last = tables = OpenTables(lobby_rows(), began)
        now = monotonic()
        self._until = now + max(KEPT_SECONDS, READING_SHARE * (now - began))
        return tables

    def forget(self) -> None:
        """Reads the tables at their next use."""
        self._last = None


_READER = _Reader()
open_tables = _READER.tables
"""The tables as they are now, or as they were a few seconds ago if they are many."""
forget_open_tables = _READER.forget
