"""F1, F3, F8: the same order is given to many tables at once; a refusal concerns one table, and all of it is logged."""

from collections.abc import Callable, Sequence

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from backoffice.api import faults
from backoffice.models import RoomSetting, StaffAct
from games.engine.errors import IllegalAction
from games.models import Order, Table
from games.models.floor_decisions import FloorDecision
from games.models.room import PausedByRoom, RoomPause
from games.operations import floor
from games.operations.floor import room
from games.operations.several_tables import Act, carry_out, each, ordered, rehearse
from pokerroom.models import User
from tests.games.support.concurrency import concurrent_outcomes
from tests.games.support.tables import SteppedHost, host_with, open_table, person

WHY = "fire alarm"


@pytest.fixture
def jana(db: None) -> User:
    return person("Jana")


def tables_of(count: int) -> list[Table]:
    return [open_table(f"Table {number}") for number in range(count)]


def order(wanted: floor.TableOrder, by: int) -> Act:
    return ordered(lambda tables, why: floor.order_at_all(tables, wanted, by=by, why=why), lambda table: False)


def pause(by: int) -> Act:
    return ordered(lambda tables, why: room.pause_tables(tables, by=by, why=why), lambda table: table.is_paused)


def resume(by: int) -> Act:
    return ordered(lambda tables, why: room.resume_tables(tables, by=by, why=why), lambda table: False)


@pytest.mark.parametrize(
    ("make", "most"),
    [
        (lambda by: order(floor.PAUSE, by), 24),
        (lambda by: order(floor.CLOSE, by), 28),
        (lambda by: order(floor.ANNOUNCE, by), 24),
        (pause, 33),
    ],
    ids=["order", "close", "announce", "pause"],
)
def test_F1_twenty_tables_take_as_many_queries_as_one(make: Callable[[int], Act], most: int, jana: User) -> None:
    act, tables = make(jana.pk), tables_of(21)
    counts = []
    for number, some in enumerate((tables[:1], tables[1:])):
        with CaptureQueriesContext(connection) as queries:
            done = carry_out(some, act, key=f"form {number}", why=WHY)
        assert [one.changes for one in done] == [()] * len(some)
        counts.append(len(queries))
    assert counts[1] <= counts[0] <= most
    assert Order.objects.count() == FloorDecision.objects.count() == StaffAct.objects.count() == 21


@pytest.mark.usefixtures("db")
def test_F3_each_table_has_its_own_decision_and_act_in_an_unbroken_log(jana: User) -> None:
    played = host_with(person("Anna"), person("Bob"))
    played.play_hand()
    tables = [Table.objects.get(pk=played.id), *tables_of(2)]
    carry_out(tables, order(floor.CLOSE_ORBIT, jana.pk), key="form", why=WHY)
    kinds = FloorDecision.objects.order_by("pk").values_list("table", "hand", "kind", "reason", "by", "order__table")
    assert list(kinds) == [
        (table.pk, played.table.hand_number if table.pk == played.id else 0, "close_orbit", WHY, jana.pk, table.pk)
        for table in tables
    ]
    acts = StaffAct.objects.order_by("number").values_list("act", "subject_kind", "subject_id", "reason", "own")
    assert list(acts) == [("table.close_orbit", "table", str(table.pk), WHY, False) for table in tables]
    assert list(faults()) == []
    assert not Table.objects.filter(is_open=True).exists()


def test_F8_a_table_that_refuses_does_not_keep_the_others_from_it(jana: User) -> None:
    own, closed, cash = host_with(jana, person("Bob")), SteppedHost(open_table("Old").pk), open_table("Brno")
    floor.close(by=person("Eva").pk, table_id=closed.id, why="late")
    closed.read_inbox()
    tournament = open_table("Final")
    Table.objects.filter(pk=tournament.pk).update(tournament=7)
    tables = list(Table.objects.order_by("pk"))
    done = carry_out(tables, pause(jana.pk), key="form", why=WHY)
    codes = {one.table.pk: one.refusal.code if one.refusal else "" for one in done}
    assert codes == {own.id: "plays_here", closed.id: "table_closed", cash.pk: "", tournament.pk: "tournament_table"}
    assert list(PausedByRoom.objects.values_list("table", flat=True)) == [cash.pk]
    assert list(Order.objects.filter(kind=Order.Kind.PAUSE).values_list("table", flat=True)) == [cash.pk]


