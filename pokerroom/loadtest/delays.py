"""Delays of actions: how they are counted, their percentiles, and how they change over time.

Two things would make a stalled room look fast, and neither happens here. An action is due at its planned time, and its
delay counts from then, even if it could be sent only later. And while a table stalls nobody there can act: the actions
that this kept back count too, each as late as it would have been (the correction of HdrHistogram).
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple, TypeAlias

Figures: TypeAlias = dict[str, float]
PERCENTS: Final = (50, 95, 99)
PERIODS: Final = 60
"""Over time, a run is divided into at most so many periods, of a second or more."""


class Delay(NamedTuple):
    """One action: when it was due, and after how long it was seen; seconds."""

    due: float
    seconds: float


@dataclass
class Delays:
    """The delays of one kind; `interval` is the average time between two actions at a table, in seconds, 0 unknown."""

    interval: float = 0.0
    all: list[Delay] = field(default_factory=list)

    def add(self, due: float, seconds: float) -> None:
        """Adds an action, and after a stall those that it kept back."""
        self.all.extend(kept_back(due, seconds, self.interval))

    def between(self, begin: float, end: float) -> list[float]:
        """The delays of actions that were due in this time."""
        return [delay.seconds for delay in self.all if begin <= delay.due < end]

    def figures(self) -> Figures:
        """Percentiles and maximum over the whole run."""
        return percentiles([delay.seconds for delay in self.all])

    def over_time(self, begin: float, end: float) -> list[Figures]:
        """Percentiles and maximum of each period, with the second `at` which it begins."""
        step = max(1.0, (end - begin) / PERIODS)
        periods: list[list[float]] = [[] for _ in range(max(1, math.ceil((end - begin) / step)))]
        for due, seconds in self.all:
            if begin <= due < end:
                periods[int((due - begin) / step)].append(seconds)
        return [{"at": round(number * step, 1), **percentiles(one)} for number, one in enumerate(periods)]


def kept_back(due: float, seconds: float, interval: float) -> Iterator[Delay]:
    """The action itself, and one for each interval that it took beyond the first."""
    yield Delay(due, seconds)
    while interval > 0 and seconds > interval:
        due, seconds = due + interval, seconds - interval
        yield Delay(due, seconds)


def percentile(ordered: Sequence[float], percent: float) -> float:
    """The smallest of the ascending values that at least `percent` of them do not exceed (nearest rank)."""
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]


def percentiles(seconds: Sequence[float]) -> Figures:
    """How many, and p50, p95, p99 and maximum in ms; only how many if there are none."""
    if not seconds:
        return {"count": 0}
    ordered = sorted(seconds)
    marks = {f"p{mark}": round(percentile(ordered, mark) * 1000, 2) for mark in PERCENTS}
    return {"count": len(ordered), **marks, "max": round(ordered[-1] * 1000, 2)}


class ThinkTimes:
    """How long people think: log-normal, as most decide quickly and a few ponder.

    `average` is in seconds; `spread` is the standard deviation of the logarithm, 0 for always the same time. Nobody
    ponders longer than `longest`, because the clock of a turn would run out.
    """

    def __init__(self, average: float, spread: float, *, longest: float, rng: Random) -> None:
        self._spread, self._longest, self._rng = spread, longest, rng
        self._mu = math.log(average) - spread * spread / 2 if average > 0 else None

    def next(self) -> float:
        """The seconds that the next decision takes."""
        if self._mu is None:
            return 0.0
        return min(self._longest, self._rng.lognormvariate(self._mu, self._spread))
