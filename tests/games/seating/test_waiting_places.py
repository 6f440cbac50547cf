"""Joining and leaving lists: which rows change, who is notified, and which tables are offered (K9)."""

import pytest
from django.utils import timezone

from games.messaging.messages import user_group
from games.models import Table
from games.models.access import WaitingEntry
from games.seating import waiting_list
from games.seating.waiting_calls import RANK_STEP, kind_of
from pokerroom.models import User
from tests.games.support.restrictions import bar
from tests.games.support.seats import assert_refused, stakes
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.support.tournament_tables import open_tournament_table
from tests.games.support.waiting_lists import full_table, join
from tests.games.support.watched import recorded_groups

pytestmark = pytest.mark.django_db


def entry_of(user: User) -> tuple[bool, bool, str, bool]:
    """Of the player's entry: whether it is called and away, how it ended, and whether the end was shown."""
    entry = WaitingEntry.objects.get(player=user)
    assert bool(entry.ended) == (entry.ended_at is not None)
    return entry.called_to is not None, entry.away, entry.ended, entry.end_seen


def test_K9_joining_wakes_the_table_its_must_move_tables_and_all_in_the_list() -> None:
    host, alice, bob = full_table(), person("Alice"), person("Bob")
    table = Table.objects.get(pk=host.id)
    feeder, _other = open_table("Feeder", feeds=table), full_table("Other")
    first = join(alice, host)
    join(person("Elsewhere"), _other)
    with recorded_groups() as groups:
        second = join(bob, host)
    hosts = {f"host.{host.id}", f"host.{feeder.pk}"}
    assert set(groups) == {*hosts, "lobby", f"user.{alice.pk}", f"user.{bob.pk}"}
    assert [(one.rank, one.kind) for one in (first, second)] == [
        (first.pk * RANK_STEP, ""),
        (second.pk * RANK_STEP, ""),
    ]
    with recorded_groups() as groups:
        assert join(bob, host) == second
    assert groups == []


def test_K9_joining_a_kind_wakes_its_tables_and_leaving_the_table_called_to() -> None:
    prague, brno, alice = open_table(), open_table("Brno"), person("Alice")
    open_table("Dear", rules=stakes(20_00, 40_00))
    private = open_table("Private", opened_by=person("Owner").pk)
    with recorded_groups() as groups:
        number = waiting_list.join_kind(user_id=alice.pk, kind=kind_of(prague))
    assert waiting_list.join_kind(user_id=alice.pk, kind=kind_of(prague)) == number
    hosts = {f"host.{prague.pk}", f"host.{brno.pk}"}
    assert set(groups) == {*hosts, "lobby", f"user.{alice.pk}"}
    WaitingEntry.objects.update(called_to=private, call_until=timezone.now())
    with recorded_groups() as groups:
        waiting_list.leave(user_id=alice.pk, entry_id=number)
    assert set(groups) == {*hosts, f"host.{private.pk}", "lobby", f"user.{alice.pk}"}
    assert entry_of(alice) == (False, False, "left", True)
    with recorded_groups() as groups:
        waiting_list.leave(user_id=alice.pk, entry_id=number)
        waiting_list.set_away(user_id=alice.pk, entry_id=number, away=True)
    assert (groups, entry_of(alice)) == ([], (False, False, "left", True))


