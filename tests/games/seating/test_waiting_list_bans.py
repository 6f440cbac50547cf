"""Free seats that a player may not take: bans (K12), limits (K11), house bots; and finding a seat."""

import pytest
from pytest_django import Settings

from games import api
from games.live.bots.runner import bots_wanted
from games.models import Seat
from games.models.access import WaitingEntry
from games.seating import waiting_calls, waiting_list
from tests.games.support.restrictions import bar, keep_apart
from tests.games.support.seats import assert_refused
from tests.games.support.tables import START_MS, SteppedHost, open_table, person, seat
from tests.games.support.waiting_lists import called, full_table, join, kind_of, leave, sit

pytestmark = pytest.mark.django_db


def test_K12_barred_players_are_neither_seated_nor_called_nor_offered_a_seat() -> None:
    host, alice, bob = full_table(), person("Alice"), person("Bob")
    sitter = Seat.objects.get(table=host.id, seat=1).player
    join(alice, host)
    join(bob, host)
    keep_apart(sitter, alice)
    leave(host)
    waiting_calls.serve(host.id, START_MS)
    assert called(host) == ["Bob"]
    assert_refused("not_at_this_table", lambda: sit(alice, host))
    assert waiting_list.find_seat(user_id=alice.pk, kind=kind_of(host)) is None
    waiting_list.leave(user_id=bob.pk, entry_id=WaitingEntry.objects.get(player=bob).pk)
    assert waiting_list.find_seat(user_id=bob.pk, kind=kind_of(host)) == host.id


def test_K12_players_kept_apart_never_sit_at_one_table_even_by_pending_orders() -> None:
    table, alice, bob = open_table(), person("Alice"), person("Bob")
    keep_apart(bob, alice)
    host = SteppedHost(table.pk)
    sit(alice, host)
    assert_refused("not_at_this_table", lambda: sit(bob, host))


def test_K12_a_table_may_bar_players_or_admit_only_invited_ones() -> None:
    host, alice, bob, carl = SteppedHost(open_table().pk), person("Alice"), person("Bob"), person("Carl")
    bar(alice, host.id)
    assert_refused("not_at_this_table", lambda: sit(alice, host))
    sit(bob, host)
    bar(carl, host.id, "invited")
    assert_refused("not_at_this_table", lambda: sit(person("Dora"), host))
    sit(carl, host)


def test_K12_a_player_barred_after_the_call_has_missed_no_call() -> None:
    host, alice, bob = full_table(), person("Alice"), person("Bob")
    entry = join(alice, host)
    join(bob, host)
    leave(host)
    waiting_calls.serve(host.id, START_MS)
    bar(alice, host.id)
    waiting_calls.serve(host.id, START_MS + 1)
    entry.refresh_from_db()
    assert (called(host), entry.called_to, entry.misses) == (["Bob"], None, 0)


def test_K9_find_seat_chooses_the_fullest_table_with_a_seat() -> None:
    full, busy, quiet = full_table("Full"), SteppedHost(open_table("Busy").pk), SteppedHost(open_table("Quiet").pk)
    seat(busy, person("P1"), person("P2"))
    seat(quiet, person("P3"))
    alice = person("Alice")
    assert waiting_list.find_seat(user_id=alice.pk, kind=kind_of(full)) == busy.id
    sit(alice, busy)
    busy.read_inbox()
    assert waiting_list.find_seat(user_id=alice.pk, kind=kind_of(full)) == quiet.id


def test_K11_a_player_at_too_many_tables_is_called_but_the_seat_is_refused(settings: Settings) -> None:
    settings.TABLES_PER_PLAYER = 1
    host, alice = full_table(), person("Alice")
    join(alice, host)
    other = SteppedHost(open_table("Other").pk)
    sit(alice, other)
    leave(host)
    waiting_calls.serve(host.id, START_MS)
    assert called(host) == ["Alice"]
    assert assert_refused("too_many_tables", lambda: sit(alice, host)) == {"count": 1}
    other.read_inbox()
    leave(other)
    sit(alice, host)


def test_K9_bots_do_not_take_seats_that_players_wait_for() -> None:
    host, alice = full_table(), person("Alice")
    person("Emil", bot=True)
    join(alice, host)
    leave(host)
    assert_refused("seat_kept", lambda: api.seat_bot(table_id=host.id))


def test_K9_house_bots_leave_for_waiting_players() -> None:
    host = full_table()
    api.change_table(table_id=host.id, bots=2)
    assert bots_wanted(host.id) == 2
    join(person("Alice"), host)
    assert bots_wanted(host.id) == 1
