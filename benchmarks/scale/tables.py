"""The tables of `docs/scale.md` that follow from measured figures."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from benchmarks.scale.figures import Figures
from benchmarks.scale.plan import PACE, most_actions, service_times
from benchmarks.scale.queueing import SEATS
from benchmarks.scale.table import Table

NUMBERS: Final = (10, 50, 200)
NOT_MEASURED: Final = "–"
KIB: Final = 1024
CONFIGURATIONS: Final = (
    ("1 web, 1 host", "1 web process, 1 host"),
    ("2 web, 1 host", "2 web processes"),
    ("4 web, 1 host", "4 web processes"),
    ("4 web, 1 host, by table", "4 web processes, the sockets of a table at one"),
    ("1 web, 2 host", "2 hosts"),
    ("1 web, 4 host", "4 hosts"),
)
BESIDE_SOCKETS: Final = ("pages", "host", "postgres", "redis", "generator")
KINDS: Final = (("web", "web process"), ("host", "host"), ("postgres", "PostgreSQL, 8 cores"), ("redis", "Redis"))


def _run(figures: Figures, tables: int, configuration: str) -> Figures | None:
    found: Figures | None = figures.get("runs", {}).get(f"{tables} tables, {configuration}")
    return found


def _at(figures: Figures | None, *path: str) -> Any:
    """The value at a path, None where something is missing."""
    found: Any = figures
    for key in path:
        if not isinstance(found, dict) or key not in found:
            return None
        found = found[key]
    return found


def _text(value: float | None, digits: int = 2) -> str:
    return NOT_MEASURED if value is None else f"{value:,.{digits}f}"


def _one_machine(figures: Figures) -> Table:
    rows = []
    for number in NUMBERS:
        run = _run(figures, number, "1 web, 1 host")
        cells = [
            _text(_at(run, "actions_per_second"), 0),
            _text(_at(run, "deliveries_per_second"), 0),
            " / ".join(_text(_at(run, "seen_by_all_ms", mark), 0) for mark in ("p50", "p99", "max")),
            _text(_at(run, "cpu", "web", "ms_per_delivery")),
            *(_text(_at(run, "cpu", kind, "ms_per_action")) for kind in BESIDE_SOCKETS),
        ]
        rows.append([str(number), *cells])
    return Table(
        (
            "tables of nine", "actions a second", "deliveries a second", "seen by all, p50 / p99 / max ms",
            "sockets, ms a delivery", "pages, ms an action", "host", "PostgreSQL", "Redis", "simulated players",
        ),
        rows,
    )  # fmt: skip


def _growth(values: Sequence[float | None], base: float | None) -> str:
    """The largest value as a multiple of the base."""
    known = [value for value in values if value is not None]
    return f"{max(known) / base:.2f}×" if known and base else NOT_MEASURED


def _processes(figures: Figures) -> Table:
    rows = []
    paths = (("cpu", "web", "ms_per_delivery"), ("cpu", "host", "ms_per_action"))
    bases = [_at(_run(figures, NUMBERS[0], CONFIGURATIONS[0][0]), *path) for path in paths]
    for key, words in CONFIGURATIONS:
        cells = []
        for path, base in zip(paths, bases, strict=True):
            values = [_at(_run(figures, number, key), *path) for number in NUMBERS]
            cells += [" / ".join(map(_text, values)), _growth(values, base)]
        rows.append([words, *cells])
    tables = " / ".join(map(str, NUMBERS))
    return Table(
        (
            "processes", f"web, ms a delivery at {tables} tables", "at most, of the first cell",
            f"host, ms an action at {tables} tables", "at most, of the first cell",
        ),
        rows,
    )  # fmt: skip


def _bare(figures: Figures) -> Table:
    rows = []
    for number in NUMBERS:
        bare = _at(_run(figures, number, "1 web, 1 host"), "bare")
        rows.append(
            [
                str(number),
                _text(_at(bare, "room_deliveries_per_second_of_cpu"), 0),
                _text(_at(bare, "deliveries_per_second_of_cpu"), 0),
                NOT_MEASURED if bare is None else f"{bare['ratio']:.0%}",
            ]
        )
    return Table(("tables of nine", "the room, deliveries a second of CPU", "Daphne alone", "ratio"), rows)


def _arrivals(figures: Figures) -> Table:
    way_in, arriving = figures.get("way_in"), _at(figures, "runs", "storm", "storm")
    rows = [
        [
            "from *Play now* to a seat, as fast as the room lets them in",
            _text(_at(way_in, "people"), 0),
            f"{_text(_at(way_in, 'seconds'), 1)} s",
            " / ".join(_text(_at(way_in, "cpu_ms_per_person", kind), 1) for kind in ("pages", "web")),
            NOT_MEASURED,
        ],
        [
            "they open their table at one moment",
            _text(_at(arriving, "people"), 0),
            f"{_text(None if arriving is None else arriving['picture_ms']['max'] / 1000, 1)} s",
            " / ".join(_text(_at(arriving, "cpu_ms_per_person", kind), 1) for kind in ("pages", "web")),
            " / ".join(_text(_at(arriving, "actions_meanwhile_ms", mark), 0) for mark in ("p50", "p99")),
        ],
    ]
    return Table(
        (
            "what", "people", "until the last is there", "pages / sockets, ms of CPU a person",
            "actions meanwhile, p50 / p99 ms",
        ),
        rows,
    )  # fmt: skip


def _memory(figures: Figures) -> Table:
    rows = []
    for number in NUMBERS:
        memory = _at(_run(figures, number, "1 web, 1 host"), "memory")
        rows.append(
            [
                str(number),
                *(
                    _text(None if memory is None else memory[key] / KIB, 0)
                    for key in ("web_per_socket", "host_per_seat", "host_per_table")
                ),
            ]
        )
    return Table(("tables of nine", "web, KiB a socket", "host, KiB a seat", "host, KiB a table"), rows)


def _capacity(figures: Figures) -> Table:
    times = service_times(figures)
    most = most_actions(times) if times else {}
    names = dict(KINDS)
    rows = [
        [names[kind], _text(actions, 0), _text(actions * PACE * SEATS, 0), _text(actions * PACE * SEATS / 2, 0)]
        for kind, actions in sorted(most.items(), key=lambda one: one[1])
    ]
    return Table(("one of each", "actions a second at most", "players then", "players at half load"), rows)


def _sizes(figures: Figures) -> Table:
    rows = []
    for size in figures.get("sizes", ()):
        busiest = max(size["busy"], key=lambda kind: float(size["busy"][kind]))
        rows.append(
            [
                f"{size['players']:,}",
                f"{size['tables']:,}",
                _text(size["tables"] / size["pace"], 0),
                *(f"{size[kind]:,}" for kind in ("webs", "hosts", "shards", "databases")),
                f"{size['webs'] + size['hosts'] + size['shards'] + size['databases'] * size['cores']:,}",
                f"{size['delays_ms']['p50']:.0f} / {size['delays_ms']['p99']:.0f}",
                f"{busiest}, {size['busy'][busiest]:.0%}",
            ]
        )
    return Table(
        (
            "players at once", "tables", "actions a second", "web processes", "hosts", "Redis", "databases",
            "cores in all", "seen by all, p50 / p99 ms (simulated)", "busiest",
        ),
        rows,
    )  # fmt: skip


BUILDERS: Final[Mapping[str, Callable[[Figures], Table]]] = {
    "one-machine": _one_machine,
    "processes": _processes,
    "bare": _bare,
    "arrivals": _arrivals,
    "memory": _memory,
    "capacity": _capacity,
    "sizes": _sizes,
}
