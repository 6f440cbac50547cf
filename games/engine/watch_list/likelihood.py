"""Likelihood ratios of schemes against honest play, and evidence from them (F7).

Under honest play a likelihood ratio is 1 on average, and so is the mean or the product of several about different
decisions; so it is above 10^n less than once in 10^n searches, whatever was looked at in between (Markov, Ville).
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import exp, log
from typing import Final, TypeVar

from games.engine.watch_list.pair_odds import Tries, spread

Key = TypeVar("Key", bound=Hashable)

PARTS: Final = (0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.95)
"""The parts of the occasions at which a scheme may be carried out; each is as likely as another."""


def ratio_of_more(tries: Sequence[Tries], dispersion: float) -> float:
    """The logarithm of the ratio of a scheme that does it on some part of the occasions, whatever the hand."""
    scale = _scale(tries, dispersion)
    return _mean([_more(tries, part) / scale for part in PARTS])


def ratio_of_fewer(tries: Sequence[Tries], dispersion: float) -> float:
    """The logarithm of the ratio of a scheme that leaves it on some part of the occasions."""
    scale = _scale(tries, dispersion)
    return _mean([_fewer(tries, part) / scale for part in PARTS])


def ratio_of_knowing(better: Sequence[Tries], worse: Sequence[Tries], dispersion: float) -> float:
    """The logarithm of the ratio for a player who, on some share of the occasions, does it only where it is better."""
    scale = _scale([*better, *worse], dispersion)
    return _mean([(_more(better, part) + _fewer(worse, part)) / scale for part in PARTS])


def joint(ratios: Iterable[float]) -> float:
    """The logarithm of the ratio of several kinds of decisions together, in each of which there may be no scheme."""
    return sum(_mean([0.0, ratio]) for ratio in ratios)


def mixed(ratios: Sequence[float]) -> float:
    """The logarithm of the ratio when any one of these schemes may be carried out."""
    return _mean(ratios)


def rank_tests(highest: Mapping[Key, float]) -> dict[Key, float]:
    """As how many tests each counts, from the highest ratio that its decisions could give: the highest as the fewest.

    The inverses sum to 1, so all together are wrong as rarely as one test (Bonferroni, weighted). Those who often play
    together can be told from chance; were they to count as many as those who hardly do, they would be lost among them.
    """
    ordered = sorted(highest, key=lambda key: highest[key], reverse=True)
    total = sum(1 / rank for rank in range(1, len(ordered) + 1))
    return {key: rank * total for rank, key in enumerate(ordered, start=1)}


def all_done(tries: Iterable[Tries]) -> list[Tries]:
    """The same decisions, if it had been done at every one."""
    return [one._replace(yes=one.yes + one.no, no=0) for one in tries]


def none_done(tries: Iterable[Tries]) -> list[Tries]:
    """The same decisions, if it had been done at none."""
    return [one._replace(yes=0, no=one.yes + one.no) for one in tries]


def _scale(tries: Sequence[Tries], dispersion: float) -> float:
    """By how much greater the variance is than the one by chance alone, which makes every ratio say less."""
    variance = sum(one.variance for one in tries)
    return dispersion * spread(tries) / variance if variance else dispersion


def _more(tries: Iterable[Tries], part: float) -> float:
    return sum(one.yes * log(1 - part + part / one.chance) + one.no * log(1 - part) for one in tries)


def _fewer(tries: Iterable[Tries], part: float) -> float:
    left = 1 - part
    return sum(one.yes * log(left) + one.no * log((1 - left * one.chance) / (1 - one.chance)) for one in tries)


def _mean(logs: Sequence[float]) -> float:
    """The logarithm of the mean of what these are the logarithms of."""
    most = max(logs)
    return most + log(sum(exp(one - most) for one in logs) / len(logs))
