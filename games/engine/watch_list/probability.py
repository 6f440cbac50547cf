"""How unlikely a count is by chance, as evidence: n means less than once in ten to the power of n."""

from math import log, log10, sqrt
from typing import Final

MOST: Final = 99
"""Evidence is no greater than this."""


def evidence_of_many(found: int, expected: float, chances: int, tests: int) -> int:
    """Evidence that so many events are too many, of `chances` independent ones of which so many were expected.

    It is the bound of Chernoff and Hoeffding, which holds whatever the probability of each event, and counts the
    number of `tests` that were made at once.
    """
    return evidence_of(_bound(found, expected, chances), tests) if found > expected else 0


def evidence_of_few(found: int, expected: float, chances: int, tests: int) -> int:
    """Evidence that so many events are too few; as `evidence_of_many`."""
    return evidence_of(_bound(found, expected, chances), tests) if found < expected else 0


def evidence_of_misfit(information: float, allowed: float, count: int, bins: int, tests: int) -> int:
    """Evidence that shares of `count` values in `bins` differ by more than the `allowed` information, in nats a value.

    Twice the information in all values has a chi-squared distribution; its square root grows by no more than that of
    what is allowed, so the rest is held against Chernoff's bound.
    """
    free = bins - 1
    rest = max(0.0, sqrt(2 * count * information) - sqrt(2 * count * allowed)) ** 2
    return evidence_of((rest - free - free * log(rest / free)) / 2, tests) if rest > free else 0


def evidence_of_little_spread(variance: float, least: float, count: int, tests: int) -> int:
    """Evidence that `count` normal values vary less than values whose variance is `least` (Chernoff's bound)."""
    if variance >= least or count < 2:
        return 0
    ratio = max(variance / least, 1e-12)
    return evidence_of((count - 1) / 2 * (ratio - 1 - log(ratio)), tests)


def _bound(found: int, expected: float, chances: int) -> float:
    """The negative natural logarithm of the bound."""
    rate = min(max(expected / chances, 1e-9), 1 - 1e-9)
    share = min(1.0, found / chances)
    yes = share * log(share / rate) if share > 0 else 0.0
    no = (1 - share) * log((1 - share) / (1 - rate)) if share < 1 else 0.0
    return chances * (yes + no)


def evidence_of(nats: float, tests: float) -> int:
    """The evidence of the negative natural logarithm of a probability, the smallest of so many tests."""
    return max(0, min(MOST, int(nats / log(10) - log10(max(1, tests)))))
