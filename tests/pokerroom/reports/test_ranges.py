"""The days of a report: by name, from one to another, and right when the clocks are changed."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from pokerroom.reports.ranges import DayRange, chosen, named

TODAY = date(2026, 3, 5)


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("today", date(2026, 3, 5), date(2026, 3, 5)),
        ("yesterday", date(2026, 3, 4), date(2026, 3, 4)),
        ("week", date(2026, 2, 27), date(2026, 3, 5)),
        ("month", date(2026, 3, 1), date(2026, 3, 5)),
        ("last_month", date(2026, 2, 1), date(2026, 2, 28)),
    ],
)
def test_days_have_names(name: str, first: date, last: date) -> None:
    assert named(name, TODAY) == DayRange(first, last)
    assert chosen({"range": name, "from": "2020-01-01"}, TODAY) == (name, DayRange(first, last))


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"from": "2026-02-01", "to": "2026-02-03"}, DayRange(date(2026, 2, 1), date(2026, 2, 3))),
        ({"from": "2026-02-03", "to": "2026-02-01"}, DayRange(date(2026, 2, 1), date(2026, 2, 3))),
        ({"to": "2026-02-03"}, DayRange(date(2026, 2, 3), date(2026, 2, 3))),
        ({"from": "2026-03-01", "to": "2199-01-01"}, DayRange(date(2026, 3, 1), TODAY)),
        ({"from": "2027-03-01"}, DayRange(TODAY, TODAY)),
        ({"from": "2000-01-01", "to": "2026-03-05"}, DayRange(date(2016, 2, 26), TODAY)),
        ({"from": "2026-02-30", "to": "1026-02-30"}, named("month", TODAY)),
        ({"range": "never"}, named("month", TODAY)),
    ],
)
def test_days_are_read_from_an_address(query: dict[str, str], expected: DayRange) -> None:
    assert chosen(query, TODAY)[1] == expected


def test_a_day_on_which_the_clocks_are_changed_has_23_or_25_hours() -> None:
    with timezone.override(ZoneInfo("Europe/Prague")):
        spring, autumn = (DayRange(day, day) for day in (date(2026, 3, 29), date(2026, 10, 25)))
        assert spring.since.astimezone(UTC) == datetime(2026, 3, 28, 23, tzinfo=UTC)
        assert spring.until.astimezone(UTC) == datetime(2026, 3, 29, 22, tzinfo=UTC)
        assert autumn.until.astimezone(UTC) - autumn.since.astimezone(UTC) == 25 * (
            datetime(2026, 1, 1, 1) - datetime(2026, 1, 1)
        )


def test_the_period_before_is_as_long() -> None:
    assert DayRange(date(2026, 3, 1), date(2026, 3, 7)).before() == DayRange(date(2026, 2, 22), date(2026, 2, 28))
    assert named("today", TODAY).before() == named("yesterday", TODAY)
