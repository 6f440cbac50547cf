"""Programs that pretend to be people: think times without a person's variety, and hours without a pause (F7)."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from math import log
from typing import Final

from games.engine.watch_list.flags import MOST_HANDS, Flag, FlagKind
from games.engine.watch_list.hands import HandId, WatchedHand
from games.engine.watch_list.probability import (
    evidence_of_few,
    evidence_of_little_spread,
    evidence_of_many,
    evidence_of_misfit,
)
from games.engine.watch_list.think_time_shapes import BINS, misfits

STEPS: Final = 20
"""How many steps of the logarithm make a factor of e."""
FEWEST: Final = 150
LEAST_SPREAD: Final = 0.35
"""The standard deviation of the logarithm of think times that the steadiest people have."""
LONG: Final = 3.0
"""A think time of so many times the player's median is a hesitation."""
OFTEN_ENOUGH: Final = 0.25
"""A person hesitates at least at this part of the rate of all players."""
ALIKE: Final = 5
"""How many neighbouring steps, a quarter more or less, count as the same think time."""
MOST_ALIKE: Final = 0.3
"""The part of think times that is the same for the steadiest people."""
PAUSE_MS, HOUR_MS = 10 * 60 * 1000, 60 * 60 * 1000


class Timing:
    """Compares each player's think times with those of people: spread, how many are the same, hesitations, shape."""

    def __init__(self) -> None:
        self._times: dict[int, Counter[int]] = defaultdict(Counter)
        self._hands: dict[int, list[HandId]] = defaultdict(list)

    def count(self, hand: WatchedHand) -> None:
        """Count one hand."""
        for turn in hand.turns:
            if turn.think_ms > 0:
                self._times[turn.player][round(STEPS * log(turn.think_ms))] += 1
                hands = self._hands[turn.player]
                if hand.id not in hands[-1:]:
                    hands.append(hand.id)
                    del hands[:-MOST_HANDS]

    def flags(self, thresholds: Mapping[FlagKind, int]) -> list[Flag]:
        """Players whose timing is not that of a person."""
        least, found = thresholds[FlagKind.TIMING], []
        known = {player: times for player, times in self._times.items() if times.total() >= FEWEST}
        hesitations = {player: _hesitations(times) for player, times in known.items()}
        rates = sorted(hesitations[player] / times.total() for player, times in known.items())
        # The median, so that a few programs among the players do not lower what is expected of people.
        rate = OFTEN_ENOUGH * rates[len(rates) // 2] if rates else 0.0
        shapes = misfits(known)
        for player, times in known.items():
            count, tests = times.total(), 4 * len(known)
            spread = evidence_of_little_spread(_variance(times), LEAST_SPREAD**2, count, tests)
            steady = evidence_of_few(hesitations[player], rate * count, count, tests)
            same = evidence_of_many(_alike(times), MOST_ALIKE * count, count, tests)
            unusual = evidence_of_misfit(*shapes[player], count, BINS, tests) if player in shapes else 0
            if (evidence := max(spread, steady, same, unusual)) >= least:
                hands = tuple(self._hands[player])
                found.append(Flag(FlagKind.TIMING, (player,), evidence, least, hands))
        return found


class NoPause:
    """Finds the longest time that each player played without ten minutes' pause; the figure is in hours."""

    def __init__(self) -> None:
        self._now: dict[int, tuple[int, int]] = {}
        self._longest: dict[int, tuple[int, HandId]] = {}

    def count(self, hand: WatchedHand) -> None:
        """Count one hand; hands come in order of time, but for those of several tables."""
        for part in hand.parts:
            began, last = self._now.get(part.player, (hand.at, hand.at))
            if hand.at - last > PAUSE_MS:
                began = hand.at
            self._now[part.player] = (began, max(last, hand.at))
            longest = self._longest.get(part.player)
            if longest is None or hand.at - began > longest[0]:
                self._longest[part.player] = (hand.at - began, hand.id)

    def flags(self, thresholds: Mapping[FlagKind, int]) -> list[Flag]:
        """Players who played longer than people do."""
        least = thresholds[FlagKind.NO_PAUSE]
        return [
            Flag(FlagKind.NO_PAUSE, (player,), longest // HOUR_MS, least, (last,))
            for player, (longest, last) in self._longest.items()
            if longest >= least * HOUR_MS
        ]


def _variance(times: Counter[int]) -> float:
    """The variance of the logarithm of think times."""
    count = times.total()
    mean = sum(step * found for step, found in times.items()) / count
    return sum(found * (step - mean) ** 2 for step, found in times.items()) / (count - 1) / STEPS**2


def _alike(times: Counter[int]) -> int:
    """How many think times are about the same, where most of them are."""
    return max(sum(times[step + next_] for next_ in range(ALIKE)) for step in times)


def _hesitations(times: Counter[int]) -> int:
    """How many think times are much longer than the player's median."""
    before, median = 0, 0
    for step in sorted(times):
        before += times[step]
        if 2 * before >= times.total():
            median = step
            break
    return sum(found for step, found in times.items() if step - median >= STEPS * log(LONG))
