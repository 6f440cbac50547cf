"""The rate limiter: limits of one process, limits shared by all processes, and the switch for both."""

import pytest
from pytest_django import Settings

from games.messaging.rate_limit import Limit, LimitReached, RateLimiter, count_attempt, is_reached


def test_a_limiter_allows_a_number_of_times_within_any_period() -> None:
    limiter = RateLimiter(Limit("test", times=2, seconds=10))
    assert [limiter.allow(now) for now in (0, 5, 9, 10, 14, 15)] == [True, True, False, True, False, True]


def test_attempts_are_counted_by_window_and_by_person() -> None:
    limit = Limit("test", times=2, seconds=60)
    for _ in range(2):
        count_attempt(limit, "me", now=600.0)
    with pytest.raises(LimitReached) as refusal:
        count_attempt(limit, "me", now=645.0)
    assert refusal.value.wait == 15
    count_attempt(limit, "you", now=645.0)
    count_attempt(limit, "me", now=660.0)


def test_asking_whether_a_limit_is_reached_counts_nothing() -> None:
    limit = Limit("test", times=2, seconds=60)
    for reached in (False, False, True):
        assert [is_reached(limit, "me", now=600.0) for _ in range(3)] == [reached] * 3
        if not reached:
            count_attempt(limit, "me", now=600.0)
    assert not is_reached(limit, "you", now=600.0)
    assert not is_reached(limit, "me", now=660.0)


def test_limits_of_different_names_are_counted_apart() -> None:
    count_attempt(Limit("one", times=1, seconds=60), "me")
    count_attempt(Limit("other", times=1, seconds=60), "me")


def test_one_setting_switches_every_limit_off(settings: Settings) -> None:
    settings.RATE_LIMITS = False
    limit = Limit("test", times=1, seconds=60)
    limiter = RateLimiter(limit)
    for _ in range(3):
        assert limiter.allow(0)
        count_attempt(limit, "me")
        assert not is_reached(limit, "me")
