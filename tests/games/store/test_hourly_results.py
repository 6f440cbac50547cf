"""Hourly results are written with each hand and equal the sums over the hands."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.models import Count, Sum
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.history import hands as hand_history
from games.history import results
from games.history.hands import HandFilter
from games.models import Hand, HandPlayer, Table
from games.models.results import HourlyResult
from games.store import hourly_results
from pokerroom.models import User
from tests.games.support.tables import SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db


def sums_of_hands() -> dict[int, tuple[int, ...]]:
    """The number of hands and the sums of each player, from the hands themselves."""
    sums = {f"sum_{name}": Sum(name) for name in ("net", "bets_and_raises", "calls")}
    rows = HandPlayer.objects.order_by().values_list("player").annotate(Count("pk"), **sums)
    return {player: tuple(rest) for player, *rest in rows}


def sums_of_hours() -> dict[int, tuple[int, ...]]:
    """The same, from the hourly results."""
    sums = {f"sum_{name}": Sum(name) for name in ("hands", "net", "bets_and_raises", "calls")}
    rows = HourlyResult.objects.order_by().values_list("player").annotate(**sums)
    return {player: tuple(rest) for player, *rest in rows}


def play_two_tables() -> list[int]:
    """Plays three hands at each of two tables with the same players; their ids."""
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    for name in ("Prague", "Brno"):
        host = SteppedHost(open_table(name).pk)
        seat(host, alice, bob, carol)
        host.play_hand(raise_to=100_00)
        host.fold_out()
        host.play_hand()
    return [alice.pk, bob.pk, carol.pk]


def test_hourly_results_equal_the_sums_of_the_hands() -> None:
    players = play_two_tables()
    assert sums_of_hours() == sums_of_hands()
    assert set(sums_of_hours()) == set(players)
    assert HourlyResult.objects.count() < HandPlayer.objects.count()


def test_each_hour_and_each_sitting_has_a_row_of_its_own() -> None:
    player = play_two_tables()[0]
    rows = HourlyResult.objects.filter(player=player).count()
    hand = Hand.objects.order_by("-pk").first()
    assert hand
    part = HandPlayer.objects.get(hand=hand, player=player)
    hourly_results.add(hand, [part])
    assert HourlyResult.objects.filter(player=player).count() == rows
    hand.ended_at += timedelta(hours=1)
    hourly_results.add(hand, [part])
    assert HourlyResult.objects.filter(player=player).count() == rows + 1
    part.seated_at -= timedelta(minutes=1)
    hourly_results.add(hand, [part])
    assert HourlyResult.objects.filter(player=player).count() == rows + 2
    last = HourlyResult.objects.latest("pk")
    assert (last.hands, last.net, last.first_hand_player, last.last_hand_at) == (1, part.net, part.pk, hand.ended_at)


def test_adding_a_hand_takes_one_query_for_any_number_of_players() -> None:
    play_two_tables()
    hand = Hand.objects.latest("pk")
    with CaptureQueriesContext(connection) as queries:
        hourly_results.add(hand, list(HandPlayer.objects.filter(hand=hand)))
    assert len([query for query in queries if "hourlyresult" in query["sql"]]) == 1


def test_results_of_days_and_of_many_hands_come_from_the_hours() -> None:
    player = play_two_tables()[0]
    today = timezone.localdate(Hand.objects.latest("pk").ended_at)
    yesterday = today - timedelta(days=1)
    assert results.figures(player, HandFilter(since=today)).hands == 6
    assert results.figures(player, HandFilter(until=yesterday)) == results.Figures()
    each, coarse = (
        results.winnings_over_time(player, HandFilter()),
        results.winnings_over_time(player, HandFilter(), each_hand=5),
    )
    assert [point.hands for point in each] == list(range(7))
    assert [point.hands for point in coarse] == [0, 3, 6]
    assert coarse[-1].total == each[-1].total
    assert coarse[1].total == each[3].total
    with CaptureQueriesContext(connection) as queries:
        results.figures(player, HandFilter())
        results.by_game(player, HandFilter())
        results.by_period(player, HandFilter())
        results.winnings_over_time(player, HandFilter(), each_hand=5)
        hand_history.played_games(player, for_money=True)
        hand_history.sittings(player)
    assert not [query for query in queries if "handplayer" in query["sql"]]


NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def finished_hand(table: Table, number: int, minute: int, **results: int) -> Hand:
    """A hand that ended this many minutes and some seconds after noon, added to the hours of its players."""
    ended_at = NOON + timedelta(minutes=minute, seconds=7, microseconds=8)
    hand = Hand.objects.create(
        table=table, number=number, began_at=NOON, ended_at=ended_at, pot=0, rake=0, players=2, rules_data={},
        second_street_players=0, game="holdem", structure="nl", small_blind=1, big_blind=2,
    )  # fmt: skip
    for name, net in results.items():
        HandPlayer.objects.create(
            hand=hand, player=User.objects.get(display_name=name), seated_at=NOON, seat=0, net=net, invested=0,
            entered=True, raised=False, bets_and_raises=2, calls=1, saw_second_street=True, showdown=True,
            won_showdown=net > 0,
        )  # fmt: skip
    hourly_results.add(hand, hand.hand_players.all())
    return hand


def hours() -> list[tuple[str, str, str, int, int, int]]:
    """Table, player, hour, hands, result and minute of the last hand of each row."""
    rows = HourlyResult.objects.order_by("table_id", "player__display_name", "hour").select_related("table", "player")
    return [
        (
            *(row.table.name, row.player.display_name, f"{row.hour:%H:%M:%S.%f}"),
            *(row.hands, row.net, row.last_hand_at.minute),
        )
        for row in rows
    ]


def test_F5_removing_a_hand_leaves_each_players_other_hands_as_they_were() -> None:
    for name in ("Alice", "Bob"):
        person(name)
    prague, brno = open_table(), open_table("Brno")
    finished_hand(prague, 1, 1, Alice=10, Bob=-10)
    finished_hand(prague, 2, 5, Alice=20, Bob=-20)
    finished_hand(prague, 3, 9, Bob=-3)
    before = hours()
    assert before == [
        ("Prague", "Alice", "12:00:00.000000", 2, 30, 5),
        ("Prague", "Bob", "12:00:00.000000", 3, -33, 9),
    ]
    elsewhere = finished_hand(brno, 1, 30, Alice=7)
    last = finished_hand(prague, 4, 40, Alice=1_000, Bob=-1_000)
    next_hour = finished_hand(prague, 5, 61, Alice=5)
    assert hours() == [
        ("Prague", "Alice", "12:00:00.000000", 3, 1_030, 40),
        ("Prague", "Alice", "13:00:00.000000", 1, 5, 1),
        ("Prague", "Bob", "12:00:00.000000", 4, -1_033, 40),
        ("Brno", "Alice", "12:00:00.000000", 1, 7, 30),
    ]
    hourly_results.remove(next_hour)
    next_hour.hand_players.all().delete()
    hourly_results.remove(last)
    last.hand_players.all().delete()
    assert hours() == [*before, ("Brno", "Alice", "12:00:00.000000", 1, 7, 30)]
    hourly_results.remove(elsewhere)
    assert hours() == before
