"""Hourly results are written with each hand and equal the sums over the hands."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import Count, Sum
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.history import hands as hand_history
from games.history import results
from games.history.hands import HandFilter
from games.models import Hand, HandPlayer
from games.models.results import HourlyResult
from games.store import hourly_results
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


def test_adding_a_hand_takes_two_queries_for_any_number_of_players() -> None:
    play_two_tables()
    hand = Hand.objects.latest("pk")
    with CaptureQueriesContext(connection) as queries:
        hourly_results.add(hand, list(HandPlayer.objects.filter(hand=hand)))
    assert len([query for query in queries if "hourlyresult" in query["sql"]]) == 2


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
