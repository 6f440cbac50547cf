"""Rules K8, F1 and F3: the floor merges two tables; chips are kept and the reason is recorded."""

from functools import partial

import pytest
from django.db import DatabaseError, transaction

from backoffice.models import StaffAct
from games import api
from games.engine import events as ev
from games.engine.events.kinds import Announcement
from games.engine.table import commands as cm
from games.engine.table.seat_commands import moves_due
from games.models import Order, Seat, Table
from games.models.floor_decisions import FloorDecision
from games.models.moves import HouseMove, TableMerge
from games.operations import floor
from games.seating import reserved_seats, waiting_calls
from games.store.table_log import refuse_order
from pokerroom.models import User
from tests.games.support.seats import assert_audit_clean, assert_refused, notice_codes, stakes, wallet
from tests.games.support.tables import START_MS, SteppedHost, open_table, person, seat
from tests.games.support.waiting_lists import join, sit

pytestmark = pytest.mark.django_db


def two_tables(*, seats: int = 6) -> tuple[SteppedHost, SteppedHost, list[User]]:
    """Prague with Alice, Bob and Carl in a hand, and Brno with Dora."""
    prague, brno = SteppedHost(open_table().pk), SteppedHost(open_table("Brno", seats=seats).pk)
    people = [person(name) for name in ("Alice", "Bob", "Carl")]
    seat(prague, *people)
    seat(brno, person("Dora"))
    prague.until("turn")
    return prague, brno, people


def merge(source: SteppedHost, target: SteppedHost, *, reason: str = "two short tables") -> TableMerge:
    """Merges one table into another on Fiona's order, and lets the closing table read its inbox."""
    fiona = User.objects.filter(username="fiona").first() or person("Fiona")
    merged = api.merge_tables(table_id=source.id, into=target.id, reason=reason, by=fiona.pk)
    source.read_inbox()
    return merged


def move_all(host: SteppedHost) -> None:
    """Moves the players as a host does once the hand is over."""
    host.fold_out()
    for player in moves_due(host.table):
        host.do(cm.MoveToTable(player))
    host.read_inbox()


def names_at(host: SteppedHost) -> list[str]:
    return sorted(Seat.objects.filter(table=host.id).values_list("name", flat=True))


def test_F1_both_tables_are_told_with_the_reason() -> None:
    prague, brno, _people = two_tables()
    merge(prague, brno, reason="two short tables")
    brno.read_inbox()
    for host, told in (
        (prague, ev.Announced(Announcement.MERGES, "Brno", "two short tables")),
        (brno, ev.Announced(Announcement.RECEIVES, "Prague", "two short tables")),
    ):
        assert [event for event in host.table.public_events if isinstance(event, ev.Announced)] == [told]


def test_K8_all_players_move_with_their_chips_and_the_merged_table_closes() -> None:
    prague, brno, people = two_tables()
    wallets = {user: wallet(user) for user in people}
    merge(prague, brno)
    assert reserved_seats.reserved_for(brno.id) == {user.pk for user in people}
    # Meanwhile nobody sits down at the first table or takes a reserved seat at the second.
    assert_refused("table_closed", lambda: sit(person("Late"), prague))
    sit(person("Eve"), brno)
    brno.read_inbox()
    sit(person("Finn"), brno)
    brno.read_inbox()
    assert_refused("seat_kept", lambda: sit(person("Full"), brno))
    prague.fold_out()
    chips = prague.table.chips()
    for player in moves_due(prague.table):
        prague.do(cm.MoveToTable(player))
        assert_audit_clean()
    prague.read_inbox()
    brno.read_inbox()
    assert {player: brno.table.chips()[player] for player in chips} == chips
    assert all(brno.table.seat(brno.table.player_seat(user.pk) or 0).enters_free for user in people)
    assert names_at(brno) == ["Alice", "Bob", "Carl", "Dora", "Eve", "Finn"]
    assert {user: wallet(user) for user in people} == wallets
    assert notice_codes(people[0]) == ["merged", "moved"]
    assert Table.objects.get(pk=prague.id).closed_at is not None
    assert {move.ended for move in HouseMove.objects.all()} == {"went"}
    assert not Order.objects.unanswered().exists()
    assert_audit_clean()


def test_K8_players_cannot_cancel_a_merge_but_may_leave() -> None:
    prague, brno, (alice, *_) = two_tables()
    merge(prague, brno)
    assert_refused("must_move", lambda: prague.do(cm.SetStopPlan(alice.pk, "")))
    prague.do(cm.Leave(alice.pk))
    move_all(prague)
    brno.read_inbox()
    assert names_at(brno) == ["Bob", "Carl", "Dora"]
    assert HouseMove.objects.get(player=alice).ended == "left"
    assert Table.objects.get(pk=prague.id).closed_at is not None
    assert_audit_clean()


