"""Schedules announce each tournament once, at the room's local time (T1)."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from pytest_django import Settings

from games.engine.errors import IllegalAction
from tests.tournaments.support.tournaments import announcement
from tournaments import api
from tournaments.engine.setup.structure import MINUTE, Hourly
from tournaments.lifecycle import schedules
from tournaments.models import Schedule, Tournament

pytestmark = pytest.mark.django_db
PRAGUE = ZoneInfo("Europe/Prague")


def ms(*moment: int) -> int:
    """A moment by the clock of Prague, ms."""
    return int(datetime(*moment, tzinfo=PRAGUE).timestamp() * 1000)


def starts() -> list[datetime]:
    """The starting times of all tournaments, by the clock of Prague."""
    rows = Tournament.objects.order_by("pk").values_list("starts_at", flat=True)
    return [start.astimezone(PRAGUE).replace(tzinfo=None) for start in rows if start]


def test_a_daily_schedule_keeps_its_hour_when_summer_time_ends(settings: Settings) -> None:
    settings.TIME_ZONE = "Europe/Prague"
    with timezone.override(PRAGUE):
        api.schedule(setup=announcement(), every="day", next_at=ms(2026, 10, 24, 20), ahead=60)
        assert schedules.announce_due(ms(2026, 10, 24, 18)) == []
        (first,) = schedules.announce_due(ms(2026, 10, 24, 19))
        assert schedules.announce_due(ms(2026, 10, 24, 19)) == []
        assert schedules.announce_due(ms(2026, 10, 25, 19, 1)) and schedules.announce_due(ms(2026, 10, 26, 19, 1))
    assert starts() == [datetime(2026, 10, day, 20) for day in (24, 25, 26)]
    assert Tournament.objects.get(pk=first).announced.starts_at == ms(2026, 10, 24, 20)


def test_T1_a_start_that_summer_time_leaves_out_is_later_on_that_day_only(settings: Settings) -> None:
    """On 29 March 2026 there is no half past two: the clock goes from two to three."""
    settings.TIME_ZONE = "Europe/Prague"
    with timezone.override(PRAGUE):
        api.schedule(setup=announcement(), every="day", next_at=ms(2026, 3, 28, 2, 30), ahead=60)
        for day in (28, 29, 30, 31):
            schedules.announce_due(ms(2026, 3, day, 2))
    assert starts() == [datetime(2026, 3, 28, 2, 30), datetime(2026, 3, 29, 3, 30)] + [
        datetime(2026, 3, day, 2, 30) for day in (30, 31)
    ]


def test_T1_a_weekly_schedule_goes_on_over_the_end_of_a_month_and_of_a_year(settings: Settings) -> None:
    settings.TIME_ZONE = "Europe/Prague"
    with timezone.override(PRAGUE):
        api.schedule(setup=announcement(), every="week", next_at=ms(2026, 12, 24, 20), ahead=60)
        for day in (ms(2026, 12, 24, 19), ms(2026, 12, 31, 19), ms(2027, 1, 7, 19)):
            schedules.announce_due(day)
    assert starts() == [datetime(2026, 12, 24, 20), datetime(2026, 12, 31, 20), datetime(2027, 1, 7, 20)]


def test_starts_missed_while_the_room_was_down_are_not_announced() -> None:
    at = int(datetime(2026, 11, 1, 20, tzinfo=UTC).timestamp() * 1000)
    api.schedule(setup=announcement(), every="hour", next_at=at, ahead=10)
    (made,) = schedules.announce_due(at + 5 * 3_600_000 - 60_000)
    assert Tournament.objects.get(pk=made).announced.starts_at == at + 5 * 3_600_000


def test_a_sit_and_go_is_announced_again_when_the_last_has_begun() -> None:
    pk = api.schedule(setup=announcement(), every="again", bots=5)
    assert api.is_scheduled(name="Evening") and not api.is_scheduled(name="Morning")
    (first,) = schedules.announce_due(0)
    assert schedules.announce_due(0) == [] and Tournament.objects.get(pk=first).bots == 5
    Tournament.objects.filter(pk=first).update(stage="running")
    (second,) = schedules.announce_due(0)
    assert second != first
    Schedule.objects.filter(pk=pk).update(is_on=False)
    Tournament.objects.update(stage="ended")
    assert schedules.announce_due(0) == []


def test_only_a_timed_schedule_has_a_starting_time() -> None:
    with pytest.raises(IllegalAction, match="no_start"):
        api.schedule(setup=announcement(), every="day")
    with pytest.raises(IllegalAction, match="past"):
        api.announce(setup=announcement(starts_at=1))


def test_a_failing_schedule_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    broken = api.schedule(setup=announcement(name="Broken"), every="again")
    api.schedule(setup=announcement(), every="again")
    Schedule.objects.filter(pk=broken).update(setup={"unknown": "field"})
    (made,) = schedules.announce_due(0)
    assert Tournament.objects.get(pk=made).name == "Evening"
    assert f"Schedule {broken} could not be announced" in caplog.text


def test_T1_an_announced_end_is_as_long_after_each_start_of_a_schedule() -> None:
    at, hour = int(datetime(2026, 11, 1, 20, tzinfo=UTC).timestamp() * 1000), 3_600_000
    api.schedule(setup=announcement(ends_at=at + 3 * hour), every="day", next_at=at, ahead=10)
    (made,) = schedules.announce_due(at + 24 * hour - 60_000)
    announced = Tournament.objects.get(pk=made).announced
    assert (announced.starts_at, announced.ends_at) == (at + 24 * hour, at + 27 * hour)


@pytest.mark.parametrize(
    ("every", "next_at", "ends_at", "code"),
    [("again", 9, 0, "again_has_times"), ("again", 0, 9, "again_has_times"), ("day", 0, 0, "no_start")],
)
def test_T1_a_schedule_whose_times_do_not_fit_is_refused(every: str, next_at: int, ends_at: int, code: str) -> None:
    with pytest.raises(IllegalAction, match=code):
        api.schedule(setup=announcement(ends_at=ends_at), every=every, next_at=next_at)
    assert not Schedule.objects.exists()


def test_T5_hourly_breaks_are_by_the_clocks_of_the_room() -> None:
    """Also of a schedule whose announcement was made when the room had another time zone."""
    setup = announcement()
    setup = setup._replace(structure=setup.structure._replace(hourly=Hourly(55, 5 * MINUTE)))
    api.schedule(setup=setup, every="day", next_at=ms(2026, 10, 24, 20))
    with timezone.override("Asia/Kolkata"):
        (announced,) = schedules.announce_due(ms(2026, 10, 24, 18))
        state, _ = api.state_of(announced)
        assert state.setup.structure.hourly == Hourly(55, 5 * MINUTE, "Asia/Kolkata")
