"""How many processes a number of players needs, from what an action costs each: `python -m benchmarks.scale.plan`."""

from math import ceil
from typing import Final

from benchmarks.scale.figures import Figures, read_figures
from benchmarks.scale.queueing import SEATS, Configuration, RoomModel, ServiceTimes

SIZES: Final = (1_000, 100_000, 1_000_000)
PACE: Final = 4.0
"""Seconds between two actions at a table of people, the pause between hands included."""
BUSY: Final = 0.5
"""How busy a process may be on average, so that peaks find it free."""
DATABASE_CORES: Final = 8
SOCKETS_A_WEB: Final = 5_000
"""More sockets at one process would make its restart too long: see the storm."""
TABLES_A_HOST: Final = 2_500
REFERENCES: Final = ("50 tables, 1 web, 1 host", "10 tables, 1 web, 1 host")
"""Service times are taken from the first of these runs that was measured."""


def service_times(figures: Figures) -> ServiceTimes | None:
    """The service times of the reference run, None before it was measured.

    A web process serves nine deliveries and one ask for each action.
    """
    runs = figures.get("runs", {})
    cpu = next((runs[name]["cpu"] for name in REFERENCES if name in runs), None)
    if cpu is None:
        return None
    return ServiceTimes(
        web_delivery=cpu["web"]["ms_per_action"] / (SEATS + 1),
        host=cpu["host"]["ms_per_action"],
        postgres=cpu["postgres"]["ms_per_action"],
        redis=cpu["redis"]["ms_per_action"],
    )


def plan_for(players: int, times: ServiceTimes) -> Configuration:
    """The processes that so many players at full tables need, none of them busier than `BUSY`."""
    tables = ceil(players / SEATS)
    a_second = tables / PACE

    def needed(milliseconds: float, servers: int = 1) -> int:
        return max(1, ceil(a_second * milliseconds / 1000 / BUSY / servers))

    return Configuration(
        tables=tables,
        pace=PACE,
        webs=max(needed(times.web_delivery * (SEATS + 1)), ceil(players / SOCKETS_A_WEB)),
        hosts=max(needed(times.host), ceil(tables / TABLES_A_HOST)),
        shards=needed(times.redis),
        databases=needed(times.postgres, DATABASE_CORES),
        cores=DATABASE_CORES,
    )


def most_actions(times: ServiceTimes) -> dict[str, float]:
    """The actions a second that one process of each kind can do at most; PostgreSQL with all its cores."""
    return {
        "web": 1000 / (times.web_delivery * (SEATS + 1)),
        "host": 1000 / times.host,
        "postgres": 1000 * DATABASE_CORES / times.postgres,
        "redis": 1000 / times.redis,
    }


def main() -> None:
    """Prints the delays of every configuration in the plan for the measured service times."""
    times = service_times(read_figures())
    assert times, "nothing has been measured yet"
    for players in SIZES:
        configuration = plan_for(players, times)
        outcome = RoomModel(configuration, times).run()
        print(f"{players:,} players: {configuration}")
        print(f"  p50 {outcome.delays['p50']} ms, p99 {outcome.delays['p99']} ms, busy {outcome.utilisation}")


if __name__ == "__main__":
    main()
