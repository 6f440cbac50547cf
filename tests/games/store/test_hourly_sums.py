"""What reports read is written with each hand and each stay, and equals the sums over them."""

from datetime import UTC, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from django.db.models import Sum
from django.utils import timezone

from games.engine.rules.house_rule import Preset
from games.engine.table import commands as cm
from games.models import Hand, HandPlayer, Seat
from games.models.hourly import HourlySeats, HourlyTable, PlayedDay, Stay
from games.store.hourly_sums import hour_of, seconds_by_hour
from tests.games.engine.support.rakes import preset_rake
from tests.games.support.tables import NL_10_20, SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db
PRAGUE = ZoneInfo("Europe/Prague")


@pytest.fixture
def host() -> SteppedHost:
    """A table at which Alice, Bob and a house bot sit."""
    rake = preset_rake(Preset.ONLINE, NL_10_20.variant, NL_10_20.stakes, chip=100)
    host = SteppedHost(open_table(rules=NL_10_20._replace(rake=rake)).pk)
    seat(host, person("Alice"), person("Bob"), person("Robo", bot=True))
    return host


def hours() -> list[tuple[int, int, int, int, int]]:
    """Hands, pots, rake and the first and last number of each hour."""
    rows = HourlyTable.objects.order_by("hour")
    return [*rows.values_list("hands", "pots", "rake", "first_hand", "last_hand")]


def test_an_hour_of_a_table_is_the_sum_of_its_hands(host: SteppedHost) -> None:
    host.play_hand(raise_to=100_00)
    host.play_hand(raise_to=300_00)
    host.now += 3_600_000
    host.play_hand(raise_to=200_00)
    one, two, three = Hand.objects.order_by("number")
    assert one.rake and two.rake and three.rake
    assert hours() == [
        (2, one.pot + two.pot, one.rake + two.rake, 1, 2),
        (1, three.pot, three.rake, 3, 3),
    ]
    assert HourlyTable.objects.latest("hour").hour == hour_of(three.ended_at)
    assert [*PlayedDay.objects.values_list("hands", flat=True)] == [3, 3]
    assert HandPlayer.objects.count() == 6


def test_F5_a_void_hand_is_taken_out_of_its_hour_and_of_its_players_days(host: SteppedHost) -> None:
    host.play_hand(raise_to=100_00)
    before = hours()
    host.play_hand(raise_to=300_00)
    assert hours() != before
    host.do(cm.VoidHand(2, "two aces of spades", last=True))
    assert hours()[0][:4] == before[0][:4]
    assert [*PlayedDay.objects.values_list("hands", flat=True)] == [1, 1]


def test_F5_an_hour_and_a_day_of_void_hands_alone_are_in_no_sum(host: SteppedHost) -> None:
    host.play_hand()
    host.do(cm.VoidHand(1, "two aces of spades", last=True))
    assert (hours(), PlayedDay.objects.count()) == ([], 0)


def test_a_stay_is_kept_and_its_seconds_are_added_to_each_hour(host: SteppedHost) -> None:
    began = {row.name: row.seated_at for row in Seat.objects.all()}
    host.now += 2 * 3_600_000 + 17_000
    for row in list(Seat.objects.order_by("seat")):
        host.do(cm.Leave(row.player_id))
        host.now += 60_000
    stays = {stay.player.display_name: stay for stay in Stay.objects.select_related("player")}
    assert {name: stay.seated_at for name, stay in stays.items()} == began
    assert {name: stay.bot for name, stay in stays.items()} == {"Alice": False, "Bob": False, "Robo": True}
    seconds = {name: round((stay.left_at - stay.seated_at).total_seconds()) for name, stay in stays.items()}
    sums = HourlySeats.objects.aggregate(players=Sum("player_seconds"), bots=Sum("bot_seconds"))
    assert sums == {"players": seconds["Alice"] + seconds["Bob"], "bots": seconds["Robo"]}
    assert HourlySeats.objects.count() == 3
    assert max(HourlySeats.objects.values_list("player_seconds", flat=True)) == 2 * 3600


def test_of_a_stay_of_years_only_the_last_year_is_counted(host: SteppedHost) -> None:
    host.now += 3 * 366 * 24 * 3_600_000
    host.do(cm.Leave(Seat.objects.get(name="Alice").player_id))
    stay = Stay.objects.get()
    assert stay.seconds == HourlySeats.objects.aggregate(sum=Sum("player_seconds"))["sum"] == 366 * 24 * 3600
    assert HourlySeats.objects.latest("hour").hour <= stay.left_at


@pytest.mark.parametrize(
    ("began", "hours"),
    [
        (datetime(2026, 3, 29, 0, 30, tzinfo=UTC), ["01:00 1800", "03:00 3600", "04:00 1800"]),
        (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), ["02:00 1800", "02:00 3600", "03:00 1800"]),
        (datetime(2026, 6, 1, 0, 59, 59, 7, tzinfo=UTC), ["02:00 1", "03:00 3600", "04:00 3599"]),
    ],
)
def test_hours_are_right_when_the_clocks_are_changed(began: datetime, hours: list[str]) -> None:
    with timezone.override(PRAGUE):
        found = list(seconds_by_hour(began, began + timedelta(hours=2)))
    assert [f"{hour:%H:%M} {seconds}" for hour, seconds in found] == hours
    assert len({hour.timestamp() for hour, _ in found}) == 3


def test_an_hour_lasts_longer_where_clocks_go_back_by_half_an_hour() -> None:
    began = datetime(2026, 4, 4, 13, 30, tzinfo=UTC)
    with timezone.override(ZoneInfo("Australia/Lord_Howe")):
        found = list(islice(seconds_by_hour(began, began + timedelta(hours=2, minutes=30)), 9))
    assert [f"{hour:%H:%M} {seconds}" for hour, seconds in found] == ["00:00 1800", "01:00 5400", "02:00 1800"]
