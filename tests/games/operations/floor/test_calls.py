"""F2: calls for the floor are taken by one and answered once, and whoever was slower is told by whom."""

import pytest

from backoffice.models import StaffAct
from games import moderation
from games.engine.errors import IllegalAction
from games.lobby.floor_calls import open_calls
from games.models import Table
from games.models.conduct import FloorCall
from games.operations import floor
from pokerroom.models import User
from tests.games.support.concurrency import concurrent_outcomes, refusal_code
from tests.games.support.tables import open_table, person


def call_at(table: Table, player: User, reason: str = "Look") -> FloorCall:
    moderation.call_floor(player=player.pk, table_id=table.pk, reason=reason)
    return FloorCall.objects.latest("pk")


@pytest.mark.django_db
def test_F2_a_call_that_is_taken_names_who_comes_and_when() -> None:
    call, jana = call_at(open_table(), person("Anna")), person("Jana")
    (before,) = open_calls()
    assert (before.taken_by, before.taken_at) == ("", None)
    floor.take_call(call_id=call.pk, by=jana.pk)
    (after,) = open_calls()
    assert after.taken_by == "Jana"
    assert after.taken_at is not None
    assert after.asked_at <= after.taken_at


@pytest.mark.django_db
def test_F2_somebody_who_takes_a_call_again_changes_nothing_and_another_is_told_who_comes() -> None:
    call, jana, karel = call_at(open_table(), person("Anna")), person("Jana"), person("Karel")
    floor.take_call(call_id=call.pk, by=jana.pk)
    taken = FloorCall.objects.get().taken_at
    floor.take_call(call_id=call.pk, by=jana.pk)
    with pytest.raises(IllegalAction) as refusal:
        floor.take_call(call_id=call.pk, by=karel.pk)
    assert (refusal.value.code, refusal.value.detail) == ("call_taken", {"name": "Jana"})
    assert (FloorCall.objects.get().taken_by, FloorCall.objects.get().taken_at) == (jana, taken)
    assert StaffAct.objects.filter(act="call.taken").count() == 1


@pytest.mark.django_db
def test_F2_anybody_of_the_floor_answers_a_call_that_another_has_taken() -> None:
    call, jana, karel = call_at(open_table(), person("Anna")), person("Jana"), person("Karel")
    floor.take_call(call_id=call.pk, by=jana.pk)
    floor.answer_call(call_id=call.pk, by=karel.pk, answer="Play on.")
    assert open_calls() == []
    for late in (floor.take_call, floor.check_answer):
        with pytest.raises(IllegalAction) as refusal:
            late(call_id=call.pk, by=jana.pk)
        assert (refusal.value.code, refusal.value.detail) == ("call_answered", {"name": "Karel"})


@pytest.mark.django_db
def test_F2_a_call_that_does_not_exist_is_refused() -> None:
    jana = person("Jana")
    for act in (
        lambda: floor.take_call(call_id=1, by=jana.pk),
        lambda: floor.answer_call(call_id=1, by=jana.pk, answer="Play on."),
    ):
        assert refusal_code(act) == "no_such_call"


@pytest.mark.django_db
def test_F2_open_calls_are_found_by_table_and_tournament_the_oldest_first() -> None:
    prague, brno, anna = open_table(), open_table("Brno"), person("Anna")
    Table.objects.filter(pk=brno.pk).update(tournament=7)
    calls = [call_at(table, anna).pk for table in (prague, brno, prague)]
    assert [call.id for call in open_calls()] == calls
    assert [call.id for call in open_calls(table=prague.pk)] == [calls[0], calls[2]]
    assert [(call.id, call.tournament) for call in open_calls(tournament=7)] == [(calls[1], 7)]


@pytest.mark.django_db(transaction=True)
def test_F2_of_two_who_take_a_call_at_once_one_gets_it() -> None:
    call, staff = call_at(open_table(), person("Anna")), [person("Jana"), person("Karel")]
    outcomes = concurrent_outcomes(*(lambda one=one: floor.take_call(call_id=call.pk, by=one.pk) for one in staff))
    assert sorted(outcomes) == ["call_taken", "ok"]
    assert FloorCall.objects.get().taken_by == staff[outcomes.index("ok")]
