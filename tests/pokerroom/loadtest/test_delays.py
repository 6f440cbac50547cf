"""How the delays of actions are counted."""

from random import Random
from statistics import mean, median

import pytest

from pokerroom.loadtest.delays import Delays, ThinkTimes, percentile, percentiles


@pytest.mark.parametrize(("percent", "value"), [(50, 5), (90, 9), (99, 10), (100, 10), (1, 1)])
def test_a_percentile_is_the_smallest_value_that_so_many_do_not_exceed(percent: float, value: int) -> None:
    assert percentile(range(1, 11), percent) == value


def test_percentiles_are_in_milliseconds_with_their_maximum() -> None:
    assert percentiles([0.002, 0.001, 0.004]) == {"count": 3, "p50": 2.0, "p95": 4.0, "p99": 4.0, "max": 4.0}
    assert percentiles([]) == {"count": 0}


def test_actions_that_a_stall_kept_back_count_with_the_time_they_would_have_waited() -> None:
    delays = Delays(interval=1.0)
    delays.add(10.0, 3.5)
    assert [tuple(one) for one in delays.all] == [(10.0, 3.5), (11.0, 2.5), (12.0, 1.5), (13.0, 0.5)]


def test_a_quick_action_counts_once() -> None:
    delays = Delays(interval=1.0)
    delays.add(10.0, 0.02)
    assert len(delays.all) == 1


def test_over_time_an_action_belongs_to_the_period_in_which_it_was_due() -> None:
    delays = Delays()
    delays.add(0.5, 0.010)
    delays.add(1.9, 0.030)
    delays.add(2.5, 0.020)
    periods = delays.over_time(0.0, 2.0)
    assert [(one["at"], one["count"]) for one in periods] == [(0.0, 1), (1.0, 1)]
    assert periods[1]["max"] == 30.0
    assert delays.between(1.0, 2.0) == [0.030]


def test_think_times_have_their_average_and_a_long_tail() -> None:
    think = ThinkTimes(0.5, 0.8, longest=15.0, rng=Random(1))
    times = [think.next() for _ in range(20_000)]
    assert mean(times) == pytest.approx(0.5, rel=0.03)
    assert median(times) < 0.8 * mean(times)
    assert max(times) > 5 * mean(times)


def test_nobody_thinks_longer_than_the_clock_of_a_turn() -> None:
    think = ThinkTimes(10.0, 1.5, longest=15.0, rng=Random(1))
    assert max(think.next() for _ in range(1_000)) == 15.0


def test_without_spread_all_think_alike() -> None:
    think = ThinkTimes(0.5, 0.0, longest=15.0, rng=Random(1))
    assert think.next() == pytest.approx(0.5)
