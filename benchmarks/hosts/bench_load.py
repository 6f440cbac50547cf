"""Ten tables of nine under load: how long actions take to be seen, and the share of the bare ceiling that is reached.

The room, Daphne alone and the simulated players are measured in the same run.
"""

import uvloop

from pokerroom.loadtest.report import format_report
from pokerroom.loadtest.room import private_stores, running_processes, set_up_tables
from pokerroom.loadtest.run import Load, LoadRun

TABLES = 10
LOAD = Load(seats=9, seconds=15.0, think=0.4)


def main() -> None:
    with private_stores() as stores:
        made = set_up_tables(stores, TABLES, LOAD.seats, seated=True)
        with running_processes(stores, made) as room:
            print(format_report(uvloop.run(LoadRun(room, LOAD).measure())))


if __name__ == "__main__":
    main()
