"""Waiting lists (K9): joining, calls that reserve seats, missed calls, closed tables."""

import pytest

from cashier.audit import run_audit
from games import api
from games.models import Seat, Table
from games.models.access import WaitingEntry
from games.seating import waiting_calls, waiting_list
from pokerroom.models import User
from tests.games.support.seats import assert_refused
from tests.games.support.tables import NL_10_20, START_MS, SteppedHost, open_table, person
from tests.games.support.tournament_tables import TOURNAMENT, level_rules
from tests.games.support.waiting_lists import called, full_table, join, kind_of, leave, sit

pytestmark = pytest.mark.django_db
MINUTE = 60_000


def test_K9_the_first_in_line_is_called_to_a_free_seat_and_has_a_minute() -> None:
    host, alice, bob = full_table(), person("Alice"), person("Bob")
    join(alice, host)
    join(bob, host)
    assert waiting_calls.serve(host.id, START_MS) == waiting_calls.ServeResult(False, (alice.pk, bob.pk))
    leave(host)
    served = waiting_calls.serve(host.id, START_MS)
    assert served == waiting_calls.ServeResult(True, (alice.pk, bob.pk), START_MS + MINUTE)
    assert called(host) == ["Alice"]
    for other in (bob, person("Walkin")):
        assert_refused("seat_kept", lambda other=other: sit(other, host))
        assert_refused("seat_kept", lambda other=other: sit(other, host, 0))
    sit(alice, host)
    host.read_inbox()
    assert WaitingEntry.objects.get(player=alice).ended == "seated"
    assert waiting_calls.serve(host.id, START_MS + 1) == waiting_calls.ServeResult(False, (bob.pk,))
    assert called(host) == []
    assert run_audit().breaches == ()


def test_K9_new_players_do_not_overtake_the_waiting_list() -> None:
    host, alice = full_table(), person("Alice")
    join(alice, host)
    leave(host)
    assert_refused("seat_kept", lambda: sit(person("Walkin"), host))
    sit(alice, host)


def test_K9_a_free_seat_without_a_waiting_list_is_open_to_all() -> None:
    host, alice = full_table(seats=3), person("Alice")
    join(alice, host)
    leave(host, 0)
    leave(host, 1)
    waiting_calls.serve(host.id, START_MS)
    sit(person("Walkin"), host)
    assert_refused("seat_kept", lambda: sit(person("Late"), host))


def test_K9_a_missed_call_costs_a_place_and_a_second_ends_the_waiting() -> None:
    host, alice, bob = full_table(), person("Alice"), person("Bob")
    first, second = join(alice, host), join(bob, host)
    leave(host)
    waiting_calls.serve(host.id, START_MS)
    waiting_calls.serve(host.id, START_MS + MINUTE - 1)
    assert called(host) == ["Alice"]
    waiting_calls.serve(host.id, START_MS + MINUTE)
    assert called(host) == ["Bob"]
    waiting_calls.serve(host.id, START_MS + 2 * MINUTE)
    assert called(host) == ["Alice"]
    waiting_calls.serve(host.id, START_MS + 3 * MINUTE)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.ended, first.end_seen) == ("missed", False)
    assert (second.ended, called(host)) == ("", ["Bob"])
    waiting_list.mark_end_seen(user_id=bob.pk, entry_id=first.pk)
    first.refresh_from_db()
    assert not first.end_seen
    waiting_list.mark_end_seen(user_id=alice.pk, entry_id=first.pk)
    first.refresh_from_db()
    assert first.end_seen


def test_K9_calls_skip_players_who_are_away_but_keep_their_places() -> None:
    host, alice, bob = full_table(), person("Alice"), person("Bob")
    entry = join(alice, host)
    join(bob, host)
    leave(host)
    waiting_calls.serve(host.id, START_MS)
    waiting_list.set_away(user_id=alice.pk, entry_id=entry.pk, away=True)
    waiting_calls.serve(host.id, START_MS + 1)
    assert called(host) == ["Bob"]
    waiting_list.set_away(user_id=alice.pk, entry_id=entry.pk, away=False)
    leave(host, 1)
    waiting_calls.serve(host.id, START_MS + 2)
    assert called(host) == ["Alice", "Bob"]
    entry.refresh_from_db()
    assert entry.misses == 0


