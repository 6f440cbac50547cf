"""Waiting lists: who is called to a table's free seats, and what a missed call costs (K9)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

MOST_MISSES = 2
"""The missed call that ends the waiting."""


class Waiting(NamedTuple):
    """One in line for a table; `until` is when the call to it runs out (ms), 0 = not called.

    Who is `away` keeps the place and is passed over.
    """

    entry: int
    player: int
    away: bool = False
    misses: int = 0
    until: int = 0


@dataclass(frozen=True, slots=True)
class Called:
    """A seat is kept for this one until then (ms)."""

    entry: int
    until: int


@dataclass(frozen=True, slots=True)
class Missed:
    """The seat was not taken in time: one place down, behind this entry; 0 = nobody else is there."""

    entry: int
    behind: int


@dataclass(frozen=True, slots=True)
class Dropped:
    """The second seat was not taken either: off the list."""

    entry: int


Step: TypeAlias = Called | Missed | Dropped


def decide(line: Sequence[Waiting], *, free: int, now: int, call_ms: int) -> tuple[Step, ...]:
    """What happens to a line with so many free seats: calls that ran out are missed, then the next are called."""
    order, steps = list(line), list[Step]()
    # From behind, so that of two who miss at once the first stays before the second.
    for one in reversed(line):
        if one.until and one.until <= now:
            steps.append(_missed(order, one))
    unkept = free - sum(1 for one in order if one.until)
    next_ones = [one for one in order if not one.until and not one.away]
    steps += [Called(one.entry, now + call_ms) for one in next_ones[: max(unkept, 0)]]
    return tuple(steps)


def miss(line: Sequence[Waiting], entry: int) -> Step:
    """What follows when this one, who was called, lets the seat go before the time is up: a miss like any other."""
    return _missed(list(line), next(one for one in line if one.entry == entry))


def _missed(order: list[Waiting], one: Waiting) -> Missed | Dropped:
    """Moves `one` in the order, or out of it."""
    place = order.index(one)
    order.remove(one)
    if one.misses + 1 >= MOST_MISSES:
        return Dropped(one.entry)
    # Behind somebody who is away, or on the way to a seat, it would be the same one's turn again.
    there = next((at for at in range(place, len(order)) if not order[at].away and not order[at].until), None)
    order.insert(place if there is None else there + 1, one._replace(until=0, misses=one.misses + 1))
    return Missed(one.entry, 0 if there is None else order[there].entry)


def kept_from(line: Sequence[Waiting], player: int) -> int:
    """How many free seats are not this player's to take: kept for who was called, and for who is there and before.

    Of two who were called the one before comes first, should a seat have gone.
    """
    mine = next((place for place, one in enumerate(line) if one.player == player), len(line))
    called = mine < len(line) and line[mine].until > 0
    before = [one for one in line[:mine] if one.until or not (called or one.away)]
    behind = [] if called else [one for one in line[mine + 1 :] if one.until]
    return len(before) + len(behind)


def due(line: Sequence[Waiting]) -> int:
    """When the next call runs out, ms; 0 = none is running."""
    return min((one.until for one in line if one.until), default=0)
