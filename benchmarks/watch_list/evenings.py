"""Who sits where: nights with several tables, at which people come and go."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from benchmarks.watch_list.people import Population, Scheme, SchemeKind

TABLE_SIZES = (6, 6, 6, 6, 6, 6, 6, 3, 3, 3)
HANDS = 200
SCHEME_NIGHTS = 8
OFTEN = 0.5
"""How often friends and couples who both play sit down together."""
LATEST = 40
"""The last hand with which people come, and before the end of the evening the first with which they go."""


class Guest(NamedTuple):
    """Somebody at a table from one hand to another."""

    person: int
    comes: int
    goes: int


class Evening(NamedTuple):
    """One table on one night with its guests by seat."""

    night: int
    table: int
    guests: tuple[Guest, ...]


def evenings(room: Population, nights: int, rng: Random) -> Iterator[Evening]:
    """All evenings at all tables; each scheme plays on some nights, honest people fill the seats."""
    planned: dict[int, list[Scheme]] = {}
    for scheme in room.schemes:
        for night in rng.sample(range(nights), min(nights, SCHEME_NIGHTS)):
            planned.setdefault(night, []).append(scheme)
    honest = [person for person in room.people if person not in room.planted]
    for night in range(nights):
        tables = _planted(planned.get(night, []), rng)
        waiting = rng.sample(honest, len(honest))
        close = {one: other for pair in (*room.friends, *room.couples) for one, other in (pair, pair[::-1])}
        for table, size in enumerate(TABLE_SIZES):
            guests = tables[table]
            while len(guests) < size:
                person = waiting.pop()
                guests.append(_guest(person, rng))
                other = close.get(person, -1)
                if other in waiting and len(guests) < size and rng.random() < OFTEN:
                    waiting.remove(other)
                    guests.append(_guest(other, rng))
            rng.shuffle(guests)
            yield Evening(night, table + 1, tuple(guests))


def _planted(schemes: list[Scheme], rng: Random) -> list[list[Guest]]:
    """The tables of a night with the schemes that play on it."""
    tables: list[list[Guest]] = [[] for _ in TABLE_SIZES]
    for scheme in schemes:
        small = scheme.kind is SchemeKind.NUTS
        apart = scheme.kind is SchemeKind.TOGETHER and rng.random() > (1 + scheme.strength) / 2
        rooms = [
            table
            for table, size in enumerate(TABLE_SIZES)
            if (size == 3) == small and size - len(tables[table]) >= len(scheme.people) + 1
        ]
        rng.shuffle(rooms)
        if len(rooms) < 1 + apart:
            continue
        first = _guest(scheme.people[0], rng)
        for person in scheme.people:
            # People who belong together always come and go together.
            guest = first._replace(person=person) if scheme.kind is SchemeKind.TOGETHER else _guest(person, rng)
            tables[rooms[1 if apart and person == scheme.people[1] else 0]].append(guest)
    return tables


def _guest(person: int, rng: Random) -> Guest:
    return Guest(person, rng.randrange(LATEST), HANDS - rng.randrange(LATEST))
