"""How soon a host that is added has its share of the tables, and how long actions take meanwhile.

Forty tables of nine are played at by simulated people. The share counts from the moment the host lives, in the
database's view; starting its process takes some seconds before that.
"""

import subprocess
import sys
import time
from threading import Thread
from typing import Any

import psycopg
import uvloop

from pokerroom.loadtest.room import MANAGE, Stores, private_stores, running_processes, set_up_tables
from pokerroom.loadtest.run import Load, LoadRun

TABLES = 40
LOAD = Load(seats=9, seconds=30.0, think=1.0, bare=False)
ADDED_AFTER, LOOK_EVERY = 12.0, 0.1
"""Seconds, from when the first people come."""
LIVES = "SELECT count(*) FROM games_runninghost"
FEWEST = """SELECT min(tables) FROM (SELECT count(t.id) AS tables FROM games_runninghost h
    LEFT JOIN games_table t ON t.owner = h.name AND t.closed_at IS NULL GROUP BY h.name) s"""


class AddedHost(Thread):
    """Starts a second host beside the load and looks how many tables it has."""

    def __init__(self, stores: Stores) -> None:
        super().__init__()
        self.stores = stores
        self.tables: list[tuple[float, int]] = []
        """Seconds since it lives, and how many tables it has."""

    def run(self) -> None:
        """Adds the host and looks until the load ends."""
        time.sleep(ADDED_AFTER)
        command = [sys.executable, str(MANAGE), "runtables", "--share", str(TABLES)]
        host = subprocess.Popen(command, env=self.stores.env, stdout=subprocess.DEVNULL)
        try:
            with psycopg.connect(self.stores.env["DATABASE_URL"], autocommit=True) as database:
                self._look(database)
        finally:
            host.terminate()
            host.wait()

    def _look(self, database: "psycopg.Connection[Any]") -> None:
        while _number(database, LIVES) < 2:
            time.sleep(LOOK_EVERY)
        lives = time.monotonic()
        while time.monotonic() < lives + LOAD.seconds / 2:
            self.tables.append((time.monotonic() - lives, _number(database, FEWEST)))
            time.sleep(LOOK_EVERY)

    def seconds_until(self, tables: int) -> str:
        """When it had so many tables."""
        return next((f"{at:.1f} s" for at, has in self.tables if has >= tables), "never")


def _number(database: "psycopg.Connection[Any]", sql: Any) -> int:
    row = database.execute(sql).fetchone()
    assert row is not None
    return int(row[0])


def main() -> None:
    with private_stores() as stores:
        made = set_up_tables(stores, TABLES, LOAD.seats, seated=True)
        with running_processes(stores, made) as room:
            added = AddedHost(stores)
            added.start()
            report = uvloop.run(LoadRun(room, LOAD).measure())
            added.join()
    half = TABLES // 2
    # A host keeps up to a fifth more than its share, so a fifth less is one.
    for tables in (1, half - half // 5, half):
        print(f"{tables} of {TABLES} tables after {added.seconds_until(tables)}")
    print(f"at the end {added.tables[-1][1]}; actions {report['actions']}, seen by all {report['seen_by_all_ms']}")
    for second in report["over_time"]["seen_by_all_ms"]:
        print(second)
    print(f"refusals {report['refusals']}, broken sockets {report['broken_sockets']}, left {report['unfinished']}")


if __name__ == "__main__":
    main()
