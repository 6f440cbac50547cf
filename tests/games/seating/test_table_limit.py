"""At how many tables one player sits: the limits of the room and of the tables (K11)."""

import pytest
from django.test import Client
from pytest_django import Settings

from games import api
from games.engine.rules.house_rules import HouseRules
from games.engine.table.seat_commands import moves_due
from games.models import Table
from games.operations.merge_tables import plan_merge
from games.seating import waiting_list
from games.text.refusals import refusal_text
from pokerroom.models import User
from tests.games.support.amounts import MONEY
from tests.games.support.seats import assert_audit_clean, assert_refused, notice_codes
from tests.games.support.tables import NL_10_20, SteppedHost, open_table, person, seat
from tests.games.support.tournament_tables import open_tournament_table, send_order
from tests.games.support.waiting_lists import kind_of, sit

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def table_with_limit(most: int, name: str = "Prague") -> SteppedHost:
    """A table whose house rules allow a player this many tables."""
    return SteppedHost(open_table(name, rules=NL_10_20._replace(house=HouseRules(tables_per_player=most))).pk)


def seated_host(user: User, name: str = "Brno") -> SteppedHost:
    """A table of the usual rules at which this player sits."""
    host = SteppedHost(open_table(name).pk)
    seat(host, user)
    return host


@pytest.mark.parametrize("single_first", [True, False])
def test_K11_a_table_for_players_of_one_table_is_taken_with_no_other(single_first: bool) -> None:
    alice, hosts = person("Alice"), [table_with_limit(1), SteppedHost(open_table("Brno").pk)]
    first, second = hosts if single_first else reversed(hosts)
    sit(alice, first)
    assert assert_refused("too_many_tables", lambda: sit(alice, second)) == {"count": 1}
    first.read_inbox()
    assert assert_refused("too_many_tables", lambda: sit(alice, second)) == {"count": 1}
    assert_audit_clean()


def test_K11_the_rooms_limit_binds_where_a_table_allows_more(settings: Settings) -> None:
    settings.TABLES_PER_PLAYER = 1
    alice = person("Alice")
    seated_host(alice)
    generous = table_with_limit(24)
    assert assert_refused("too_many_tables", lambda: sit(alice, generous)) == {"count": 1}
    assert refusal_text("too_many_tables", {"count": 1}, amount=MONEY.text).startswith(
        "Too many tables at once: at most 1, tournaments"
    )


def test_K11_a_tournament_seat_that_is_only_ordered_counts_too() -> None:
    alice, tournament = person("Alice"), open_tournament_table()
    send_order(api.order_seat(table_id=tournament.id, player=alice.pk, seat=0, chips=500, key="seat"))
    single = table_with_limit(1)
    assert_refused("too_many_tables", lambda: sit(alice, single))
    tournament.read_inbox()
    assert_refused("too_many_tables", lambda: sit(alice, single))


def test_K11_T18_the_rules_of_a_tournament_table_limit_no_cash_seat(settings: Settings) -> None:
    settings.TABLES_PER_PLAYER = 9
    alice, tournament = person("Alice"), open_tournament_table()
    send_order(api.order_seat(table_id=tournament.id, player=alice.pk, seat=0, chips=500, key="seat"))
    tournament.read_inbox()
    for number in range(5):
        sit(alice, table_with_limit(9, f"Table {number}"))


def test_K11_seat_me_skips_a_table_that_would_be_one_too_many_and_says_so_without_another() -> None:
    alice = person("Alice")
    single = table_with_limit(1)
    seat(single, person("Bob"))
    seated_host(alice, "Elsewhere")
    assert_refused("too_many_tables", waiting_list.find_seat, user_id=alice.pk, kind=kind_of(single))
    other = open_table("Quiet")
    assert waiting_list.find_seat(user_id=alice.pk, kind=kind_of(single)) == other.pk


def test_K11_the_buy_in_dialog_says_so_before_asking_for_chips(client: Client) -> None:
    alice = person("Alice")
    client.force_login(alice)
    single = table_with_limit(1)
    seated_host(alice)
    html = client.get(f"/table/{single.id}/sit/", headers=HTMX).content.decode()
    assert "Too many tables at once: at most 1, tournaments included." in html
    assert 'name="amount"' not in html


def test_K11_nobody_moves_to_a_table_that_would_be_one_too_many() -> None:
    alice = person("Alice")
    source, single = seated_host(alice), table_with_limit(1)
    assert [table.pk for table in api.tables_to_move_to(player=alice.pk, table_id=source.id)] == [single.id]
    third = seated_host(alice, "Third")
    assert api.tables_to_move_to(player=alice.pk, table_id=source.id) == []
    assert_refused("too_many_tables", api.move_player, player=alice.pk, table_id=source.id, to=single.id)
    assert third.table.player_seat(alice.pk) is not None


def test_K11_a_player_who_took_another_seat_before_the_move_stays_and_is_notified() -> None:
    alice = person("Alice")
    source, single = seated_host(alice), table_with_limit(1)
    api.move_player(player=alice.pk, table_id=source.id, to=single.id)
    source.read_inbox()
    seated_host(alice, "Third")
    assert moves_due(source.table) == [alice.pk]
    api.record_failed_move(player=alice.pk, table_id=source.id, to=single.id, why="too_many_tables")
    assert notice_codes(alice) == ["move_too_many"]


def test_K11_K8_must_move_and_merging_leave_out_players_with_too_many_tables() -> None:
    alice, bob = person("Alice"), person("Bob")
    main = table_with_limit(1, "Main")
    feeder = SteppedHost(open_table("Feeder", feeds=Table.objects.get(pk=main.id)).pk)
    seat(feeder, alice, bob)
    seated_host(alice, "Elsewhere")
    assert api.send_to_main_table(table_id=feeder.id, line=[alice.pk, bob.pk]) == [bob.pk]
    plan = plan_merge(source=Table.objects.get(pk=feeder.id), target=Table.objects.get(pk=main.id))
    assert [one.player for one in plan.staying] == [alice.pk]
