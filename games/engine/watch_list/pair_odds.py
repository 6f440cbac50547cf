"""How often something happens between two players, beside how often honest play would have it happen (F7)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import exp, log, sqrt
from statistics import quantiles
from typing import Final, NamedTuple

SMOOTHING: Final = 15.0
"""How many decisions of the coarser kind count as seen before a finer kind of situation has a rate of its own."""
LEAST_CHANCE: Final = 0.02
LEAST_PRIOR, MOST_PRIOR = 1.0, 20.0
"""Between these it is how sure one is, before any decision, that a player is like all: one over the odds' variance."""
ROUNDS: Final = 5
MOST_CHANGE: Final = 1.5
LEAST_VARIANCE: Final = 2.0
FEWEST_PAIRS: Final = 40
QUARTILES_OF_NORMAL: Final = 1.349

Pair = tuple[int, int]
Cell = tuple[int, ...]
Player = tuple[int, int]
"""A player in one group of situations."""


class Tries(NamedTuple):
    """Decisions of one player against another that looked alike: how likely honest play does it, and what was done.

    `doubt` is the variance of the logarithm of the odds: how little is known of the habits of both from elsewhere.
    """

    cell: Cell
    chance: float
    yes: int
    no: int
    doubt: float = 0.0

    @property
    def excess(self) -> float:
        """How much more often it was done than expected."""
        return self.yes - (self.yes + self.no) * self.chance

    @property
    def variance(self) -> float:
        """The variance of that by chance."""
        return (self.yes + self.no) * self.chance * (1 - self.chance)


class PairTries(NamedTuple):
    """All decisions by pair, and by how much pairs differ from each other more than by chance (1 for not at all)."""

    pairs: dict[Pair, list[Tries]]
    dispersion: float


class PairOdds:
    """Counts decisions of one player against another in cells of situations that are alike.

    A cell is a tuple of traits, the most telling first; its first trait is the group, in which each player has habits.
    The chance that honest play does it is that of all players in the cell, with a cell of few decisions drawn towards
    the coarser one without its last trait. The odds of it are those, times the player's own, times what others do to
    the opponent; both from decisions outside the pair, as what is unusual about a pair must not be expected of it,
    unless a player is to be compared with themselves (`leaves_out` is False).
    """

    def __init__(self, *, leaves_out: bool = True) -> None:
        self._leaves_out = leaves_out
        self._counts: dict[Pair, Counter[tuple[Cell, bool]]] = defaultdict(Counter)

    def count(self, pair: Pair, cell: Cell, *, happened: bool) -> None:
        """Count one decision of the first against the second of the pair."""
        self._counts[pair][cell, happened] += 1

    def tries(self) -> PairTries:
        """The decisions of all pairs with their chances."""
        everybody: _Kinds = defaultdict(lambda: (0, 0))
        for counts in self._counts.values():
            _add_kinds(everybody, counts)
        plain = {pair: list(_entries(counts, everybody)) for pair, counts in self._counts.items()}
        habits = _Habits(plain)
        pairs = {pair: list(habits.tries(pair, entries, self._leaves_out)) for pair, entries in plain.items()}
        return PairTries(pairs, _dispersion(pairs.values()))


_Kinds = dict[Cell, tuple[int, int]]
"""How often it was not and was done, in cells and in all coarser ones."""


def _add_kinds(kinds: _Kinds, counts: Counter[tuple[Cell, bool]]) -> None:
    for (cell, happened), times in counts.items():
        for traits in range(len(cell) + 1):
            no, yes = kinds[cell[:traits]]
            kinds[cell[:traits]] = (no + times * (not happened), yes + times * happened)


def _entries(counts: Counter[tuple[Cell, bool]], everybody: _Kinds) -> "Iterator[_Entry]":
    """The decisions of a pair with the odds of all others in the same cells."""
    own: _Kinds = defaultdict(lambda: (0, 0))
    _add_kinds(own, counts)
    rates: dict[Cell, float] = {}
    for cell in sorted(own, key=len):
        no, yes = everybody[cell][0] - own[cell][0], everybody[cell][1] - own[cell][1]
        coarser = rates[cell[:-1]] if cell else 0.5
        rates[cell] = (yes + SMOOTHING * coarser) / (yes + no + SMOOTHING)
    for cell in dict.fromkeys(cell for cell, _ in counts):
        yield _Entry(cell, log(rates[cell] / (1 - rates[cell])), counts[cell, True], counts[cell, False])


class _Entry(NamedTuple):
    cell: Cell
    odds: float
    yes: int
    no: int


class _Sums(NamedTuple):
    """How much more often it happened than expected, and the variance of that."""

    excess: float = 0.0
    variance: float = 0.0


class _Outside(NamedTuple):
    """By how much a habit changes without one pair, and how little is known of it then."""

    change: float = 0.0
    doubt: float = 0.0


