"""How often something happens between two players, beside how often it happens to each of them with others."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

PRIOR: Final = 4.0
"""So many expected events count as seen before a player's own rate moves away from that of all."""
LEAST_RATE, MOST_RATE = 0.1, 10.0
ROUNDS: Final = 6

Pair = tuple[int, int]
Cell = tuple[int, ...]


class Rate(NamedTuple):
    """How often it was possible, how often it happened, and how often it would with others."""

    chances: int
    found: int
    expected: float


class PairRates:
    """Counts events from one player towards another in cells of situations that are alike.

    What is expected of a pair is the rate of all players in the same cells, times how much more or less often the one
    does it to others, times how much more or less often others do it to the other.
    """

    def __init__(self) -> None:
        self._pairs: dict[Pair, Counter[tuple[Cell, bool]]] = defaultdict(Counter)

    def count(self, pair: Pair, cell: Cell, *, happened: bool) -> None:
        """Count one chance that it could happen from the first to the second of the pair."""
        self._pairs[pair][cell, happened] += 1

    def rates(self) -> dict[Pair, Rate]:
        """The rates of all pairs."""
        everybody = Counter[tuple[Cell, bool]]()
        for counts in self._pairs.values():
            everybody.update(counts)
        plain = {pair: _plain(counts.items(), everybody) for pair, counts in self._pairs.items()}
        gives, gets = _factors(plain)
        given, got = _sums(plain, 0, gets), _sums(plain, 1, gives)
        found = {}
        for pair, rate in plain.items():
            one, other = pair
            # Without the pair itself, or what is unusual about it would be expected of it.
            factors = _factor(given[one], rate, gets[other]) * _factor(got[other], rate, gives[one])
            found[pair] = rate._replace(expected=rate.expected * factors)
        return found


def _factors(plain: dict[Pair, Rate]) -> tuple[dict[int, float], dict[int, float]]:
    """How much more or less often than all each player does it, and has it done to them.

    Either is found beside the other, so that who does it to everybody does not change what is usual for the others.
    """
    gives = {player: 1.0 for pair in plain for player in pair}
    gets = dict(gives)
    for _ in range(ROUNDS):
        gives = {player: _ratio(*total) for player, total in _sums(plain, 0, gets).items()} | _missing(gives, plain, 0)
        gets = {player: _ratio(*total) for player, total in _sums(plain, 1, gives).items()} | _missing(gets, plain, 1)
    return gives, gets


def _plain(counts: Iterable[tuple[tuple[Cell, bool], int]], everybody: Counter[tuple[Cell, bool]]) -> Rate:
    """What happened to a pair, and what would at the rate of all."""
    chances = found = 0
    expected = 0.0
    for (cell, happened), count in counts:
        yes, no = everybody[cell, True], everybody[cell, False]
        chances += count
        found += count * happened
        expected += count * yes / (yes + no)
    return Rate(chances, found, expected)


def _missing(known: dict[int, float], rates: dict[Pair, Rate], side: int) -> dict[int, float]:
    """The players who are never on this side of a pair."""
    there = {pair[side] for pair in rates}
    return {player: 1.0 for player in known if player not in there}


def _sums(rates: dict[Pair, Rate], side: int, others: dict[int, float]) -> dict[int, tuple[int, float]]:
    """How often it happened to each player on this side, and was expected beside the `others` on the other side."""
    sums: dict[int, tuple[int, float]] = defaultdict(lambda: (0, 0.0))
    for pair, rate in rates.items():
        found, expected = sums[pair[side]]
        sums[pair[side]] = (found + rate.found, expected + rate.expected * others[pair[1 - side]])
    return sums


def _factor(total: tuple[int, float], pair: Rate, other: float) -> float:
    """A player's rate without this pair, as a multiple of that of all."""
    return _ratio(total[0] - pair.found, total[1] - pair.expected * other)


def _ratio(found: int, expected: float) -> float:
    return min(MOST_RATE, max(LEAST_RATE, (found + PRIOR) / (expected + PRIOR)))