def test_K9_a_declined_seat_passes_to_the_next_in_line() -> None:
    host, alice, bob = full_table(), person("Alice"), person("Bob")
    entry = join(alice, host)
    join(bob, host)
    leave(host)
    waiting_list.decline_call(user_id=alice.pk, entry_id=entry.pk)
    waiting_calls.serve(host.id, START_MS)
    waiting_list.decline_call(user_id=bob.pk, entry_id=entry.pk)
    assert called(host) == ["Alice"], "nobody declines for somebody else"
    waiting_list.decline_call(user_id=alice.pk, entry_id=entry.pk)
    assert called(host) == []
    waiting_list.decline_call(user_id=alice.pk, entry_id=entry.pk)
    waiting_calls.serve(host.id, START_MS)
    assert called(host) == ["Bob"]
    entry.refresh_from_db()
    assert (entry.misses, entry.ended) == (1, "")


def test_K9_leaving_the_list_frees_the_reserved_seat() -> None:
    host, alice, bob = full_table(), person("Alice"), person("Bob")
    entry = join(alice, host)
    join(bob, host)
    leave(host)
    waiting_calls.serve(host.id, START_MS)
    waiting_list.leave(user_id=bob.pk, entry_id=entry.pk)
    assert called(host) == ["Alice"]
    waiting_list.leave(user_id=alice.pk, entry_id=entry.pk)
    waiting_calls.serve(host.id, START_MS)
    assert called(host) == ["Bob"]


def test_K9_players_waiting_for_a_kind_are_called_by_one_table_of_it_at_a_time() -> None:
    prague, brno = full_table("Prague"), full_table("Brno")
    other = open_table("Dear", seats=2, rules=NL_10_20._replace(stakes=NL_10_20.stakes._replace(big_blind=50_00)))
    alice = person("Alice")
    waiting_list.join_kind(user_id=alice.pk, kind=kind_of(prague))
    waiting_calls.serve(other.pk, START_MS)
    leave(brno)
    leave(prague)
    waiting_calls.serve(brno.id, START_MS)
    waiting_calls.serve(prague.id, START_MS)
    assert (called(brno), called(prague)) == (["Alice"], [])
    assert_refused("seat_kept", lambda: sit(person("Walkin"), brno))
    sit(person("Other"), prague)
    sit(alice, brno)
    brno.read_inbox()
    assert not waiting_calls.active_entries().exists()


def test_K9_a_player_in_two_lists_gets_one_reserved_seat() -> None:
    host, alice = full_table(seats=3), person("Alice")
    waiting_list.join_kind(user_id=alice.pk, kind=kind_of(host))
    join(alice, host)
    leave(host, 0)
    leave(host, 1)
    waiting_calls.serve(host.id, START_MS)
    assert called(host) == ["Alice"]
    sit(alice, host)
    host.read_inbox()
    assert not waiting_calls.active_entries().exists()


def test_K9_an_ordered_seat_counts_as_taken_and_its_call_does_not_run_out() -> None:
    host, alice, bob = full_table(), person("Alice"), person("Bob")
    join(alice, host)
    join(bob, host)
    leave(host)
    waiting_calls.serve(host.id, START_MS)
    sit(alice, host)
    waiting_calls.serve(host.id, START_MS + 5 * MINUTE)
    assert called(host) == ["Alice"]
    host.read_inbox()
    assert WaitingEntry.objects.get(player=alice).ended == "seated"
    assert called(host) == []


def test_K9_a_player_who_ordered_a_seat_gets_no_second_reserved_seat() -> None:
    host, alice = full_table(seats=3), person("Alice")
    join(alice, host)
    leave(host, 0)
    leave(host, 1)
    waiting_calls.serve(host.id, START_MS)
    sit(alice, host)
    sit(person("Walkin"), host)


