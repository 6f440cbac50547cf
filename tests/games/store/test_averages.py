"""The lobby's averages follow about the last thirty hands, and forget a void one."""

from datetime import timedelta

import pytest

from games.store import averages


@pytest.mark.parametrize(
    ("average", "value", "hands", "after"),
    [(0, 700, 1, 700), (10, 20, 2, 15), (100, 400, 3, 200), (0, 290, 29, 10), (0, 300, 30, 10), (0, 300, 31, 10)],
)
def test_a_value_counts_for_its_share_of_at_most_thirty_hands(average: int, value: int, hands: int, after: int) -> None:
    assert averages.with_value(average, value, hands=hands) == after


@pytest.mark.parametrize(
    ("average", "value", "hands", "before"),
    [(700, 700, 1, 0), (15, 20, 2, 10), (200, 400, 3, 100), (10, 290, 29, 0), (10, 300, 30, 0), (20, 310, 31, 10)],
)
def test_F5_without_the_last_value_the_average_is_as_before(average: int, value: int, hands: int, before: int) -> None:
    assert averages.without_value(average, value, hands=hands) == before


def test_F5_rounding_never_takes_an_average_below_zero() -> None:
    assert averages.with_value(0, 29, hands=30) == 0
    assert averages.without_value(0, 29, hands=30) == 0


@pytest.mark.parametrize(
    ("average_ms", "gap", "after"),
    [
        (0, timedelta(seconds=45), 45_000),
        (60_000, timedelta(seconds=30), 45_000),
        (60_000, timedelta(), 30_000),
        (60_000, timedelta(minutes=10), 330_000),
        (60_000, timedelta(minutes=10, milliseconds=1), 60_000),
        (60_000, timedelta(milliseconds=-1), 60_000),
    ],
)
def test_a_gap_counts_unless_play_had_stopped(average_ms: int, gap: timedelta, after: int) -> None:
    assert averages.with_gap(average_ms, gap, hands=2) == after
