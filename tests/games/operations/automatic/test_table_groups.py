"""One more table opens when all like it are full, and closes when nobody needs it; waiting players are called to it."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from backoffice.models import StaffAct
from games import api
from games.lobby.queries import lobby_rows
from games.messaging.orders import lock_table
from games.models import Order, Table
from games.models.access import Admission, WaitingEntry
from games.models.floor_decisions import FloorDecision
from games.operations.automatic.table_groups import close_empty, free_seats, open_more
from games.operations.tables import change_table, close_table
from games.seating import waiting_calls, waiting_list
from games.seating.bans import barred_players
from pokerroom.models import User
from tests.games.support.concurrency import run_concurrently
from tests.games.support.seats import assert_refused
from tests.games.support.tables import NL_10_20, SteppedHost, open_table, person, seat

NOW = timezone.now()
MINUTE = timedelta(minutes=1)


def origin_of(name: str = "Prague", **settings: Any) -> Table:
    """A table of two seats, of which up to three are open; an empty one closes after five minutes."""
    return open_table(name, **{"seats": 2, "most_alike": 3, "empty_minutes": 5, **settings})


def fill(table: Table, *names: str) -> SteppedHost:
    """Seats two people."""
    host = SteppedHost(table.pk)
    seat(host, *(person(name) for name in names or (f"A{table.pk}", f"B{table.pk}")))
    return host


def leave(host: SteppedHost, *people: User) -> None:
    """Takes people's seats away."""
    for one in people:
        table = lock_table(host.id)
        table.taken_seats.filter(player=one).delete()


def open_one(origin: Table) -> Table:
    """The table that opens now for this one."""
    (opened,) = open_more([origin.pk], NOW)
    return Table.objects.get(pk=opened)


@pytest.mark.django_db
def test_one_more_opens_only_when_every_seat_is_taken_and_is_like_the_first_as_that_is_now() -> None:
    origin = origin_of(watch_delay=30, closes_at=NOW + 60 * MINUTE)
    assert open_more([origin.pk], NOW) == []
    fill(origin)
    slower = NL_10_20._replace(clock=NL_10_20.clock._replace(turn=9))
    change_table(table_id=origin.pk, max_buy_in=6_000_00, rules=slower, password="sesame")
    new = open_one(origin)
    assert (new.name, new.opened_for_id, new.most_alike) == ("Prague 1", origin.pk, 0)
    assert (new.seats, new.watch_delay, new.max_buy_in, new.closes_at) == (2, 30, 6_000_00, origin.closes_at)
    assert new.rules.clock.turn == 9, "changes that the table has not read yet among them"
    assert new.password == Table.objects.get(pk=origin.pk).password
    act = StaffAct.objects.latest("number")
    assert (act.act, act.by, act.subject_id) == ("table.opened_alike", None, str(new.pk))
    assert open_more([origin.pk], NOW) == [], "there is room now"


@pytest.mark.django_db
def test_no_more_open_than_the_option_says_and_none_for_a_table_that_is_not_dealt_at() -> None:
    origin = origin_of()
    fill(origin)
    fill(open_one(origin))
    fill(open_one(origin))
    assert open_more([origin.pk], NOW) == [], "three are open"
    Table.objects.filter(opened_for=origin).update(is_open=False)
    for state in ({"is_paused": True}, {"frozen": True}, {"is_open": False}, {"closes_at": NOW + 9 * MINUTE}):
        before = Table.objects.filter(pk=origin.pk).values(*state).get()
        Table.objects.filter(pk=origin.pk).update(**state)
        assert open_more([origin.pk], NOW) == [], state
        Table.objects.filter(pk=origin.pk).update(**before)
    assert len(open_more([origin.pk], NOW)) == 1


@pytest.mark.django_db
def test_room_at_another_table_of_the_same_stakes_is_room_but_not_at_other_stakes_or_behind_a_password() -> None:
    origin = origin_of()
    fill(origin)
    other = open_table("Other", seats=2)
    stakes = NL_10_20.stakes._replace(small_blind=20_00, big_blind=40_00)
    open_table("Dear", rules=NL_10_20._replace(stakes=stakes))
    open_table("Private", password="sesame")
    open_table("Owned", opened_by=person("Owner").pk)
    assert open_more([origin.pk], NOW) == []
    fill(other)
    assert len(open_more([origin.pk], NOW)) == 1


@pytest.mark.django_db
def test_seats_of_house_bots_are_free_and_kept_seats_are_taken() -> None:
    table = origin_of()
    host = SteppedHost(table.pk)
    bot, alice, bob = person("Bot", bot=True), person("Alice"), person("Bob")
    seat(host, bot)
    assert free_seats(table) == 2
    seat(host, alice)
    assert free_seats(table) == 1
    entry = WaitingEntry.objects.create(player=bob, table=table, called_to=table, call_until=NOW + MINUTE)
    assert free_seats(table) == 0
    entry.delete()
    api.take_seat(user=bob, table_id=open_table("Else").pk, seat=-1, amount=1_000_00)
    assert free_seats(table) == 1


@pytest.mark.django_db
def test_K12_a_player_who_is_barred_or_invited_at_the_first_is_so_at_the_new_one() -> None:
    origin = origin_of()
    fill(origin)
    alice, bob, floorman = person("Alice"), person("Bob"), person("Floor")
    for player, kind in ((alice, "invited"), (bob, "barred")):
        Admission.objects.create(table=origin, player=player, kind=kind, reason="a private game", by=floorman)
    new = open_one(origin)
    assert barred_players(new.pk, [alice.pk, bob.pk, floorman.pk]) == {bob.pk, floorman.pk}


