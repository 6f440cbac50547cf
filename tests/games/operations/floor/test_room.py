"""F1: the whole room is paused and resumed where it was paused; new seats are frozen for everybody at once."""

from collections.abc import Sequence

import pytest

from backoffice.models import RoomSetting, StaffAct
from games import api
from games.engine.errors import IllegalAction
from games.engine.table import commands as cm
from games.models import Order, Table
from games.models.room import PausedByRoom, RoomPause, SeatFreeze
from games.operations import floor
from games.operations.floor import room
from games.operations.room_tournaments import RunningTournament, TournamentConduct
from games.seating import waiting_calls, waiting_list
from pokerroom.models import User
from tests.games.support.concurrency import concurrent_outcomes, refusal_code
from tests.games.support.tables import START_MS, SteppedHost, host_with, open_table, person, seat

WHY = "fire alarm"


class Tournaments:
    """Two tournaments, of which the second was paused by its director."""

    def __init__(self) -> None:
        self.paused = {2}

    def running(self) -> Sequence[RunningTournament]:
        return [RunningTournament(number, f"T{number}", 9, 9, is_paused=number in self.paused) for number in (1, 2)]

    def pause(self, *, by: int, tournament: int, why: str) -> None:
        self.paused.add(tournament)

    def resume(self, *, by: int, tournament: int, why: str) -> None:
        self.paused.remove(tournament)

    def conduct(self, *, player: int, limit: int) -> Sequence[TournamentConduct]:
        return []

    def refusal_text(self, refusal: IllegalAction) -> str:
        return refusal.code


@pytest.fixture
def jana(db: None) -> User:
    return person("Jana")


def read(*hosts: SteppedHost) -> list[bool]:
    """Reads the inboxes; whether each table is paused then."""
    for host in hosts:
        host.read_inbox()
    return [host.table.paused for host in hosts]


def pause(table: int, *, by: int, why: str) -> None:
    [done] = room.pause_tables([table], by=by, why=why)
    if done.refusal is not None:
        raise done.refusal


def resume(table: int, *, by: int, why: str) -> None:
    [done] = room.resume_tables([table], by=by, why=why)
    if done.refusal is not None:
        raise done.refusal


@pytest.mark.django_db
def test_F1_resuming_the_room_brings_back_exactly_what_its_pause_has_paused(jana: User) -> None:
    first, second, lunch = (SteppedHost(open_table(name).pk) for name in ("Prague", "Brno", "Zlín"))
    floor.pause(by=jana.pk, table_id=lunch.id, why="lunch")
    assert read(first, second, lunch) == [False, False, True]
    for host in (first, second):
        pause(host.id, by=jana.pk, why=WHY)
    assert read(first, second, lunch) == [True, True, True]
    paused = room.paused_now()
    assert paused is not None
    assert (paused.tables, paused.pause.reason, paused.pause.by) == (frozenset((first.id, second.id)), WHY, jana)
    for host in (first, second):
        resume(host.id, by=jana.pk, why="all clear")
    assert read(first, second, lunch) == [False, False, True]
    assert room.paused_now() is None
    assert RoomPause.objects.get().ended_by == jana


@pytest.mark.django_db
def test_F1_a_table_that_was_resumed_alone_is_not_resumed_again(jana: User) -> None:
    host, other = SteppedHost(open_table().pk), SteppedHost(open_table("Brno").pk)
    for one in (host, other):
        pause(one.id, by=jana.pk, why=WHY)
    read(host, other)
    floor.resume(by=jana.pk, table_id=host.id, why="they stay")
    read(host)
    orders = Order.objects.filter(table=host.id).count()
    resume(host.id, by=jana.pk, why="all clear")
    assert Order.objects.filter(table=host.id).count() == orders
    assert room.paused_now() is not None, "the other one is still paused"
    resume(other.id, by=jana.pk, why="all clear")
    assert room.paused_now() is None


@pytest.mark.django_db
def test_F1_a_table_can_be_paused_with_the_room_a_second_time(jana: User) -> None:
    host, other = SteppedHost(open_table().pk), open_table("Brno").pk
    pause(other, by=jana.pk, why=WHY)
    pause(host.id, by=jana.pk, why=WHY)
    read(host)
    floor.resume(by=jana.pk, table_id=host.id, why="they stay")
    read(host)
    pause(host.id, by=jana.pk, why=WHY)
    assert read(host) == [True]
    assert PausedByRoom.objects.filter(table=host.id).count() == 1


