"""Reports of tournament tables: written exactly once, with their decisions; no money moves."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from cashier import api as cashier
from games import api
from games.engine.errors import IllegalAction
from games.engine.hand.actions import Fold
from games.engine.table import commands as cm
from games.models import Decision, Hand, Seat, Table
from games.models.tournament_reports import TableReport
from tests.games.support.seats import assert_audit_clean
from tests.games.support.tables import SteppedHost, race_to_commit
from tests.games.support.tournament_tables import (
    TOURNAMENT,
    open_tournament_table,
    play_all_in_hand,
    reports,
    seat_entrants,
    send_order,
)

pytestmark = pytest.mark.django_db


def test_T10_the_report_of_a_finished_hand_has_all_that_places_and_blinds_need() -> None:
    host = open_tournament_table()
    alice, bob = seat_entrants(host, "Alice", "Bob")
    play_all_in_hand(host)
    (line,) = reports("hand_finished")
    data = line.data
    loser, winner = sorted((alice.pk, bob.pk), key=lambda player: dict(data["stacks_after"])[player])
    assert data["stacks_before"] == [[alice.pk, 1_500], [bob.pk, 1_500]]
    assert dict(data["stacks_after"]) == {loser: 0, winner: 3_000}
    assert data["seats"] == [[0, alice.pk], [1, bob.pk]]
    (bust,) = data["busted"]
    assert (bust["player"], bust["stack_before"], bust["by"], bust["stays"]) == (loser, 1_500, [winner], False)
    assert bust["all_in_order"] in (1, 2)
    assert bust["strength"] > 0
    assert sorted(post[1:] for post in data["posts"]) == [["big_blind", 100], ["small_blind", 50]]
    assert data["big_blind"] != data["small_blind"] == data["button"]
    assert data["started_at"] < data["ended_at"] == host.now
    assert data["shown_until"] == host.now, "nobody is left to play another hand with"
    (left,) = reports("unseated")
    assert left.data == {"player": loser, "seat": [alice.pk, bob.pk].index(loser), "chips": 0}
    assert line.decision == left.decision == host.number
    assert not Seat.objects.filter(player=loser).exists()
    assert Hand.objects.count() == 1


def test_T4_the_report_says_until_when_the_table_shows_how_the_hand_ended() -> None:
    host = open_tournament_table()
    seat_entrants(host, "Alice", "Bob", "Charlie")
    host.until("turn")
    host.fold_out()
    (line,) = reports("hand_finished")
    assert line.data["shown_until"] == host.now + host.table.rules.clock.after_fold


def test_T12_a_busted_player_who_may_re_buy_is_reported_and_keeps_the_seat() -> None:
    host = open_tournament_table(rebuys=True)
    people = [user.pk for user in seat_entrants(host, "Alice", "Bob")]
    play_all_in_hand(host)
    (line,) = reports("hand_finished")
    (bust,) = line.data["busted"]
    assert bust["stays"]
    assert not reports("unseated")
    send_order(api.order_add_chips(table_id=host.id, player=bust["player"], chips=1_500, key="re-buy"))
    host.read_inbox()
    (given,) = reports("chips_set")
    assert given.data == {"player": bust["player"], "before": 0, "after": 1_500, "reason": "given"}
    assert api.chips_of_tournament(tournament=TOURNAMENT) == {
        player: 1_500 if player == bust["player"] else 3_000 for player in people
    }
    host.until("turn")


def test_T6_a_move_is_reported_with_its_chips_which_count_on_the_way() -> None:
    first, second = open_tournament_table(), open_tournament_table("T7 table 2")
    alice, bob, charlie = seat_entrants(first, "Alice", "Bob", "Charlie")
    send_order(api.order_take_away(table_id=first.id, player=alice.pk, key="move 1 out"))
    first.read_inbox()
    (left,) = reports("unseated")
    assert left.data == {"player": alice.pk, "seat": 0, "chips": 1_500}
    assert alice.pk not in api.chips_of_tournament(tournament=TOURNAMENT)
    send_order(api.order_seat(table_id=second.id, player=alice.pk, seat=3, chips=1_500, key="move 1 in"))
    expected = dict.fromkeys((alice.pk, bob.pk, charlie.pk), 1_500)
    assert api.chips_of_tournament(tournament=TOURNAMENT) == expected, "on the way"
    second.read_inbox()
    assert api.chips_of_tournament(tournament=TOURNAMENT) == expected, "arrived"
    first.fold_out()
    assert sum(api.chips_of_tournament(tournament=TOURNAMENT).values()) == 4_500
    assert_audit_clean()


def test_T6_chips_are_counted_as_they_will_be_once_all_orders_are_carried_out() -> None:
    """A move, a gift, a penalty and a race that no table has read yet."""
    first, second = open_tournament_table(), open_tournament_table("T7 table 2")
    alice, bob, charlie = (user.pk for user in seat_entrants(first, "Alice", "Bob", "Charlie"))
    send_order(api.order_add_chips(table_id=first.id, player=alice, chips=500, key="gift"))
    send_order(api.order_take_away(table_id=first.id, player=alice, key="out"))
    send_order(api.order_seat(table_id=second.id, player=alice, seat=0, chips=2_000, key="in"))
    send_order(api.order_set_chips(table_id=first.id, player=bob, chips=1_425, why="penalty", key="penalty"))
    stacks = [(bob, 1_500), (charlie, 1_400)]
    send_order(
        api.order_race(table_id=first.id, chip=25, into=100, cards=[], won=[bob], saved=[], stacks=stacks, key="race")
    )
    due = {alice: 2_000, bob: 1_500, charlie: 1_400}
    assert api.chips_of_tournament(tournament=TOURNAMENT) == due
    second.read_inbox()
    assert api.chips_of_tournament(tournament=TOURNAMENT) == due
    first.read_inbox()
    assert api.chips_of_tournament(tournament=TOURNAMENT) == due
    send_order(api.order_close(table_id=first.id, key="end"))
    assert api.chips_of_tournament(tournament=TOURNAMENT) == {alice: 2_000}
    assert_audit_clean()


def test_T11_T14_set_stacks_and_chip_races_are_reported_and_counted() -> None:
    host = open_tournament_table()
    alice, bob = (user.pk for user in seat_entrants(host, "Alice", "Bob", chips=1_525))
    send_order(api.order_set_chips(table_id=host.id, player=bob, chips=1_425, was=1_525, why="penalty", key="1"))
    stacks = [(alice, 1_600), (bob, 1_400)]
    send_order(
        api.order_race(
            table_id=host.id,
            chip=25,
            into=100,
            cards=[(alice, 0), (bob, 7)],
            won=[alice],
            saved=[],
            stacks=stacks,
            key="2",
        )
    )
    host.read_inbox()
    (penalty,) = reports("chips_set")
    assert penalty.data == {"player": bob, "before": 1_525, "after": 1_425, "reason": "penalty"}
    (race,) = reports("raced")
    assert race.data == {"chip": 25, "into": 100, "stacks": [[alice, 1_525, 1_600], [bob, 1_425, 1_400]]}
    assert api.chips_of_tournament(tournament=TOURNAMENT) == dict(stacks)
    assert_audit_clean()


def test_T9_T5_a_table_reports_when_it_waits() -> None:
    host = open_tournament_table(held=True)
    seat_entrants(host, "Alice", "Bob")
    assert host.table.next_tick_at() is None
    send_order(api.order_deal(table_id=host.id, key="hand 1"))
    host.read_inbox()
    host.fold_out()
    assert [line.data for line in reports("waiting")] == [{"hand": 1}]
    send_order(api.order_hold(table_id=host.id, held=False, key="free"))
    host.read_inbox()
    host.until("turn")
    send_order(api.order_pause(table_id=host.id, key="break"))
    host.read_inbox()
    assert len(reports("waiting")) == 1
    host.act(Fold())
    assert [line.data for line in reports("waiting")] == [{"hand": 1}, {"hand": 2}]
    send_order(api.order_resume(table_id=host.id, key="on"))
    host.read_inbox()
    send_order(api.order_pause(table_id=host.id, key="break again"))
    host.read_inbox()
    assert [line.data for line in reports("waiting")] == [{"hand": 1}, {"hand": 2}, {"hand": 2}]


def test_T13_absence_and_return_are_reported() -> None:
    host = open_tournament_table()
    alice, _ = seat_entrants(host, "Alice", "Bob")
    host.do(cm.SitOut(alice.pk))
    host.do(cm.SitIn(alice.pk))
    assert [(line.kind, line.data["player"]) for line in reports() if line.kind != "seated"] == [
        ("away", alice.pk),
        ("back", alice.pk),
    ]


def test_a_closed_table_reports_whose_chips_it_returns() -> None:
    host = open_tournament_table()
    alice, bob = (user.pk for user in seat_entrants(host, "Alice", "Bob"))
    send_order(api.order_close(table_id=host.id, key="broken"))
    host.read_inbox()
    assert [(line.data["player"], line.data["chips"]) for line in reports("unseated")] == [(alice, 1_500), (bob, 1_500)]
    assert reports()[-1].kind == "closed"
    with pytest.raises(IllegalAction, match="table_closed"):
        send_order(api.order_pause(table_id=host.id, key="late"))
    assert api.chips_of_tournament(tournament=TOURNAMENT) == {}


def test_X1_a_report_and_its_decision_stand_or_fall_together(monkeypatch: pytest.MonkeyPatch) -> None:
    host = open_tournament_table()
    seat_entrants(host, "Alice", "Bob")
    host.until("turn")
    before, number = reports(), host.number

    def dies(**_: object) -> None:
        raise RuntimeError("killed")

    monkeypatch.setattr("games.tournament_tables.reports.TableReport", dies)
    with pytest.raises(RuntimeError):
        host.act(Fold())
    monkeypatch.undo()
    assert reports() == before
    assert Decision.objects.filter(table=host.id).count() == number
    again = SteppedHost(host.id, now=host.now)
    again.act(Fold())
    (line,) = reports("hand_finished")
    assert [row.number for row in reports()] == list(range(1, line.number + 1))


@pytest.mark.django_db(transaction=True)
def test_X1_of_two_hosts_one_writes_the_hand_and_its_report() -> None:
    host = open_tournament_table()
    seat_entrants(host, "Alice", "Bob", "Charlie")
    for hand in range(1, 4):
        host.until("turn")
        host.act(Fold())
        host = race_to_commit(3, host)
        assert [line.data["hand"] for line in reports("hand_finished")] == list(range(1, hand + 1))


@pytest.mark.django_db(transaction=True)
def test_X1_a_cursor_misses_no_report_while_many_tables_write() -> None:
    hosts = [open_tournament_table(f"T7 table {number}") for number in range(4)]
    for number, host in enumerate(hosts):
        seat_entrants(host, f"A{number}", f"B{number}")
        host.until("turn")
    cursor, seen, stop = 0, list[int](), threading.Event()

    def plays(host: SteppedHost) -> None:
        try:
            for _ in range(6):
                host.fold_out()
                host.until("turn")
        finally:
            connection.close()

    def reads() -> None:
        nonlocal cursor
        try:
            while not stop.is_set() or api.reports_after(tournament=TOURNAMENT, cursor=cursor):
                for line in api.reports_after(tournament=TOURNAMENT, cursor=cursor, limit=3):
                    seen.append(line.number)
                    cursor = line.number
        finally:
            connection.close()

    with ThreadPoolExecutor(5) as pool:
        reader = pool.submit(reads)
        list(pool.map(plays, hosts))
        stop.set()
        reader.result()
    assert seen == list(range(1, len(reports()) + 1))
    assert len(reports("hand_finished")) == 24


@pytest.mark.parametrize("what", ["update", "delete"])
def test_the_database_keeps_reports_append_only(what: str) -> None:
    seat_entrants(open_tournament_table(), "Alice")
    rows = TableReport.objects.all()
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.update(kind="lie") if what == "update" else rows.delete()
    (line,) = reports()
    with pytest.raises(IntegrityError), transaction.atomic():
        TableReport.objects.create(tournament=TOURNAMENT, number=line.number, table_id=line.table, kind="x", data={})


def test_no_money_moves_and_the_audit_stays_clean() -> None:
    host = open_tournament_table()
    seat_entrants(host, "Alice", "Bob", "Charlie")
    for _ in range(3):
        host.fold_out()
    play_all_in_hand(host)
    assert cashier.escrow(table_id=host.id) == {}
    assert sum(api.chips_of_tournament(tournament=TOURNAMENT).values()) == 4_500
    assert Table.objects.get(pk=host.id).hands == 4
    assert_audit_clean()


def test_X2_loading_after_every_decision_gives_the_same_table() -> None:
    host = open_tournament_table(held=True)
    seat_entrants(host, "Alice", "Bob", "Charlie")
    send_order(api.order_deal(table_id=host.id, button=0, small=1, big=2, dealt=[0, 1, 2], dead=[0], key="1"))
    host.read_inbox()
    for hand in (2, 3, 4):
        while host.table.next_tick_at() is not None:
            again = SteppedHost(host.id).table
            assert (again.director_orders, again.seats, again.wait) == (
                host.table.director_orders,
                host.table.seats,
                host.table.wait,
            )
            due = host.table.next_tick_at()
            assert due is not None
            host.now = max(host.now, due)
            host.do(cm.Tick())
        send_order(api.order_deal(table_id=host.id, key=f"hand {hand}"))
        host.read_inbox()
    assert host.table.hand_number == 3