@pytest.mark.django_db
def test_K9_a_player_who_waits_for_the_full_table_is_called_to_the_new_one_and_the_seat_is_kept() -> None:
    origin = origin_of()
    fill(origin)
    change_table(table_id=origin.pk, password="sesame")
    carl, dora = person("Carl"), person("Dora")
    for player in (carl, dora):
        waiting_list.join(user_id=player.pk, table_id=origin.pk, password="sesame")
    new = open_one(origin)
    assert {row.table: row.reserved for row in lobby_rows()} == {origin.pk: 2, new.pk: 2}
    now = round(NOW.timestamp() * 1000)
    assert waiting_calls.serve(new.pk, now).changed
    assert list(WaitingEntry.objects.order_by("pk").values_list("player", "called_to")) == [
        (carl.pk, new.pk),
        (dora.pk, new.pk),
    ]
    assert not waiting_calls.has_seat_for(new, person("Emil").pk)
    assert waiting_calls.serve(origin.pk, now).changed is False, "the first calls nobody away from it"
    host = SteppedHost(new.pk)
    api.take_seat(user=carl, table_id=new.pk, seat=-1, amount=1_000_00, password="sesame")
    host.read_inbox()
    assert list(WaitingEntry.objects.filter(ended="").values_list("player", flat=True)) == [dora.pk]


@pytest.mark.django_db
def test_an_empty_one_closes_after_its_minutes_while_there_is_room_elsewhere_and_the_first_never_does() -> None:
    origin = origin_of()
    first = fill(origin)
    new = open_one(origin)
    both = [origin.pk, new.pk]
    opened_at = Table.objects.get(pk=new.pk).no_people_since
    assert opened_at is not None
    late = opened_at + 5 * MINUTE
    assert close_empty(both, late) == [], "the first is full"
    people = list(User.objects.filter(table_seats__table=origin))
    leave(first, people[0])
    assert close_empty(both, late - MINUTE / 60) == []
    assert close_empty(both, late) == [new.pk]
    assert close_empty(both, late) == []
    decision = FloorDecision.objects.get()
    assert (decision.table_id, decision.by, decision.reason) == (new.pk, None, "not_needed")
    assert StaffAct.objects.latest("number").act == "table.not_needed"
    leave(first, people[1])
    Table.objects.filter(pk=origin.pk).update(no_people_since=opened_at)
    assert close_empty(both, late + 60 * MINUTE) == []
    assert Table.objects.get(pk=origin.pk).is_open


@pytest.mark.django_db
def test_one_where_somebody_sits_or_is_about_to_stays_open_and_house_bots_alone_do_not_keep_it() -> None:
    origin = origin_of()
    fill(origin)
    new = open_one(origin)
    Table.objects.filter(pk=origin.pk).update(seats=3)
    host, bot, alice = SteppedHost(new.pk), person("Bot", bot=True), person("Alice")
    seat(host, bot, alice)
    assert Table.objects.get(pk=new.pk).no_people_since is None
    assert close_empty([new.pk], NOW + 60 * MINUTE) == []
    Table.objects.filter(pk=new.pk).update(no_people_since=NOW)
    assert close_empty([new.pk], NOW + 60 * MINUTE) == [], "the row alone does not say that she is gone"
    leave(host, alice)
    entry = WaitingEntry.objects.create(player=alice, table=origin, called_to=new, call_until=NOW + MINUTE)
    assert close_empty([new.pk], NOW + 60 * MINUTE) == [], "a seat is kept for her"
    entry.delete()
    assert close_empty([new.pk], NOW + 60 * MINUTE) == [new.pk]


@pytest.mark.django_db
def test_of_two_empty_ones_one_stays_and_when_the_first_is_closed_neither_does() -> None:
    origin = origin_of()
    fill(origin)
    one = open_one(origin)
    Table.objects.filter(pk=one.pk).update(seats=2, frozen=True)
    two = open_one(origin)
    Table.objects.filter(pk=one.pk).update(frozen=False)
    late = NOW + 60 * MINUTE
    assert len(close_empty([one.pk, two.pk], late)) == 1
    assert close_empty([one.pk, two.pk], late) == []
    close_table(table_id=origin.pk)
    assert len(close_empty([one.pk, two.pk], late)) == 1


@pytest.mark.django_db
def test_a_must_move_table_and_one_that_was_opened_so_cannot_have_the_option() -> None:
    origin = origin_of()
    assert_refused("alike_must_move", lambda: open_table("Feeder", feeds=origin, most_alike=2))
    fill(origin)
    new = open_one(origin)
    detail = assert_refused("alike_opened_for", lambda: change_table(table_id=new.pk, most_alike=2))
    assert detail == {"name": "Prague"}


@pytest.mark.django_db(transaction=True)
def test_hosts_that_ask_at_the_same_time_open_one() -> None:
    first, second = origin_of("First"), origin_of("Second")
    fill(first)
    fill(second)
    run_concurrently(4, lambda number: open_more([(first, second)[number % 2].pk], NOW))
    assert Table.objects.filter(opened_for__isnull=False).count() == 1
    assert not Order.objects.filter(kind=Order.Kind.CLOSE).exists()