def test_F3_a_merge_is_recorded_with_operator_and_reason() -> None:
    prague, brno, _ = two_tables()
    merged = merge(prague, brno, reason="  two short tables ")
    stored = TableMerge.objects.get()
    assert (stored.source_id, stored.target_id, stored.reason, stored.by.display_name) == (
        prague.id,
        brno.id,
        "two short tables",
        "Fiona",
    )
    for change in (lambda: TableMerge.objects.update(reason="other"), merged.delete):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()


def test_F3_the_decision_and_the_log_name_tables_and_players_by_ids() -> None:
    prague, brno, people = two_tables()
    merge(prague, brno)
    changes = [["into", "", str(brno.id)], *(["moves", str(user.pk), str(brno.id)] for user in people)]
    decision = FloorDecision.objects.get()
    assert (decision.kind, decision.table_id, decision.reason, decision.changes) == (
        "merge", prague.id, "two short tables", changes,
    )  # fmt: skip
    act = StaffAct.objects.get()
    assert (act.act, act.changes) == ("table.merge", changes)


def called_off(host: SteppedHost) -> None:
    """Fiona takes the latest decision back, and the table reads its inbox."""
    by = User.objects.get(username="fiona").pk
    floor.undo(by=by, decision=FloorDecision.objects.latest("pk"), why="others left")
    host.read_inbox()


def test_F1_K8_a_merge_is_taken_back_before_anybody_has_moved() -> None:
    prague, brno, people = two_tables()
    merge(prague, brno)
    called_off(prague)
    assert Table.objects.get(pk=prague.id).is_open
    assert not reserved_seats.reserved_for(brno.id)
    prague.fold_out()
    assert moves_due(prague.table) == []
    assert names_at(prague) == ["Alice", "Bob", "Carl"]
    assert notice_codes(people[0])[:2] == ["merged", "merge_off"]
    brno.read_inbox()
    for host, kind in ((prague, Announcement.MERGES_NOT), (brno, Announcement.RECEIVES_NOT)):
        assert kind in [event.kind for event in host.table.public_events if isinstance(event, ev.Announced)]
    undone = FloorDecision.objects.latest("pk")
    assert (undone.kind, undone.undoes) == ("keep_open", FloorDecision.objects.earliest("pk"))
    # An open table like any other, it stays when its last player leaves.
    for user in people:
        prague.do(cm.Leave(user.pk))
    prague.read_inbox()
    assert Table.objects.get(pk=prague.id).closed_at is None
    assert_audit_clean()


def test_F1_K8_a_merge_taken_back_can_be_decided_again() -> None:
    prague, brno, _people = two_tables()
    merge(prague, brno)
    called_off(prague)
    merge(prague, brno)
    move_all(prague)
    brno.read_inbox()
    assert names_at(brno) == ["Alice", "Bob", "Carl", "Dora"]
    assert Table.objects.get(pk=prague.id).closed_at is not None


def test_F1_K8_a_merge_stays_once_somebody_has_moved() -> None:
    prague, brno, people = two_tables()
    merge(prague, brno)
    prague.fold_out()
    prague.do(cm.MoveToTable(people[0].pk))
    assert_refused("undo_money", lambda: called_off(prague))
    assert not Table.objects.get(pk=prague.id).is_open


def test_K8_impossible_merges_are_refused() -> None:
    prague, brno, _ = two_tables(seats=3)
    dear, closed = open_table("Dear", rules=stakes(20_00, 40_00)), open_table("Closed")
    api.close_table(table_id=closed.pk)
    fiona = person("Fiona").pk
    for code, source, target, reason in (
        ("why_needed", prague.id, brno.id, "  "),
        ("merge_itself", prague.id, prague.id, "short"),
        ("no_such_table", prague.id, 10**9, "short"),
        ("another_game", prague.id, dear.pk, "short"),
        ("table_closed", prague.id, closed.pk, "short"),
        ("table_closed", closed.pk, brno.id, "short"),
    ):
        assert_refused(code, partial(api.merge_tables, table_id=source, into=target, reason=reason, by=fiona))
    assert assert_refused("merge_no_room", lambda: merge(prague, brno)) == {"seats": 2, "count": 3}
    assert not TableMerge.objects.exists()
    assert Table.objects.get(pk=prague.id).is_open


def test_K8_players_who_cannot_be_seated_stay_are_notified_and_recorded() -> None:
    prague, brno, (alice, _bob, _carl) = two_tables()
    sit(alice, brno)
    brno.read_inbox()
    merged = merge(prague, brno)
    assert notice_codes(alice) == ["merge_stays"]
    assert list(merged.moves.filter(ended="stayed").values_list("player", flat=True)) == [alice.pk]
    move_all(prague)
    brno.read_inbox()
    assert (names_at(prague), names_at(brno)) == (["Alice"], ["Alice", "Bob", "Carl", "Dora"])
    assert Table.objects.get(pk=prague.id).closed_at is None
    # Having left the other table, she moves there when the tables are merged again.
    brno.do(cm.Leave(alice.pk))
    merge(prague, brno, reason="once more")
    prague.do(cm.MoveToTable(alice.pk))
    prague.read_inbox()
    brno.read_inbox()
    assert names_at(brno) == ["Alice", "Bob", "Carl", "Dora"]
    assert Table.objects.get(pk=prague.id).closed_at is not None
    assert_audit_clean()


