"""What the processes of a room cost: processor time and memory, read from /proc."""

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

TICKS: Final = os.sysconf("SC_CLK_TCK")
PAGE: Final = os.sysconf("SC_PAGE_SIZE")
AFTER_NAME: Final = ") "
"""The fields of /proc/PID/stat are counted from here, since a program's name may contain blanks."""
STATE_FIELDS: Final = 3
"""How many fields of the documented numbering lie before those after the name."""


class _Stat(NamedTuple):
    """The fields of /proc/PID/stat that are read, numbered as in proc(5)."""

    parent: int
    own: float
    ended_children: float


def _read_stat(pid: int) -> _Stat | None:
    """None for a process that has ended."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    fields = text.rpartition(AFTER_NAME)[2].split()
    own, ended = (sum(int(fields[at - STATE_FIELDS]) for at in pair) for pair in ((14, 15), (16, 17)))
    return _Stat(int(fields[4 - STATE_FIELDS]), own / TICKS, ended / TICKS)


def children_of(pid: int) -> list[int]:
    """The living children of a process."""
    found: list[int] = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and (stat := _read_stat(int(folder.name))) and stat.parent == pid:
            found.append(int(folder.name))
    return found


def cpu_seconds(pid: int, *, with_children: bool = False) -> float:
    """The processor time a process has used, with that of its children, living and ended, if wished; 0 if it has ended.

    PostgreSQL has one child for each connection.
    """
    stat = _read_stat(pid)
    if stat is None:
        return 0.0
    if not with_children:
        return stat.own
    living = (_read_stat(child) for child in children_of(pid))
    return stat.own + stat.ended_children + sum(child.own for child in living if child)


def resident_bytes(pid: int) -> int:
    """The memory a process holds; 0 if it has ended."""
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE
    return 0


class Processes(NamedTuple):
    """The processes of a room by what they do: web, pages, host, postgres, redis, generator; each with its ids."""

    ids: Mapping[str, tuple[int, ...]]

    def cpu(self) -> dict[str, float]:
        """The processor time that each kind has used so far, in seconds."""
        return {
            kind: sum(cpu_seconds(pid, with_children=kind == "postgres") for pid in pids)
            for kind, pids in self.ids.items()
        }

    def memory(self, kinds: Iterable[str]) -> dict[str, int]:
        """The memory that each of these kinds holds, in bytes."""
        return {kind: sum(map(resident_bytes, self.ids.get(kind, ()))) for kind in kinds}


def spent(before: Mapping[str, float], after: Mapping[str, float]) -> dict[str, float]:
    """The processor time that each kind has used between two readings."""
    return {kind: after[kind] - seconds for kind, seconds in before.items()}
