"""Breaks at the same minute of every hour, for all tournaments of the room (T5)."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from tests.tournaments.engine.tournament_driver import LEVELS, NOON, STRUCTURE, TournamentDriver, setup
from tournaments.engine.setup.structure import MINUTE, Hourly
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.tournament import due


def test_T5_an_hourly_break_keeps_the_time_left_in_the_level() -> None:
    """A five-minute break begins at five to the hour; then the level resumes with the time it had left."""
    hourly = STRUCTURE._replace(
        hourly=Hourly(55, 5 * MINUTE), levels=tuple(level._replace(length=120 * MINUTE) for level in LEVELS)
    )
    driver = TournamentDriver(setup(structure=hourly), players=3)
    at = due(driver.t)
    assert at is not None
    assert at // MINUTE % 60 == 55
    driver.do(cm.Tick(), after=at - driver.now)
    driver.play_hand(1)
    driver.do(cm.Tick(), after=5 * MINUTE)
    assert driver.t.level == 1
    assert driver.t.clock.ends - driver.now == 120 * MINUTE - (at - NOON)
    assert driver.t.hourly_at == at + 60 * MINUTE


@pytest.mark.parametrize(("resumed", "due_at"), [(57, 55), (61, 115)])
def test_T5_an_hourly_break_that_is_over_when_play_resumes_is_not_made_up(resumed: int, due_at: int) -> None:
    """The break is from 55 to 60 minutes past the hour, at the same time in all tournaments."""
    driver = TournamentDriver(setup(structure=STRUCTURE._replace(hourly=Hourly(55, 5 * MINUTE))), players=3)
    hour = NOON // (60 * MINUTE) * 60 * MINUTE
    driver.do(cm.Pause("fire"))
    driver.play_hand(1)
    driver.now = hour + resumed * MINUTE
    driver.do(cm.Resume())
    driver.do(cm.Tick())
    assert driver.t.hourly_at == hour + due_at * MINUTE
    assert bool(driver.events_of(ev.BreakAnnounced)) == (due_at == 55)


@pytest.mark.parametrize(
    ("zone", "now", "begins"),
    [
        ("UTC", (12, 0), (12, 55)),
        ("Asia/Kolkata", (17, 20), (17, 55)),
        ("Asia/Kolkata", (17, 55), (18, 55)),
        ("Asia/Kathmandu", (18, 0), (18, 55)),
    ],
)
def test_T5_an_hourly_break_is_at_a_minute_of_the_clocks_in_the_rooms_zone(
    zone: str, now: tuple[int, int], begins: tuple[int, int]
) -> None:
    """Clocks in India and Nepal differ from UTC by half and three quarters of an hour."""
    assert Hourly(55, 5 * MINUTE, zone).after(local(zone, *now)) == local(zone, *begins)


def test_T5_an_hourly_break_keeps_its_minute_when_clocks_change_by_half_an_hour() -> None:
    """On Lord Howe Island 2:00 becomes 2:30 on 4 October 2026, and 2:00 becomes 1:30 on 5 April 2026."""
    zone = "Australia/Lord_Howe"
    spring = Hourly(45, 5 * MINUTE, zone).after(local(zone, 1, 50, day=(2026, 10, 4)))
    assert spring == local(zone, 2, 45, day=(2026, 10, 4))
    assert spring == local(zone, 1, 50, day=(2026, 10, 4)) + 25 * MINUTE
    autumn = Hourly(15, 5 * MINUTE, zone).after(local(zone, 1, 20, day=(2026, 4, 5)))
    assert autumn == local(zone, 2, 15, day=(2026, 4, 5)) == local(zone, 1, 20, day=(2026, 4, 5)) + 85 * MINUTE


def local(zone: str, hour: int, minute: int, *, day: tuple[int, int, int] = (2026, 7, 1)) -> int:
    """A moment by the clocks of a zone, ms."""
    return int(datetime(*day, hour, minute, tzinfo=ZoneInfo(zone)).timestamp() * 1000)
