"""Likelihood ratios are fair to honest play: their mean is 1, so a high one is as rare as it says (F7)."""

from collections.abc import Callable
from itertools import product
from math import comb, exp, log, prod

import pytest

from games.engine.watch_list.likelihood import (
    all_done,
    joint,
    mixed,
    none_done,
    rank_tests,
    ratio_of_fewer,
    ratio_of_knowing,
    ratio_of_more,
)
from games.engine.watch_list.pair_odds import Tries

CHANCES = {0.1: 6, 0.6: 5, 0.9: 2}
"""Situations by the chance that honest play does it, and how many decisions there are in each."""


def outcomes() -> list[tuple[float, list[Tries]]]:
    """All that honest play may do, each with its probability."""
    found = []
    for done in product(*(range(count + 1) for count in CHANCES.values())):
        cells = list(zip(CHANCES.items(), done, strict=True))
        probability = prod(comb(n, yes) * chance**yes * (1 - chance) ** (n - yes) for (chance, n), yes in cells)
        found.append((probability, [Tries((0,), chance, yes, n - yes) for (chance, n), yes in cells]))
    return found


def test_F7_each_likelihood_ratio_is_1_on_average_under_honest_play() -> None:
    ratios: list[Callable[[list[Tries]], float]] = [
        lambda tries: ratio_of_more(tries, 1),
        lambda tries: ratio_of_fewer(tries, 1),
        lambda tries: ratio_of_knowing(tries[:2], tries[2:], 1),
        lambda tries: joint([ratio_of_more(tries[:1], 1), ratio_of_fewer(tries[1:], 1)]),
        lambda tries: mixed([ratio_of_more(tries, 1), ratio_of_fewer(tries, 1)]),
    ]
    for ratio in ratios:
        assert sum(probability * exp(ratio(tries)) for probability, tries in outcomes()) == pytest.approx(1)


def test_F7_pairs_that_differ_more_than_by_chance_give_less_evidence() -> None:
    tries = [Tries((0,), 0.3, 40, 10)]

    assert ratio_of_more(tries, 3) < ratio_of_more(tries, 1) / 2


def test_F7_what_honest_play_hardly_does_says_more_than_what_it_often_does() -> None:
    rare, common = ([Tries((0,), chance, 5, 5)] for chance in (0.05, 0.4))

    assert ratio_of_more(rare, 1) > 0 > ratio_of_more(common, 1) - log(2)


def test_F7_nothing_is_higher_than_all_done_nor_than_none_done() -> None:
    for _, tries in outcomes():
        assert ratio_of_more(tries, 1) <= ratio_of_more(all_done(tries), 1)
        assert ratio_of_fewer(tries, 1) <= ratio_of_fewer(none_done(tries), 1)


def test_F7_all_tests_together_are_wrong_as_rarely_as_one() -> None:
    tests = rank_tests({number: float(number % 97) for number in range(5000)})

    assert sum(1 / count for count in tests.values()) == pytest.approx(1)
    assert rank_tests({7: 3.0}) == {7: 1.0}


def test_F7_who_could_tell_more_counts_as_fewer_tests() -> None:
    tests = rank_tests({"often": 80.0, "seldom": 5.0, "hardly": 1.0})

    assert tests["often"] < tests["seldom"] < tests["hardly"]
