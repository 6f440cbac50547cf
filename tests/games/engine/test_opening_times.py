"""Which opening a schedule has now: over midnight, after days without the room, and when the clocks change."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from games.engine.opening_times import Opening, OpeningTimes, next_openings, opening_now

PRAGUE = ZoneInfo("Europe/Prague")
MONDAY, FRIDAY, SATURDAY, SUNDAY = 0, 4, 5, 6
EVERY_DAY = frozenset(range(7))
EVENINGS = OpeningTimes(frozenset({FRIDAY, SATURDAY}), time(18), time(2))
AFTERNOONS = OpeningTimes(frozenset({MONDAY}), time(14), time(18))
ALWAYS = OpeningTimes(EVERY_DAY, time(6), time(6))


def local(text: str, fold: int = 0) -> datetime:
    """A moment by the clocks of Prague."""
    return datetime.fromisoformat(text).replace(tzinfo=PRAGUE, fold=fold)


@pytest.mark.parametrize(
    ("times", "now", "day"),
    [
        (AFTERNOONS, "2026-11-23T13:59:59", None),
        (AFTERNOONS, "2026-11-23T14:00", "2026-11-23"),
        (AFTERNOONS, "2026-11-23T17:59:59", "2026-11-23"),
        (AFTERNOONS, "2026-11-23T18:00", None),
        (AFTERNOONS, "2026-11-24T15:00", None),
        (EVENINGS, "2026-11-27T17:59", None),
        (EVENINGS, "2026-11-27T18:00", "2026-11-27"),
        (EVENINGS, "2026-11-28T01:59", "2026-11-27"),
        (EVENINGS, "2026-11-28T02:00", None),
        (EVENINGS, "2026-11-28T18:00", "2026-11-28"),
        (EVENINGS, "2026-11-29T01:59", "2026-11-28"),
        (EVENINGS, "2026-11-29T18:00", None),
        (EVENINGS, "2026-11-27T01:00", None),
        (ALWAYS, "2026-11-24T05:59:59", "2026-11-23"),
        (ALWAYS, "2026-11-24T06:00", "2026-11-24"),
        (OpeningTimes(frozenset(), time(6), time(8)), "2026-11-24T07:00", None),
    ],
)
def test_the_opening_of_a_moment_is_that_of_the_day_on_which_it_began(
    times: OpeningTimes, now: str, day: str | None
) -> None:
    opening = opening_now(times, local(now).astimezone(UTC), PRAGUE)
    assert (opening and opening.day) == (day and date.fromisoformat(day))


def test_an_opening_has_its_two_moments_in_utc() -> None:
    opening = opening_now(EVENINGS, local("2026-11-28T00:30"), PRAGUE)
    expected = Opening(
        date(2026, 11, 27), datetime(2026, 11, 27, 17, tzinfo=UTC), datetime(2026, 11, 28, 1, tzinfo=UTC)
    )
    assert opening == expected


@pytest.mark.parametrize(
    ("opens", "closes", "day", "hours"),
    [
        (time(18), time(6), date(2026, 3, 28), 11),
        (time(18), time(6), date(2026, 10, 24), 13),
        (time(6), time(6), date(2026, 3, 28), 23),
        (time(6), time(6), date(2026, 10, 24), 25),
        (time(20), time(2, 30), date(2026, 10, 24), 6.5),
        (time(20), time(2, 30), date(2026, 3, 28), 6.5),
        (time(2, 30), time(8), date(2026, 3, 29), 4.5),
        (time(2, 30), time(8), date(2026, 10, 25), 6.5),
    ],
)
def test_tables_open_and_close_by_the_clocks_of_the_day_also_when_these_change(
    opens: time, closes: time, day: date, hours: float
) -> None:
    times = OpeningTimes(EVERY_DAY, opens, closes)
    begins = datetime.combine(day, opens, PRAGUE).astimezone(UTC)
    opening = opening_now(times, begins, PRAGUE)
    assert opening is not None
    assert (opening.day, opening.opens_at) == (day, begins)
    assert opening.closes_at - opening.opens_at == timedelta(hours=hours)
    assert opening_now(times, opening.closes_at - timedelta(seconds=1), PRAGUE) == opening


def test_an_opening_within_the_hour_that_the_clocks_leave_out_does_not_take_place() -> None:
    night = OpeningTimes(EVERY_DAY, time(2, 30), time(3))
    moments = [local("2026-03-29T00:00") + timedelta(minutes=15 * number) for number in range(24)]
    assert [opening_now(night, one, PRAGUE) for one in moments] == [None] * 24
    assert [one.day.day for one in next_openings(night, local("2026-03-28T12:00"), PRAGUE, count=2)] == [30, 31]


@pytest.mark.parametrize("day", ["2026-03-28", "2026-10-24"])
@pytest.mark.parametrize("at", [time(0), time(2), time(2, 30), time(3), time(23, 59)])
def test_around_the_clock_there_is_always_one_opening_and_each_follows_the_other(day: str, at: time) -> None:
    times, first = OpeningTimes(EVERY_DAY, at, at), local(f"{day}T00:00").astimezone(UTC)
    found = [opening_now(times, first + timedelta(minutes=5 * number), PRAGUE) for number in range(12 * 72)]
    days = list(dict.fromkeys(found))
    assert None not in days
    assert all(one and other and one.closes_at == other.opens_at for one, other in pairwise(days))


def test_a_room_that_was_down_for_days_has_only_the_opening_of_today() -> None:
    down_since, back = local("2026-11-20T12:00"), local("2026-11-28T23:00")
    assert opening_now(EVENINGS, down_since, PRAGUE) is None
    opening = opening_now(EVENINGS, back, PRAGUE)
    assert opening is not None
    assert opening.day == date(2026, 11, 28)


def test_the_next_openings_come_in_order_and_leave_out_the_one_that_runs() -> None:
    now = local("2026-11-27T19:00")
    days = [one.day.isoformat() for one in next_openings(EVENINGS, now, PRAGUE, count=3)]
    assert days == ["2026-11-28", "2026-12-04", "2026-12-05"]
    once = next_openings(AFTERNOONS, now, PRAGUE, count=3)
    assert [one.day.isoformat() for one in once] == ["2026-11-30", "2026-12-07", "2026-12-14"]
    assert next_openings(OpeningTimes(frozenset(), time(6), time(8)), now, PRAGUE, count=3) == []