def test_K8_players_stay_if_the_target_is_stopped_during_the_merge() -> None:
    prague, brno, people = two_tables()
    merged = merge(prague, brno)
    Table.objects.filter(pk=brno.id).update(frozen=True)
    prague.fold_out()
    for user in people:
        assert_refused("no_seat_there", lambda user=user: prague.do(cm.MoveToTable(user.pk)))
        api.record_failed_move(player=user.pk, table_id=prague.id, to=brno.id)
        prague.do(cm.SetTableMove(user.pk, 0, must=True))
    assert merged.moves.filter(ended="stayed").count() == 3
    assert len(names_at(prague)) == 3
    assert_audit_clean()


def test_K8_a_target_that_closes_during_the_merge_pays_out() -> None:
    prague, brno, (alice, *_) = two_tables()
    merge(prague, brno)
    prague.fold_out()
    before, chips = wallet(alice), prague.table.chips()[alice.pk]
    prague.do(cm.MoveToTable(alice.pk))
    for order in Order.objects.for_seats():
        refuse_order(order.pk, "table_closed")
    assert wallet(alice) == before + chips
    assert_audit_clean()


def test_K9_the_merged_waiting_list_is_placed_behind_the_targets() -> None:
    prague, brno = SteppedHost(open_table(seats=2).pk), SteppedHost(open_table("Brno", seats=4).pk)
    alice, both = person("Alice"), person("Both")
    seat(prague, person("Anna"), person("Bert"))
    seat(brno, *(person(f"Brno{number}") for number in range(4)))
    for user, host in ((alice, prague), (both, prague), (person("Ben"), brno), (both, brno), (person("Cora"), prague)):
        join(user, host)
    for place in (0, 1):
        brno.do(cm.Leave(Seat.objects.get(table=brno.id, seat=place).player_id))
    merge(prague, brno)
    rows = waiting_calls.active_entries().order_by("rank")
    entries = list(rows.values_list("table__name", "player__display_name"))
    assert entries == [("Brno", "Ben"), ("Brno", "Both"), ("Brno", "Alice"), ("Brno", "Cora")]
    assert not waiting_calls.serve(brno.id, START_MS).changed
    move_all(prague)
    brno.read_inbox()
    brno.do(cm.Leave(Seat.objects.filter(table=brno.id).order_by("pk")[0].player_id))
    waiting_calls.serve(brno.id, START_MS)
    assert waiting_calls.active_entries().get(called_to=brno.id).player.display_name == "Ben"
    assert_audit_clean()


def test_K8_a_must_move_table_is_merged_into_its_main_table() -> None:
    main = SteppedHost(open_table("Main", seats=5).pk)
    feeder = SteppedHost(open_table("Feeder", feeds=Table.objects.get(pk=main.id)).pk)
    people = [person(name) for name in ("Alice", "Bob")]
    seat(feeder, *people)
    feeder.until("turn")
    assert api.send_to_main_table(table_id=feeder.id, line=[people[0].pk]) == [people[0].pk]
    feeder.read_inbox()
    merge(feeder, main)
    assert HouseMove.objects.count() == 2
    assert api.send_to_main_table(table_id=feeder.id, line=[people[1].pk]) == []
    move_all(feeder)
    main.read_inbox()
    assert names_at(main) == ["Alice", "Bob"]
    assert Table.objects.get(pk=feeder.id).closed_at is not None
    assert_audit_clean()


def test_K8_an_empty_table_is_closed_at_once() -> None:
    prague, brno = SteppedHost(open_table().pk), SteppedHost(open_table("Brno").pk)
    merge(prague, brno)
    assert Table.objects.get(pk=prague.id).closed_at is not None


def test_K8_chips_survive_a_crash_of_the_host_during_a_merge() -> None:
    prague, brno, people = two_tables()
    merge(prague, brno)
    prague.fold_out()
    prague.do(cm.MoveToTable(people[0].pk))
    restarted = SteppedHost(prague.id, now=prague.now)
    assert moves_due(restarted.table) == [user.pk for user in people[1:]]
    for user in people[1:]:
        restarted.do(cm.MoveToTable(user.pk))
    SteppedHost(prague.id, now=prague.now).read_inbox()
    SteppedHost(brno.id).read_inbox()
    assert names_at(brno) == ["Alice", "Bob", "Carl", "Dora"]
    assert Table.objects.get(pk=prague.id).closed_at is not None
    assert_audit_clean()