class _Habits:
    """The odds of each player, and against each player, beside those of all."""

    def __init__(self, pairs: dict[Pair, list[_Entry]]) -> None:
        self._pairs = pairs
        self._own: dict[Player, float] = defaultdict(float)
        self._others: dict[Player, float] = defaultdict(float)
        self._own_prior = _prior(self._totals(0))
        self._own_sums = self._fit(0, self._own, self._own_prior)
        self._others_prior = _prior(self._totals(1))
        for _ in range(ROUNDS):
            self._others_sums = self._fit(1, self._others, self._others_prior)
            self._own_sums = self._fit(0, self._own, self._own_prior)

    def tries(self, pair: Pair, entries: list[_Entry], leaves_out: bool) -> Iterator[Tries]:
        """The decisions of a pair with their chances."""
        outside: dict[int, _Outside] = {}
        for group, part in (self._sums_of(pair, entries) if leaves_out else {}).items():
            own = _without(self._own_sums[pair[0], group], part, self._own_prior)
            others = _without(self._others_sums[pair[1], group], part, self._others_prior)
            outside[group] = _Outside(own.change + others.change, own.doubt + others.doubt)
        for entry in entries:
            known = outside.get(entry.cell[0], _Outside())
            chance = min(1 - LEAST_CHANCE, max(LEAST_CHANCE, self._chance(pair, entry, known.change)))
            yield Tries(entry.cell, chance, entry.yes, entry.no, known.doubt)

    def _fit(self, side: int, habits: dict[Player, float], prior: float) -> dict[Player, _Sums]:
        """Brings the habits of all on one side a step nearer to what happened."""
        totals = self._totals(side)
        for player, total in totals.items():
            habits[player] += (total.excess - prior * habits[player]) / (total.variance + prior)
        return totals

    def _totals(self, side: int) -> dict[Player, _Sums]:
        """How much more often it happened to each player on one side than expected so far."""
        totals: dict[Player, _Sums] = defaultdict(_Sums)
        for pair, entries in self._pairs.items():
            for group, part in self._sums_of(pair, entries).items():
                before = totals[pair[side], group]
                totals[pair[side], group] = _Sums(before.excess + part.excess, before.variance + part.variance)
        return totals

    def _sums_of(self, pair: Pair, entries: list[_Entry]) -> dict[int, _Sums]:
        found: dict[int, _Sums] = {}
        for entry in entries:
            chance, count = self._chance(pair, entry), entry.yes + entry.no
            before = found.get(entry.cell[0], _Sums())
            excess, variance = entry.yes - count * chance, count * chance * (1 - chance)
            found[entry.cell[0]] = _Sums(before.excess + excess, before.variance + variance)
        return found

    def _chance(self, pair: Pair, entry: _Entry, change: float = 0.0) -> float:
        group = entry.cell[0]
        odds = entry.odds + self._own.get((pair[0], group), 0.0) + self._others.get((pair[1], group), 0.0) + change
        return 1 / (1 + exp(-odds))


def _prior(totals: dict[Player, _Sums]) -> float:
    """How alike players are: what they differ by beyond chance, estimated from all of them."""
    beyond = sum(total.excess**2 - total.variance for total in totals.values())
    squares = sum(total.variance**2 for total in totals.values())
    return min(MOST_PRIOR, max(LEAST_PRIOR, squares / beyond)) if beyond > 0 else MOST_PRIOR


def _without(total: _Sums, part: _Sums, prior: float) -> _Outside:
    """A habit without the decisions of one pair."""
    known = max(0.0, total.variance - part.variance) + prior
    return _Outside(max(-MOST_CHANGE, min(MOST_CHANGE, -part.excess / known)), 1 / known)


def spread(tries: Sequence[Tries]) -> float:
    """The variance of how much more often it was done than expected, by chance and by doubt about habits."""
    # The doubt is the same for all decisions of one player against another in one group.
    by_habit: dict[tuple[Cell, float], float] = defaultdict(float)
    for one in tries:
        by_habit[one.cell[:1], one.doubt] += one.variance
    return sum(variance * (1 + variance * doubt) for (_group, doubt), variance in by_habit.items())


def _dispersion(pairs: Iterable[list[Tries]]) -> float:
    """The variance of the middle half of all pairs, in units of what chance gives; at least 1."""
    scores = []
    for tries in pairs:
        if sum(one.variance for one in tries) >= LEAST_VARIANCE:
            scores.append(sum(one.excess for one in tries) / sqrt(spread(tries)))
    if len(scores) < FEWEST_PAIRS:
        return 1.0
    low, _middle, high = quantiles(scores, n=4)
    return max(1.0, ((high - low) / QUARTILES_OF_NORMAL) ** 2)
