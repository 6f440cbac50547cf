"""A finished hand is stored with all its columns, and the averages of its table follow."""

from datetime import UTC, datetime
from importlib import import_module

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.hand.actions import Fold
from games.engine.rules.rules import Rules
from games.engine.table import commands as cm
from games.history import hands
from games.models import Decision, Hand, HandPlayer, Table
from games.models.results import HourlyResult, TournamentGame
from pokerroom.models import User
from tests.games.support.seats import assert_audit_clean
from tests.games.support.store import row, three_players
from tests.games.support.tables import NL_10_20, SteppedHost, open_table, person, seat
from tests.games.support.tournament_tables import level_rules, open_tournament_table, seat_entrants

pytestmark = pytest.mark.django_db


def test_R5_every_column_of_a_hand_is_its_own() -> None:
    """The rules are those that the hand began with, though they change while it runs."""
    host, players = three_players()
    host.fold_out()
    host.until("turn")
    began = host.table.hand_began_at
    dearer = NL_10_20._replace(stakes=NL_10_20.stakes._replace(small_blind=20_00, big_blind=40_00))
    host.do(cm.ChangeRules(dearer))
    host.play_hand(raise_to=100_00)
    hand = Hand.objects.get(number=2)
    changes = host.table.chips()
    assert (hand.began_at.timestamp() * 1000, hand.ended_at.timestamp() * 1000) == (began, hand_end(host, 2))
    assert (hand.pot, hand.rake, hand.players, hand.second_street_players, len(hand.board)) == (300_00, 0, 3, 3, 5)
    assert (hand.game, hand.structure, hand.small_blind, hand.big_blind) == ("holdem", "nl", 10_00, 20_00)
    assert Rules.from_data(hand.rules_data) == NL_10_20
    assert [result[:3] for result in hand.results] == [
        [number, taken.player, taken.name] for number, taken in enumerate(host.table.seats) if taken
    ]
    assert sum(result[3] for result in hand.results) == 0
    assert sum(changes.values()) == 3 * 2_000_00
    assert HandPlayer.objects.filter(hand=hand).count() == len(players)
    host.fold_out()
    assert Hand.objects.get(number=3).big_blind == 40_00


def hand_end(host: SteppedHost, number: int) -> float:
    """When the hand ended, ms, by the log."""
    rows = Decision.objects.filter(table=host.id, hand=number)
    (ended,) = [row for row in rows if any(data and data[0] == "HandEnded" for data in row.events)]
    return ended.created_at.timestamp() * 1000


def test_the_lobby_shows_averages_of_the_hands() -> None:
    host, _ = three_players()
    names = ("hands", "average_pot", "average_second_street_permille", "average_hand_ms")
    host.fold_out()
    assert row(host.id, *names) == (1, 20_00, 0, 0)
    host.play_hand(raise_to=100_00)
    ends = [hand_end(host, number) for number in (1, 2)]
    assert row(host.id, *names) == (2, 160_00, 500, ends[1] - ends[0])
    host.fold_out()
    ends.append(hand_end(host, 3))
    middle = ends[1] - ends[0]
    assert row(host.id, *names) == (3, 113_33, 333, middle + (ends[2] - ends[1] - middle) // 3)
    assert row(host.id, "last_hand_at") == (datetime.fromtimestamp(ends[2] / 1000, UTC),)


def test_two_of_three_players_on_the_second_street_are_666_in_a_thousand() -> None:
    host, _ = three_players()
    host.until("turn")
    host.act(Fold())
    host.play_hand()
    assert row(host.id, "average_second_street_permille") == (666,)


def test_house_bots_and_tournament_hands_have_no_results_of_money() -> None:
    host = SteppedHost(open_table().pk)
    seat(host, person("Alice"), person("Robo", bot=True))
    host.fold_out()
    assert list(HandPlayer.objects.values_list("player__display_name", flat=True)) == ["Alice"]
    assert HourlyResult.objects.count() == 1
    room = open_tournament_table()
    seat_entrants(room, "Bob", "Charlie")
    room.fold_out()
    assert HandPlayer.objects.count() == 3
    assert HourlyResult.objects.count() == 1
    assert Table.objects.get(pk=room.id).hands == 1
    assert_audit_clean()


def played_in_tournaments() -> set[tuple[str, int, int, int, int]]:
    """Player, table, blinds and hands of each game that was played at a table of a tournament."""
    rows = TournamentGame.objects.filter(game="holdem", structure="nl")
    return set(rows.values_list("player__display_name", "table", "small_blind", "big_blind", "hands"))


def play_two_levels() -> SteppedHost:
    """Three hands of Petra and Quido at a table of a tournament, the last of them at the next level."""
    room = open_tournament_table()
    seat_entrants(room, "Petra", "Quido")
    room.fold_out()
    room.until("turn")
    room.do(cm.ChangeRules(level_rules(100, 200)))
    room.fold_out()
    room.fold_out()
    return room


def test_hands_of_a_tournament_are_counted_by_player_table_game_and_blinds() -> None:
    cash, _ = three_players()
    cash.fold_out()
    room = play_two_levels()
    assert played_in_tournaments() == {
        (name, room.id, small, 2 * small, hands) for name in ("Petra", "Quido") for small, hands in ((50, 2), (100, 1))
    }
    petra = User.objects.get(display_name="Petra").pk
    with CaptureQueriesContext(connection) as queries:
        games = [(one.table, one.small_blind, one.big_blind) for one in hands.played_games(petra)]
    assert games == [(room.id, 50, 100), (room.id, 100, 200)]
    assert not [query for query in queries if "games_hand" in query["sql"]], "they are known without looking at hands"
    assert hands.played_games(petra, for_money=True) == []


def test_F5_a_void_hand_of_a_tournament_is_taken_out_of_what_was_played() -> None:
    room = play_two_levels()
    before = played_in_tournaments()
    room.fold_out()
    room.do(cm.VoidHand(4, "fault", last=True))
    assert played_in_tournaments() == before


def test_F5_a_game_of_a_tournament_of_which_the_only_hand_is_void_was_not_played() -> None:
    room = play_two_levels()
    room.do(cm.VoidHand(3, "fault", last=True))
    assert {(small, count) for _, _, small, _, count in played_in_tournaments()} == {(50, 2)}


def test_what_was_played_in_tournaments_before_is_counted_by_the_migration() -> None:
    cash, _ = three_players()
    cash.fold_out()
    play_two_levels()
    written = played_in_tournaments()
    TournamentGame.objects.all().delete()
    with connection.cursor() as cursor:
        cursor.execute(import_module("games.migrations.0021_tournament_games").COUNT)
    assert played_in_tournaments() == written
