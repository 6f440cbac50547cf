"""The rows of waiting lists: who is in a table's line, and what a call, a miss and an end write (K9)."""

from datetime import UTC, datetime, timedelta

import pytest

from games.models import Table
from games.models.access import WaitingEntry
from games.models.moves import HouseMove
from games.seating import waiting_calls
from games.seating.waiting_calls import ServeResult
from pokerroom.models import User
from tests.games.support.restrictions import bar
from tests.games.support.tables import NL_10_20, START_MS, SteppedHost, open_table, person, seat
from tests.games.support.waiting_lists import full_table, leave
from tests.games.support.watched import recorded_locks

pytestmark = pytest.mark.django_db
MINUTE = 60_000
START = datetime.fromtimestamp(START_MS / 1000, UTC)
KIND = "holdem:nl:1000:2000:0:PLAY"
OTHER_KIND = "holdem:nl:2000:4000:0:PLAY"


def wait(name: str, table: Table | None = None, *, kind: str = "", at: Table | None = None, seconds: int = 60) -> User:
    """A player who waits for a table or a kind, and is called to the table `at`, for so many seconds from the start."""
    user = User.objects.filter(username=name.lower()).first() or person(name)
    until = START + timedelta(seconds=seconds) if at else None
    entry = WaitingEntry.objects.create(player=user, table=table, kind=kind, called_to=at, call_until=until)
    WaitingEntry.objects.filter(pk=entry.pk).update(rank=entry.pk * waiting_calls.RANK_STEP)
    return user


def rows() -> list[tuple[str, str, str, bool]]:
    """Of each entry, oldest first: the player, the table called to, how it ended, and whether the end was shown."""
    found = WaitingEntry.objects.order_by("pk").values_list(
        "player__display_name", "called_to__name", "ended", "end_seen", "ended_at", "call_until"
    )
    for _, called_to, ended, _, ended_at, until in found:
        assert bool(ended) == (ended_at is not None)
        assert bool(called_to) == (until is not None)
    return [(name, called_to or "", ended, seen) for name, called_to, ended, seen, _, _ in found]


def test_the_kind_of_the_usual_table() -> None:
    assert waiting_calls.kind_of(open_table()).code == KIND


@pytest.mark.parametrize(("change", "kinds"), [({}, True), ({"password": "x"}, False), ({"opened_by": True}, False)])
def test_K9_the_line_of_a_table_is_its_own_its_main_tables_and_its_kinds(
    change: dict[str, object], kinds: bool
) -> None:
    main, other = open_table("Main"), open_table("Other")
    host = full_table("Feeder")
    Table.objects.filter(pk=host.id).update(feeds=main)
    if change:
        opener = person("Opener") if "opened_by" in change else None
        Table.objects.filter(pk=host.id).update(**change | ({"opened_by": opener} if opener else {}))
    table = Table.objects.get(pk=host.id)
    own, mains, kind = wait("Own", table), wait("Mains", main), wait("Kind", kind=KIND)
    called_here = wait("Called here", kind=KIND, at=table, seconds=600)
    wait("Others", other)
    wait("Other kind", kind=OTHER_KIND)
    wait("Called there", kind=KIND, at=other, seconds=600)
    wait("Ended", table)
    WaitingEntry.objects.filter(player__display_name="Ended").update(ended="left", ended_at=START)
    line = [own, mains, *([kind, called_here] if kinds else [])]
    due = START_MS + 10 * MINUTE if kinds else 0
    assert waiting_calls.serve(host.id, START_MS) == ServeResult(False, tuple(sorted(user.pk for user in line)), due)
    Table.objects.filter(pk=host.id).update(feeds=None)
    line.remove(mains)
    assert waiting_calls.serve(host.id, START_MS).line == tuple(sorted(user.pk for user in line))


def test_K9_a_table_without_a_list_is_not_locked_and_one_with_a_list_is_with_its_entries() -> None:
    host, other = full_table(), open_table("Other")
    wait("Others", other)
    with recorded_locks() as locks:
        assert waiting_calls.serve(host.id, START_MS) == ServeResult()
    assert locks == []
    wait("Own", Table.objects.get(pk=host.id))
    with recorded_locks() as locks:
        waiting_calls.serve(host.id, START_MS)
    assert locks == ["games_table by no order for no key update", "games_waitingentry by id for update"]


