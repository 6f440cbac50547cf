"""The shape of a player's think times beside those of all players, whatever their pace and variety (F7)."""

from bisect import bisect
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from math import log
from statistics import median
from typing import Final

BINS: Final = 20
FEWEST_PLAYERS: Final = 8
"""Among fewer players nobody can say what the usual shape is."""
LEAST_DIFFERENCE: Final = 0.008
"""The information, in nats a think time, by which people's shapes differ at least from that of all."""
MOST_PEOPLE: Final = 0.9
"""Nine players in ten are taken for people: what a person's shape may differ is a quarter more than theirs do."""
A_QUARTER_MORE: Final = 1.25
LEAST_SHARE: Final = 0.005

Shares = list[float]


def misfits(times: Mapping[int, Counter[int]]) -> dict[int, tuple[float, float]]:
    """For each player the information by which their shape differs from that of all, and how much people's may.

    Times are in steps of the logarithm. A shape is what is left of them when median and quartiles are made the same.
    """
    shapes = {player: _Shape(counts) for player, counts in times.items()}
    if len(shapes) < FEWEST_PLAYERS:
        return {}
    limits = _limits(list(shapes.values()))
    shares = {player: shape.shares(limits) for player, shape in shapes.items()}
    usual = [median(column) for column in zip(*shares.values(), strict=True)]
    usual = [max(LEAST_SHARE, share / sum(usual)) for share in usual]
    found = {player: _information(own, usual) for player, own in shares.items()}
    # A player's few times alone look different by this much on average.
    noise = {player: (BINS - 1) / (2 * times[player].total()) for player in found}
    differences = sorted(max(0.0, found[player] - noise[player]) for player in found)
    allowed = max(LEAST_DIFFERENCE, A_QUARTER_MORE * differences[int(MOST_PEOPLE * (len(differences) - 1))])
    return {player: (information, allowed) for player, information in found.items()}


class _Shape:
    """Think times with their median as 0 and the range of their middle half as 1."""

    def __init__(self, counts: Counter[int]) -> None:
        self._steps = sorted(counts)
        self._below = [0.0]
        for step in self._steps:
            self._below.append(self._below[-1] + counts[step])
        self._total = self._below[-1]
        low, self._median, high = (self._quantile(share) for share in (0.25, 0.5, 0.75))
        self.spread = high - low

    def at(self, share: float) -> float:
        """The place below which this share of the times lies."""
        return (self._quantile(share) - self._median) / self.spread

    def shares(self, limits: Shares) -> Shares:
        """The shares of the times between these places, below the first and above the last."""
        below = [0.0, *(self._share_below(self._median + limit * self.spread) for limit in limits), 1.0]
        return [high - low for low, high in pairwise(below)]

    def _quantile(self, share: float) -> float:
        """A step counts as spread evenly from half a step below to half a step above."""
        wanted = share * self._total
        place = max(1, min(len(self._steps), bisect(self._below, wanted)))
        part = (wanted - self._below[place - 1]) / (self._below[place] - self._below[place - 1])
        return self._steps[place - 1] - 0.5 + part

    def _share_below(self, limit: float) -> float:
        place = bisect(self._steps, limit + 0.5)
        if not place:
            return 0.0
        part = min(1.0, limit + 0.5 - self._steps[place - 1])
        return (self._below[place - 1] + part * (self._below[place] - self._below[place - 1])) / self._total


def _limits(shapes: list[_Shape]) -> Shares:
    """Places that part the times of the middle player into equal shares."""
    return [median(shape.at(number / BINS) for shape in shapes) for number in range(1, BINS)]


def _information(own: Shares, usual: Shares) -> float:
    """The information of Kullback and Leibler, in nats."""
    return sum(share * log(share / expected) for share, expected in zip(own, usual, strict=True) if share > 0)