@pytest.mark.django_db
def test_F1_tournaments_are_paused_and_resumed_with_the_room(jana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    tournaments = Tournaments()
    monkeypatch.setattr(room, "running_tournaments", tournaments.running)
    room.pause_tournament(tournaments=tournaments, tournament=1, by=jana.pk, why=WHY)
    assert tournaments.paused == {1, 2}
    paused = room.paused_now()
    assert paused is not None
    assert paused.tournaments == {1}
    room.resume_tournament(tournaments=tournaments, tournament=1, by=jana.pk, why="all clear")
    assert tournaments.paused == {2}
    assert room.paused_now() is None


@pytest.mark.django_db
def test_F1_what_is_over_when_the_room_resumes_does_not_keep_its_pause_open(jana: User) -> None:
    host = SteppedHost(open_table().pk)
    pause(host.id, by=jana.pk, why=WHY)
    read(host)
    floor.close(by=jana.pk, table_id=host.id, why="late")
    host.read_inbox()
    assert room.paused_now() is None
    other = SteppedHost(open_table("Brno").pk)
    pause(other.id, by=jana.pk, why="another alarm")
    assert [pause.reason for pause in RoomPause.objects.order_by("pk")] == [WHY, "another alarm"]


@pytest.mark.django_db
def test_F3_no_pause_without_a_reason_and_none_where_one_plays(jana: User) -> None:
    host = host_with(jana, person("Bob"))
    assert refusal_code(lambda: pause(host.id, by=person("Eva").pk, why=" ")) == "why_needed"
    assert refusal_code(lambda: pause(host.id, by=jana.pk, why=WHY)) == "plays_here"
    assert not RoomPause.objects.exists()


def take(user: User, table: Table) -> str:
    return refusal_code(lambda: api.take_seat(user=user, table_id=table.pk, seat=-1, amount=1_000_00))


@pytest.mark.django_db
def test_F1_nobody_is_given_a_new_seat_while_seats_are_frozen(jana: User) -> None:
    anna, bob, eva = person("Anna"), person("Bob"), person("Eva")
    host = host_with(anna, bob)
    table = Table.objects.get(pk=host.id)
    room.freeze_seats(by=jana.pk, why=WHY)
    with pytest.raises(IllegalAction) as refusal:
        api.take_seat(user=eva, table_id=table.pk, seat=-1, amount=1_000_00)
    assert (refusal.value.code, refusal.value.detail) == ("seats_frozen", {"why": WHY})
    person("Robot", bot=True)
    assert refusal_code(lambda: api.seat_bot(table_id=table.pk)) == "seats_frozen"
    api.top_up(user=anna, table_id=table.pk, amount=100_00)
    host.read_inbox()
    host.play_hand()
    room.unfreeze_seats(by=jana.pk, why="all clear")
    assert take(eva, table) == "ok"


@pytest.mark.django_db
def test_F1_K9_nobody_is_called_while_seats_are_frozen_and_everybody_keeps_their_place(jana: User) -> None:
    anna, bob, eva = person("Anna"), person("Bob"), person("Eva")
    table = open_table(seats=2)
    host = SteppedHost(table.pk)
    seat(host, anna, bob)
    waiting_list.join(user_id=eva.pk, table_id=table.pk)
    host.do(cm.Leave(anna.pk))
    assert waiting_calls.serve(table.pk, START_MS).changed, "Eva is called"
    room.freeze_seats(by=jana.pk, why=WHY)
    waiting_calls.serve(table.pk, START_MS)
    (entry,) = waiting_calls.active_entries()
    assert (entry.called_to, entry.misses) == (None, 0)
    assert take(eva, table) == "seats_frozen"
    room.unfreeze_seats(by=jana.pk, why="all clear")
    assert waiting_calls.serve(table.pk, START_MS).changed
    assert take(eva, table) == "ok"


@pytest.mark.django_db
def test_F1_K8_a_player_moves_to_another_table_by_order_of_the_house_only(jana: User) -> None:
    anna, bob = person("Anna"), person("Bob")
    source, target = host_with(anna, bob), open_table("Brno")
    room.freeze_seats(by=jana.pk, why=WHY)
    asked = refusal_code(lambda: api.move_player(player=anna.pk, table_id=source.id, to=target.pk))
    assert asked == "no_seat_there"
    api.merge_tables(table_id=source.id, into=target.pk, reason="short", by=jana.pk)


@pytest.mark.django_db
def test_F1_F3_a_freeze_is_told_at_every_table_and_logged(jana: User) -> None:
    open_table(), open_table("Brno")
    room.freeze_seats(by=jana.pk, why=WHY)
    told = [order.payload["kind"] for order in Order.objects.filter(kind=Order.Kind.ANNOUNCE)]
    assert told == ["seats_frozen", "seats_frozen"]
    assert refusal_code(lambda: room.freeze_seats(by=jana.pk, why=WHY)) == "seats_frozen_already"
    room.unfreeze_seats(by=jana.pk, why="all clear")
    assert refusal_code(lambda: room.unfreeze_seats(by=jana.pk, why="again")) == "seats_not_frozen"
    assert list(StaffAct.objects.order_by("number").values_list("act", "reason")) == [
        ("room.seats_frozen", WHY),
        ("room.seats_unfrozen", "all clear"),
    ]
    freeze = SeatFreeze.objects.get()
    assert (freeze.by, freeze.reason, freeze.ended_by) == (jana, WHY, jana)


@pytest.mark.django_db
def test_F8_somebody_who_plays_in_the_room_does_not_choose_their_opponents(jana: User) -> None:
    host_with(jana, person("Bob"))
    for act in (room.freeze_seats, room.unfreeze_seats):
        assert refusal_code(lambda act=act: act(by=jana.pk, why=WHY)) == "plays_in_room"
    RoomSetting.objects.create(pk="own_acts", value=True)
    room.freeze_seats(by=jana.pk, why=WHY)
    assert StaffAct.objects.get().own


@pytest.mark.django_db(transaction=True)
def test_F1_two_who_freeze_seats_at_once_freeze_them_once() -> None:
    people = [person("Jana"), person("Karel")]
    codes = concurrent_outcomes(*(lambda one=one: room.freeze_seats(by=one.pk, why=WHY) for one in people))
    assert sorted(codes) == ["ok", "seats_frozen_already"]


@pytest.mark.django_db(transaction=True)
def test_F1_two_who_pause_the_room_at_once_begin_one_pause() -> None:
    people, tables = [person("Jana"), person("Karel")], [open_table(), open_table("Brno")]
    codes = concurrent_outcomes(
        *(
            lambda one=one, table=table: pause(table.pk, by=one.pk, why=WHY)
            for one, table in zip(people, tables, strict=True)
        )
    )
    assert codes == ["ok", "ok"]
    assert RoomPause.objects.count() == 1
