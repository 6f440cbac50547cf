"""Evidence is the number of zeros of a probability, whatever was expected (F7)."""

import pytest

from games.engine.watch_list.probability import (
    evidence_of_few,
    evidence_of_little_spread,
    evidence_of_many,
    evidence_of_misfit,
)


def test_F7_nothing_done_where_it_is_all_but_certain_is_as_unlikely_as_each_time_together() -> None:
    """The chance of each is one in 1,000,000,000, as nothing is quite certain: nine zeros each, ten times."""
    assert evidence_of_few(0, 10, 10, 1) == pytest.approx(90, abs=1)


def test_F7_what_never_happens_counts_when_it_does() -> None:
    assert evidence_of_many(1, 0, 1, 1) == pytest.approx(9, abs=1)
    assert evidence_of_many(0, 0, 1, 1) == evidence_of_few(1, 1, 1, 1) == 0


def test_F7_evidence_is_less_by_the_number_of_tests() -> None:
    assert evidence_of_few(0, 10, 10, 1) - evidence_of_few(0, 10, 10, 1_000) == 3


def test_F7_half_where_a_tenth_was_expected_is_by_chance_as_rare_as_hoeffding_says() -> None:
    """A hundred times 0.5 ln(0.5 / 0.1) + 0.5 ln(0.5 / 0.9) are 51.1 nats, 22.2 powers of ten."""
    assert evidence_of_many(50, 10, 100, 1) == 22


def test_F7_values_that_vary_less_than_they_must_are_evidence_and_others_are_not() -> None:
    """Half the variance in 101 values: 50 (0.5 - 1 - ln 0.5) are 9.7 nats, 4.2 powers of ten."""
    assert evidence_of_little_spread(0.5, 1, 101, 1) == 4
    assert evidence_of_little_spread(1, 1, 101, 1) == evidence_of_little_spread(2, 1, 101, 1) == 0


def test_F7_two_values_can_be_the_same_and_one_has_no_spread() -> None:
    """No variance counts as a millionth of a millionth of the least: 0.5 (12 ln 10 - 1) are 13.3 nats."""
    assert evidence_of_little_spread(0, 1, 2, 1) == 5
    assert evidence_of_little_spread(0, 1, 1, 1) == 0


def test_F7_shares_that_differ_by_more_than_they_may_are_evidence() -> None:
    """The roots of 400 and of 100 for what is allowed leave 10; (100 - 20 - 20 ln 5) / 2 are 23.9 nats."""
    assert evidence_of_misfit(information=0.02, allowed=0.005, count=10_000, bins=21, tests=1) == 10
    assert evidence_of_misfit(information=0.02, allowed=0.005, count=10_000, bins=21, tests=1000) == 7


def test_F7_shares_that_differ_by_what_they_may_or_hardly_more_are_none() -> None:
    """The roots of 400 and of 256 leave 4: 16 with 20 bins free to differ."""
    assert evidence_of_misfit(information=0.005, allowed=0.02, count=10_000, bins=21, tests=1) == 0
    assert evidence_of_misfit(information=0.02, allowed=0.0128, count=10_000, bins=21, tests=1) == 0
