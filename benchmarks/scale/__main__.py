"""Measures one machine with 1, 2 and 4 web processes and hosts, writes `docs/scale.json`, and fills `docs/scale.md`.

`make scale` needs about twelve minutes on a quiet machine of two cores. `--tables 10 50` measures less.
"""

import time
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import uvloop

from benchmarks.scale.document import fill
from benchmarks.scale.figures import read_figures, write_figures
from benchmarks.scale.plan import SIZES, plan_for, service_times
from benchmarks.scale.queueing import SEATS, RoomModel
from pokerroom.loadtest.report import Report
from pokerroom.loadtest.room import SetUp, Stores, private_stores, running_processes, set_up_tables
from pokerroom.loadtest.run import Load, LoadRun

TABLES: Final = (10, 50, 200)
SECONDS: Final = 10.0
THINK: Final = 0.9
"""With the pauses between hands about an action a second at each table."""
WARM_UP: Final = 300.0
STORM: Final = 1800
KEPT: Final = (
    "actions", "actions_per_second", "deliveries_per_second", "bytes_per_delivery", "seen_by_actor_ms",
    "seen_by_all_ms", "next_able_to_act_ms", "sent_late_ms", "cpu", "first_pictures", "settled", "refusals",
    "broken_sockets", "unfinished", "bare", "storm",
)  # fmt: skip


class Processes(NamedTuple):
    """How many processes a run has besides one for pages; with `by_table` all sockets of a table are at one."""

    webs: int = 1
    hosts: int = 1
    by_table: bool = False

    def name(self, tables: int) -> str:
        """The name of the run in the file of figures."""
        name = f"{tables} tables, {self.webs} web, {self.hosts} host"
        return f"{name}, by table" if self.by_table else name


RUNS: Final = (
    Processes(), Processes(webs=2), Processes(webs=4), Processes(webs=4, by_table=True), Processes(hosts=2),
    Processes(hosts=4),
)  # fmt: skip


def main() -> None:
    """Runs everything and says what has changed in the document."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=list(TABLES), help="how many tables, ascending")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long each run is measured")
    parser.add_argument("--quick", action="store_true", help="only one web process and one host")
    parser.add_argument("--storm", type=int, default=STORM, help="people who connect at one moment in the last run")
    options = parser.parse_args()
    began = time.monotonic()
    with private_stores() as stores:
        _measure(stores, options.tables, RUNS[:1] if options.quick else RUNS, options.seconds, options.storm)
    write_figures("sizes", _sizes())
    print(f"measured in {time.monotonic() - began:.0f} s; cells of docs/scale.md that have changed:")
    for line in fill():
        print(line)


def _measure(stores: Stores, numbers: list[int], runs: Sequence[Processes], seconds: float, storm: int) -> None:
    """Writes the reports of all runs by their names, and how people came in at the first tables.

    A run in which not everybody gets a picture in time is told and left out.
    """
    measured: dict[str, Report] = {}
    # At the first tables people come in through the pages; at those that are opened later they are seated before.
    made = set_up_tables(stores, numbers[0], SEATS, seated=False)
    for tables in numbers:
        if (missing := tables - len(made.tables)) > 0:
            more = set_up_tables(stores, missing, SEATS, seated=True)
            made = SetUp([*made.tables, *more.tables], {**made.sessions, **more.sessions})
        for processes in runs:
            if (done := _run(stores, made, processes, seconds=seconds)) is None:
                continue
            run, report = done
            made = SetUp(made.tables, run.sessions())
            if not report["way_in"]["seated_before"]:
                write_figures("way_in", report["way_in"])
            measured[processes.name(tables)] = _kept(report)
            write_figures("runs", measured)
    if storm and (done := _run(stores, made, Processes(), seconds=seconds, storm=storm)):
        measured["storm"] = _kept(done[1])
        write_figures("runs", measured)


def _run(
    stores: Stores, made: SetUp, processes: Processes, *, seconds: float, storm: int = 0
) -> tuple[LoadRun, Report] | None:
    began, name = time.monotonic(), f"{processes.name(len(made.tables))}{', storm' if storm else ''}"
    load = Load(
        seats=SEATS,
        seconds=seconds,
        think=THINK,
        storm=storm,
        warm_up=WARM_UP,
        bare=processes == Processes() and not storm,
        by_table=processes.by_table,
    )
    try:
        with running_processes(stores, made, webs=processes.webs, pages=1, hosts=processes.hosts) as room:
            run = LoadRun(room, load)
            report = uvloop.run(run.measure())
    except RuntimeError as trouble:
        print(f"{name}: {trouble}", flush=True)
        return None
    cpu = ", ".join(f"{kind} {cost['ms_per_action']:.2f}" for kind, cost in report["cpu"].items())
    print(
        f"{name}: {report['actions_per_second']} actions a second, CPU ms an action: {cpu};"
        f" {time.monotonic() - began:.0f} s",
        flush=True,
    )
    return run, report


def _kept(report: Report) -> Report:
    """What the file of figures keeps of a report."""
    kept: Report = {key: report[key] for key in KEPT if key in report}
    memory = report["memory"]
    return {**kept, "memory": {**memory["over_time"][-1], "growth_per_minute": memory["growth_per_minute"]}}


def _sizes() -> list[dict[str, Any]]:
    """The plan for each number of players, and what the simulation says of it."""
    times, sizes = service_times(read_figures()), []
    assert times, "a run with ten or fifty tables is needed"
    for players in SIZES:
        configuration = plan_for(players, times)
        delays, busy = RoomModel(configuration, times).run()
        sizes.append({"players": players, **configuration._asdict(), "delays_ms": delays, "busy": busy})
    return sizes


if __name__ == "__main__":
    main()