def test_K9_being_away_gives_up_the_call_and_coming_back_keeps_it() -> None:
    host, alice, bob = full_table(), person("Alice"), person("Bob")
    entry, other = join(alice, host), join(bob, host)
    WaitingEntry.objects.update(called_to=host.id, call_until=timezone.now())
    waiting_list.set_away(user_id=bob.pk, entry_id=entry.pk, away=True)
    waiting_list.set_away(user_id=alice.pk, entry_id=entry.pk, away=False)
    assert [entry_of(user) for user in (alice, bob)] == [(True, False, "", True)] * 2
    with recorded_groups() as groups:
        waiting_list.set_away(user_id=alice.pk, entry_id=entry.pk, away=True)
    assert f"host.{host.id}" in groups
    assert [entry_of(user) for user in (alice, bob)] == [(False, True, "", True), (True, False, "", True)]
    with recorded_groups() as groups:
        waiting_list.decline_call(user_id=bob.pk, entry_id=other.pk)
    assert f"host.{host.id}" in groups
    assert entry_of(bob) == (False, False, "", True)
    waiting_list.leave(user_id=bob.pk, entry_id=entry.pk)
    assert entry_of(alice) == (False, True, "", True)


def test_K9_only_an_end_of_ones_own_is_marked_as_seen() -> None:
    host, alice, bob = full_table(), person("Alice"), person("Bob")
    entry, other = join(alice, host), join(bob, host)
    WaitingEntry.objects.update(end_seen=False)
    waiting_list.mark_end_seen(user_id=alice.pk, entry_id=entry.pk)
    assert entry_of(alice) == (False, False, "", False)
    WaitingEntry.objects.update(ended="missed", ended_at=timezone.now())
    waiting_list.mark_end_seen(user_id=alice.pk, entry_id=other.pk)
    with recorded_groups() as groups:
        waiting_list.mark_end_seen(user_id=alice.pk, entry_id=entry.pk)
    assert user_group(alice.pk) in groups, "the other pages of the player no longer show it either"
    assert (entry_of(alice), entry_of(bob)) == ((False, False, "missed", True), (False, False, "missed", False))


def test_K9_an_ended_wait_is_joined_anew_and_lists_are_counted_for_one_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting_list, "MOST_LISTS", 1)
    host, other, alice = full_table(), full_table("Other"), person("Alice")
    first = join(alice, host)
    waiting_list.leave(user_id=alice.pk, entry_id=first.pk)
    assert join(alice, host).pk != first.pk
    join(person("Bob"), other)
    assert_refused("too_many_lists", lambda: join(alice, other))
    assert_refused("too_many_lists", lambda: waiting_list.join_kind(user_id=alice.pk, kind=kind_of(open_table("Free"))))


def test_K12_a_barred_player_does_not_wait() -> None:
    host, alice = full_table(), person("Alice")
    bar(alice, host.id)
    assert_refused("not_at_this_table", lambda: join(alice, host))


def test_K9_the_tables_offered_are_open_public_cash_tables_of_the_kind_fullest_first() -> None:
    alice = person("Alice")
    names = ("Zebra", "Yak", "Bear", "Busy", "Own seat", "Barred", "Paused", "Frozen", "Closing", "Closed")
    tables = {name: open_table(name, sort_order=2 if name in ("Yak", "Bear") else 1) for name in names}
    open_table("Locked", password="x")
    open_table("Private", opened_by=person("Owner").pk)
    open_table("Dear", rules=stakes(20_00, 40_00))
    open_table("Crowns", currency="CZK")
    open_tournament_table()
    for name, change in (
        ("Paused", {"is_paused": True}),
        ("Frozen", {"frozen": True}),
        ("Closing", {"is_open": False}),
        ("Closed", {"is_open": False, "closed_at": timezone.now()}),
    ):
        Table.objects.filter(name=name).update(**change)
    seat(SteppedHost(tables["Busy"].pk), person("P1"), person("P2"))
    seat(SteppedHost(tables["Own seat"].pk), alice)
    bar(alice, tables["Barred"])
    kind = kind_of(tables["Zebra"])
    assert {table.name for table in waiting_list.tables_of(kind)} == {*names[:6]}
    found = []
    while (number := waiting_list.find_seat(user_id=alice.pk, kind=kind)) is not None:
        found.append(Table.objects.get(pk=number).name)
        Table.objects.filter(pk=number).update(is_paused=True)
    assert found == ["Busy", "Zebra", "Bear", "Yak"]