def test_K9_players_own_tables_do_not_call_from_lists_of_a_kind() -> None:
    host, alice, opener = full_table(), person("Alice"), person("Opener")
    own = SteppedHost(open_table("Own", seats=2, opened_by=opener.pk).pk)
    locked = SteppedHost(open_table("Locked", seats=2, password="x").pk)
    waiting_list.join_kind(user_id=alice.pk, kind=kind_of(host))
    for table in (own, locked):
        waiting_calls.serve(table.id, START_MS)
        assert called(table) == []
    assert waiting_list.find_seat(user_id=alice.pk, kind=kind_of(host)) is None


def test_K9_waiting_is_refused_if_a_seat_is_free_the_player_sits_or_the_table_is_closed() -> None:
    alice = person("Alice")
    free = SteppedHost(open_table("Free").pk)
    assert_refused("seat_is_free", lambda: join(alice, free))
    host = full_table()
    sitter = User.objects.get(pk=Seat.objects.get(table=host.id, seat=0).player_id)
    assert_refused("already_seated", lambda: join(sitter, host))
    api.close_table(table_id=host.id)
    assert_refused("table_closed", lambda: join(alice, host))
    assert_refused("no_such_table", lambda: waiting_list.join(user_id=alice.pk, table_id=10**9))
    unknown = kind_of(host)._replace(big_blind=7)
    assert_refused("no_such_table", lambda: waiting_list.join_kind(user_id=alice.pk, kind=unknown))


def test_K9_the_number_of_waiting_lists_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting_list, "MOST_LISTS", 2)
    alice = person("Alice")
    for name in ("One", "Two"):
        join(alice, full_table(name))
    assert assert_refused("too_many_lists", lambda: join(alice, full_table("Three"))) == {"count": 2}


def test_K10_joining_the_list_of_a_table_with_a_password_takes_the_password() -> None:
    host, alice = SteppedHost(open_table(seats=2, password="sesame").pk), person("Alice")
    for name in ("A", "B"):
        sit(person(f"Sitter{name}"), host, password="sesame")
    host.read_inbox()
    assert_refused("wrong_password", lambda: join(alice, host))
    assert join(alice, host, password="sesame")


def test_K9_waiting_players_are_notified_when_the_table_closes() -> None:
    host, alice, bob = full_table(), person("Alice"), person("Bob")
    join(alice, host)
    waiting_list.join_kind(user_id=bob.pk, kind=kind_of(host))
    leave(host)
    leave(host, 1)
    waiting_calls.serve(host.id, START_MS)
    assert called(host) == ["Alice", "Bob"]
    api.close_table(table_id=host.id)
    own_entry, kind_entry = WaitingEntry.objects.get(player=alice), WaitingEntry.objects.get(player=bob)
    assert (own_entry.ended, own_entry.end_seen) == ("closed", False)
    assert (kind_entry.ended, kind_entry.called_to, kind_entry.misses) == ("", None, 0)
    assert_refused("table_closed", lambda: sit(alice, host))
    assert not waiting_calls.serve(host.id, START_MS).changed


def test_K9_a_stopped_table_withdraws_its_calls_and_they_do_not_count_as_missed() -> None:
    host, alice = full_table(), person("Alice")
    entry = join(alice, host)
    leave(host)
    waiting_calls.serve(host.id, START_MS)
    Table.objects.update(frozen=True)
    waiting_calls.serve(host.id, START_MS + 5 * MINUTE)
    entry.refresh_from_db()
    assert (entry.called_to, entry.misses, entry.ended) == (None, 0, "")
    Table.objects.update(frozen=False)
    waiting_calls.serve(host.id, START_MS + 6 * MINUTE)
    assert called(host) == ["Alice"]


def test_K9_tournament_tables_have_no_waiting_list() -> None:
    table = api.open_tournament_table(tournament=TOURNAMENT, name="Final", rules=level_rules(), seats=2)
    assert_refused("tournament_table", lambda: waiting_list.join(user_id=person("Petr").pk, table_id=table))