def test_K9_a_player_in_two_lists_is_in_line_once_with_the_call() -> None:
    host = full_table()
    leave(host)
    table = Table.objects.get(pk=host.id)
    wait("Alice", table)
    wait("Bob", table)
    wait("Alice", kind=KIND, at=table)
    assert not waiting_calls.serve(host.id, START_MS).changed
    assert [name for name, called_to, _, _ in rows() if called_to] == ["Alice"]


def test_K9_the_next_call_to_run_out_is_due() -> None:
    host = SteppedHost(open_table(seats=4).pk)
    table = Table.objects.get(pk=host.id)
    wait("Alice", table, at=table, seconds=10)
    wait("Bob", table, at=table, seconds=30)
    wait("Carl", table)
    assert waiting_calls.serve(host.id, START_MS).due == START_MS + 10_000
    assert WaitingEntry.objects.get(player__display_name="Carl").call_until == START + timedelta(minutes=1)
    assert not waiting_calls.serve(host.id, START_MS + 9_999).changed


def test_K9_a_miss_costs_one_place_and_is_counted() -> None:
    host = full_table()
    leave(host)
    table = Table.objects.get(pk=host.id)
    alice, bob, carl = (wait(name, table) for name in ("Alice", "Bob", "Carl"))
    ranks = dict(WaitingEntry.objects.values_list("player", "rank"))
    waiting_calls.serve(host.id, START_MS)
    served = waiting_calls.serve(host.id, START_MS + MINUTE)
    assert served == ServeResult(True, tuple(sorted((alice.pk, bob.pk, carl.pk))), START_MS + 2 * MINUTE)
    assert dict(WaitingEntry.objects.values_list("player", "rank")) == ranks | {alice.pk: ranks[bob.pk] + 1}
    assert list(WaitingEntry.objects.order_by("rank").values_list("player", "misses", "called_to")) == [
        (bob.pk, 0, host.id),
        (alice.pk, 1, None),
        (carl.pk, 0, None),
    ]


def test_K9_a_player_who_misses_a_call_alone_keeps_the_place_and_is_called_again() -> None:
    host = full_table()
    leave(host)
    wait("Alice", Table.objects.get(pk=host.id))
    rank = WaitingEntry.objects.get().rank
    waiting_calls.serve(host.id, START_MS)
    assert waiting_calls.serve(host.id, START_MS + MINUTE).due == START_MS + 2 * MINUTE
    entry = WaitingEntry.objects.get()
    assert (entry.rank, entry.misses, entry.call_until) == (rank, 1, START + timedelta(minutes=2))
    assert waiting_calls.serve(host.id, START_MS + 2 * MINUTE) == ServeResult(True, (entry.player_id,), 0)
    assert rows() == [("Alice", "", "missed", False)]


def test_K12_a_barred_players_call_is_withdrawn_at_once() -> None:
    host = full_table()
    leave(host)
    table = Table.objects.get(pk=host.id)
    alice = wait("Alice", table, at=table)
    bar(alice, table)
    assert waiting_calls.serve(host.id, START_MS) == ServeResult(True, (alice.pk,), 0)
    assert rows() == [("Alice", "", "", True)]
    assert not waiting_calls.serve(host.id, START_MS).changed


def test_K8_a_moving_player_has_the_reserved_seat_and_nobody_else() -> None:
    host, other = SteppedHost(open_table(seats=2).pk), open_table("Other")
    table, moving, walkin = Table.objects.get(pk=host.id), person("Moving"), person("Walkin")
    seat(host, person("Sits"))
    assert waiting_calls.has_seat_for(table, walkin.pk)
    HouseMove.objects.create(player=moving, source=other, target=table)
    assert [waiting_calls.has_seat_for(table, user.pk) for user in (moving, walkin)] == [True, False]
    wait("Waits", table)
    assert not waiting_calls.serve(host.id, START_MS).changed, "the reserved seat is free for nobody in line"
    HouseMove.objects.all().update(ended="stayed")
    seat_taker = person("Taker")
    WaitingEntry.objects.all().delete()
    seat(host, seat_taker)
    HouseMove.objects.create(player=moving, source=other, target=table)
    assert not waiting_calls.has_seat_for(table, moving.pk)