def test_F8_with_the_owners_leave_the_log_says_at_which_table_the_act_was_their_own(jana: User) -> None:
    own, other = host_with(jana, person("Bob")).id, open_table("Brno").pk
    RoomSetting.objects.create(pk="own_acts", value=True)
    floor.order_at_all([own, other], floor.PAUSE, by=jana.pk, why=WHY)
    acts = StaffAct.objects.order_by("number").values_list("subject_id", "own")
    assert list(acts) == [(str(own), True), (str(other), False)]


def test_F1_a_pause_of_no_table_does_not_begin_and_a_refused_table_stays_paused(jana: User) -> None:
    own, eva = host_with(jana, person("Bob")), person("Eva")
    table = Table.objects.get(pk=own.id)
    carry_out([table], pause(jana.pk), key="form", why=WHY)
    assert not RoomPause.objects.exists()
    carry_out([table], pause(eva.pk), key="form", why=WHY)
    own.read_inbox()
    [refused] = carry_out([table], resume(jana.pk), key="other form", why="all clear")
    assert refused.refusal is not None
    assert room.paused_now() is not None
    carry_out([table], resume(eva.pk), key="other form", why="all clear")
    assert room.paused_now() is None


def test_F1_nothing_is_kept_of_a_rehearsal(jana: User) -> None:
    tables = tables_of(3)
    assert [one.changes for one in rehearse(tables, pause(jana.pk), why=WHY)] == [()] * 3
    assert [one.changes for one in rehearse(tables, order(floor.CLOSE, jana.pk), why=WHY)] == [()] * 3
    assert not Order.objects.exists()
    assert not RoomPause.objects.exists()
    assert not Table.objects.filter(is_open=False).exists()


def test_F1_the_same_form_is_carried_out_once_at_each_table_and_again_where_it_was_refused(jana: User) -> None:
    first, own = open_table("Brno"), Table.objects.get(pk=host_with(jana, person("Bob")).id)
    act = order(floor.PAUSE, jana.pk)
    for _ in range(2):
        done = carry_out([first, own], act, key="form", why=WHY)
        assert [bool(one.refusal) for one in done] == [False, True]
    RoomSetting.objects.create(pk="own_acts", value=True)
    assert [one.changes for one in carry_out([first, own], act, key="form", why=WHY)] == [None, ()]
    assert list(Order.objects.filter(kind=Order.Kind.PAUSE).values_list("table", flat=True)) == [first.pk, own.pk]


def test_F1_an_act_of_its_own_at_each_table_keeps_what_it_did_before_a_refusal(jana: User) -> None:
    tables = tables_of(3)

    def rename(table: Table, why: str) -> Sequence[object]:
        Table.objects.filter(pk=table.pk).update(name=f"{table.name} {why}")
        if table == tables[1]:
            raise IllegalAction("nothing_changes")
        return ()

    done = carry_out(tables, each(rename), key="form", why="x")
    assert [one.refusal and one.refusal.code for one in done] == [None, "nothing_changes", None]
    names = Table.objects.order_by("pk").values_list("name", flat=True)
    assert list(names) == ["Table 0 x", "Table 1", "Table 2 x"]


@pytest.mark.django_db(transaction=True)
def test_F1_two_who_act_on_all_tables_at_once_do_not_wait_for_each_other_forever() -> None:
    people, tables = [person("Jana"), person("Karel")], tables_of(6)
    acts = [pause(people[0].pk), order(floor.ANNOUNCE, people[1].pk), order(floor.CLOSE, people[0].pk)]
    outcomes = concurrent_outcomes(
        *(
            lambda act=act, key=key: carry_out(tables if key % 2 else tables[::-1], act, key=f"form {key}", why=WHY)
            for key, act in enumerate(acts)
        )
    )
    assert outcomes == ["ok"] * 3
    assert Order.objects.count() == 18
    assert list(faults()) == []


@pytest.mark.django_db(transaction=True)
def test_F1_the_same_form_sent_twice_at_once_is_carried_out_once() -> None:
    jana, tables = person("Jana"), tables_of(4)
    act = order(floor.PAUSE, jana.pk)
    outcomes = concurrent_outcomes(*[lambda: carry_out(tables, act, key="form", why=WHY)] * 3)
    assert outcomes == ["ok"] * 3
    assert Order.objects.count() == 4
