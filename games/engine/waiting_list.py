"""Waiting lists: who is called to a table's free seats, and what a missed call costs (K9)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

MOST_MISSES = 2
"""A player who misses this many calls is taken off the list."""


class Waiting(NamedTuple):
    """One entry of a waiting list; `until` is when the call to the seat expires (ms), 0 if not called.

    An entry that is `away` keeps its place and is passed over.
    """

    entry: int
    player: int
    away: bool = False
    misses: int = 0
    until: int = 0


@dataclass(frozen=True, slots=True)
class Called:
    """A seat is kept for this entry until then (ms)."""

    entry: int
    until: int


@dataclass(frozen=True, slots=True)
class Missed:
    """The call expired: the entry moves one place down, to just behind `behind`; 0 if nobody else can be called."""

    entry: int
    behind: int


@dataclass(frozen=True, slots=True)
class Dropped:
    """The entry missed its last call and is taken off the list."""

    entry: int


Step: TypeAlias = Called | Missed | Dropped


def decide(line: Sequence[Waiting], *, free: int, now: int, call_ms: int) -> tuple[Step, ...]:
    """What happens to a waiting list with `free` seats: expired calls are missed, then the next entries are called."""
    order, steps = list(line), list[Step]()
    # Last to first, so that two entries that miss at the same time keep their order.
    for one in reversed(line):
        if one.until and one.until <= now:
            steps.append(_miss_call(order, one))
    unkept = free - sum(1 for one in order if one.until)
    next_ones = [one for one in order if not one.until and not one.away]
    steps += [Called(one.entry, now + call_ms) for one in next_ones[: max(unkept, 0)]]
    return tuple(steps)


def miss(line: Sequence[Waiting], entry: int) -> Step:
    """What follows when a called player declines the seat before the call expires: it counts as a miss."""
    return _miss_call(list(line), next(one for one in line if one.entry == entry))


def _miss_call(order: list[Waiting], one: Waiting) -> Missed | Dropped:
    """Move `one` down in `order`, or remove it."""
    place = order.index(one)
    order.remove(one)
    if one.misses + 1 >= MOST_MISSES:
        return Dropped(one.entry)
    # Behind an entry that is away or already called, the same player would be called again at once.
    there = next((at for at in range(place, len(order)) if not order[at].away and not order[at].until), None)
    order.insert(place if there is None else there + 1, one._replace(until=0, misses=one.misses + 1))
    return Missed(one.entry, 0 if there is None else order[there].entry)


def seats_kept_from(line: Sequence[Waiting], player: int) -> int:
    """How many free seats this player may not take: those kept for called entries, and for entries ahead in line.

    Of two called players the one ahead in line has priority, in case a seat has been lost meanwhile.
    """
    own_place = next((place for place, one in enumerate(line) if one.player == player), len(line))
    called = own_place < len(line) and line[own_place].until > 0
    before = [one for one in line[:own_place] if one.until or not (called or one.away)]
    behind = [] if called else [one for one in line[own_place + 1 :] if one.until]
    return len(before) + len(behind)