def test_K9_a_seat_is_kept_neither_for_barred_players_nor_for_those_who_sit_already() -> None:
    host = SteppedHost(open_table(seats=3).pk)
    table, walkin, sitter = Table.objects.get(pk=host.id), person("Walkin"), person("Sits")
    seat(host, sitter)
    WaitingEntry.objects.create(player=sitter, table=table)
    bar(wait("Barred", table), table)
    wait("Waits", table)
    assert waiting_calls.has_seat_for(table, walkin.pk)
    wait("Second", table)
    assert not waiting_calls.has_seat_for(table, walkin.pk)


def test_K9_sitting_down_ends_the_players_waiting_for_the_table_its_main_table_and_its_kind() -> None:
    main, other = open_table("Main"), open_table("Other")
    table = open_table("Feeder", feeds=main)
    alice = wait("Alice", table)
    wait("Alice", main)
    wait("Alice", kind=KIND)
    wait("Alice", other)
    wait("Alice", kind=OTHER_KIND)
    wait("Bob", table)
    dear = open_table("Dear", rules=NL_10_20._replace(stakes=NL_10_20.stakes._replace(small_blind=20_00)))
    wait("Alice", dear, at=table)
    waiting_calls.end_for_seat(table, alice.pk)
    seated, waits = ("Alice", "", "seated", True), ("Alice", "", "", True)
    assert rows() == [seated, seated, seated, waits, waits, ("Bob", "", "", True), seated]
    Table.objects.filter(pk=other.pk).update(feeds=None)
    waiting_calls.end_for_seat(other, alice.pk)
    assert rows()[3:5] == [seated, waits]


def test_F8_all_waiting_of_one_player_ends_and_the_tables_concerned_are_returned_in_order() -> None:
    first, second, third = open_table("First"), open_table("Second"), open_table("Third")
    alice = wait("Alice", third)
    wait("Alice", kind=KIND, at=second)
    wait("Alice", first)
    wait("Alice", kind=OTHER_KIND)
    wait("Bob", first)
    assert waiting_calls.end_for_player(alice.pk) == [first.pk, second.pk, third.pk]
    assert rows() == [*[("Alice", "", "left", True)] * 4, ("Bob", "", "", True)]
    assert waiting_calls.end_for_player(alice.pk) == []


def test_K9_a_closing_table_ends_its_list_and_withdraws_its_calls() -> None:
    table, other = open_table("Table"), open_table("Other")
    people = [wait("Zoe", table), wait("Called", kind=KIND, at=table), wait("Adam", table, at=table)]
    wait("Others", other)
    wait("Called there", kind=KIND, at=other)
    with recorded_locks() as locks:
        assert waiting_calls.end_for_tables([table.pk]) == [user.pk for user in people]
    assert set(locks) == {"games_waitingentry by id for update"}
    assert rows() == [
        ("Zoe", "", "closed", False),
        ("Called", "", "", True),
        ("Adam", "", "closed", False),
        ("Others", "", "", True),
        ("Called there", "Other", "", True),
    ]


def test_K9_only_a_called_entry_can_be_declined() -> None:
    table = open_table()
    wait("Alice", table, at=table)
    wait("Bob", table)
    alice, bob = WaitingEntry.objects.order_by("pk")
    waiting_calls.decline_call(table, bob.pk)
    assert [name for name, called_to, _, _ in rows() if called_to] == ["Alice"]
    with recorded_locks() as locks:
        waiting_calls.decline_call(table, alice.pk)
    assert locks == ["games_waitingentry by id for update"]
    found = WaitingEntry.objects.order_by("rank").values_list("player__display_name", "misses", "rank")
    assert list(found) == [("Bob", 0, bob.rank), ("Alice", 1, bob.rank + 1)]


def test_K9_only_the_entry_of_the_player_who_got_the_seat_ends() -> None:
    table = open_table()
    wait("Alice", table, at=table)
    wait("Bob", table)
    waiting_calls.end_as_seated(WaitingEntry.objects.get(player__display_name="Alice"))
    assert rows() == [("Alice", "", "seated", True), ("Bob", "", "", True)]
