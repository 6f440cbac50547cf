"""M7: which limit holds, by pure rules: lower at once, higher after 24 hours and a second confirmation."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cashier.engine.errors import CashierError
from cashier.engine.limits import (
    LAPSES,
    WAIT,
    LimitHistory,
    Period,
    cool_off_end,
    period_bounds,
    self_exclusion_end,
    united_minutes,
)

PRAGUE = ZoneInfo("Europe/Prague")
NOW = datetime(2026, 3, 28, 12, 0, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def test_M7_the_first_limit_and_a_lower_one_hold_at_once() -> None:
    history = LimitHistory().ask(500, NOW)
    assert history.in_force == 500
    assert history.ask(300, NOW).in_force == 300


@pytest.mark.parametrize("same", [500, None])
def test_M7_the_same_limit_again_waits_for_nothing_and_takes_back_what_waited(same: int | None) -> None:
    history = LimitHistory().ask(same, NOW)
    again = (history.ask(900, NOW) if same else history).ask(same, NOW)
    assert again.in_force == same
    assert again.pending(NOW) is None


@pytest.mark.parametrize("wanted", [501, None])
def test_M7_a_higher_limit_and_none_wait_a_day_and_for_a_second_confirmation(wanted: int | None) -> None:
    history = LimitHistory().ask(500, NOW).ask(wanted, NOW)
    assert history.in_force == 500
    with pytest.raises(CashierError, match="too_early"):
        history.confirm(NOW + WAIT - SECOND)
    confirmed = history.confirm(NOW + WAIT)
    assert confirmed.in_force == wanted
    assert confirmed.pending(NOW + WAIT) is None


def test_M7_a_day_of_waiting_is_24_hours_when_the_clocks_change() -> None:
    asked = datetime(2026, 3, 28, 20, 0, tzinfo=PRAGUE)  # the night of this day has one hour less
    history = LimitHistory().ask(500, asked).ask(900, asked)
    with pytest.raises(CashierError, match="too_early"):
        history.confirm(datetime(2026, 3, 29, 20, 59, tzinfo=PRAGUE))
    assert history.confirm(datetime(2026, 3, 29, 21, 0, tzinfo=PRAGUE)).in_force == 900


def test_M7_a_newer_request_replaces_one_that_waits() -> None:
    history = LimitHistory().ask(500, NOW).ask(900, NOW).ask(400, NOW)
    with pytest.raises(CashierError, match="nothing_pending"):
        history.confirm(NOW + WAIT)
    later = history.ask(800, NOW + WAIT)
    with pytest.raises(CashierError, match="too_early"):
        later.confirm(NOW + WAIT)


def test_M7_a_request_lapses_when_it_is_not_confirmed() -> None:
    history = LimitHistory().ask(500, NOW).ask(900, NOW)
    assert history.pending(NOW + WAIT + LAPSES - SECOND) is not None
    with pytest.raises(CashierError, match="nothing_pending"):
        history.confirm(NOW + WAIT + LAPSES)


VALUES = st.one_of(st.none(), st.integers(0, 5))
STEPS = st.lists(st.tuples(st.one_of(st.just("confirm"), VALUES), st.integers(-30, 60)), max_size=30)


@settings(max_examples=300)
@given(STEPS)
def test_M7_no_sequence_of_requests_raises_a_limit_within_a_day(steps: list[tuple[int | str | None, int]]) -> None:
    """However requests, confirmations and clocks set back mix, each rise was asked for 24 hours before it."""
    history, now = LimitHistory(), NOW
    for step, hours in steps:
        now += timedelta(hours=hours)
        before = history.in_force
        if step == "confirm":
            asked = history.pending(now)
            try:
                history = history.confirm(now)
            except CashierError:
                assert history.in_force == before
                continue
            assert asked is not None
            assert now - asked.asked_at >= timedelta(hours=24)
            assert history.in_force == asked.value
        else:
            assert not isinstance(step, str)
            history = history.ask(step, now)
            lower = step is not None and (before is None or step <= before)
            assert history.in_force == (step if lower else before)


@pytest.mark.parametrize(
    ("period", "start", "end"),
    [
        (Period.DAY, (2026, 3, 29), (2026, 3, 30)),
        (Period.WEEK, (2026, 3, 23), (2026, 3, 30)),
        (Period.MONTH, (2026, 3, 1), (2026, 4, 1)),
    ],
)
def test_M7_a_period_is_the_rooms_calendar_day_week_from_monday_or_month(
    period: Period, start: tuple[int, int, int], end: tuple[int, int, int]
) -> None:
    now = datetime(2026, 3, 28, 23, 30, tzinfo=UTC)  # past midnight in Prague
    first, after = period_bounds(period, now, PRAGUE)
    assert (first, after) == (datetime(*start, tzinfo=PRAGUE), datetime(*end, tzinfo=PRAGUE))


@given(st.datetimes(datetime(2024, 1, 1), datetime(2028, 1, 1), timezones=st.just(UTC)), st.sampled_from(Period))
def test_M7_periods_join_without_gap_or_overlap(now: datetime, period: Period) -> None:
    start, end = period_bounds(period, now, PRAGUE)
    assert start <= now < end
    assert period_bounds(period, end.astimezone(UTC), PRAGUE)[0] == end
    assert period_bounds(period, start.astimezone(UTC) - SECOND, PRAGUE)[1] == start


def test_M7_the_day_of_a_clock_change_has_23_or_25_hours() -> None:
    def hours(*day: int) -> float:
        start, end = period_bounds(Period.DAY, datetime(*day, 12, tzinfo=UTC), PRAGUE)
        return (end.astimezone(UTC) - start.astimezone(UTC)).total_seconds() / 3600

    assert [hours(2026, 3, 29), hours(2026, 10, 25), hours(2026, 10, 26)] == [23, 25, 24]


def test_M7_a_time_away_ends_after_whole_days_or_at_the_same_time_months_later() -> None:
    late_august = datetime(2026, 8, 31, 20, 0, tzinfo=PRAGUE)
    assert self_exclusion_end(6, late_august, PRAGUE) == datetime(2027, 2, 28, 20, 0, tzinfo=PRAGUE)
    assert self_exclusion_end(12, late_august, PRAGUE) == datetime(2027, 8, 31, 20, 0, tzinfo=PRAGUE)
    assert self_exclusion_end(0, late_august, PRAGUE) is None
    assert cool_off_end(1, NOW) - NOW == timedelta(hours=24)
    for wrong in (cool_off_end, lambda length, now: self_exclusion_end(length, now, PRAGUE)):
        with pytest.raises(CashierError, match="unknown_length"):
            wrong(5, NOW)


def test_M7_time_at_two_tables_at_once_counts_once() -> None:
    def at(minute: int) -> datetime:
        return NOW + timedelta(minutes=minute)

    spans = [(at(0), at(30)), (at(20), at(50)), (at(25), at(26)), (at(60), at(90))]
    assert united_minutes(spans, at(10), at(70)) == 50
    assert united_minutes([], at(0), at(70)) == 0
