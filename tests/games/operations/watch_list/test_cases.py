"""Cases: opened, noted, assigned and decided by staff who are not concerned; each act logged once (F7, F3, F8)."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from backoffice.api import Refused, StaffAct
from backoffice.room_settings import store
from games.models import Notice
from games.models.watch_list import WatchCase, WatchNote
from games.operations.watch_list import cases
from pokerroom.models import User
from pokerroom.roles import FLOORMAN
from tests.games.operations.watch_list.flags import case_of, found
from tests.games.support.tables import host_with, person
from tests.staff import with_role

pytestmark = pytest.mark.django_db
Decision = WatchCase.Decision


def floorman(name: str) -> User:
    return with_role(person(name), FLOORMAN)


@pytest.fixture
def floor() -> User:
    return floorman("Floor")


def logged() -> list[tuple[str, str]]:
    return list(StaffAct.objects.order_by("number").values_list("act", "reason"))


def test_F7_a_case_takes_its_flags_and_is_logged_once(floor: User, alice: User, bob: User) -> None:
    rows = [found(alice, bob), found(alice, kind="timing")]
    for _ in range(2):
        case = cases.open_case(by=floor.pk, flags=[row.pk for row in rows], reason="odd", once="1")

    assert {row.pk for row in case.flags.all()} == {row.pk for row in rows}
    assert case.assigned_to == floor
    assert logged() == [("watch_case.opened", "odd")]
    assert StaffAct.objects.get().about_id == alice.pk


def test_F7_a_flag_is_part_of_one_case_only(floor: User, alice: User) -> None:
    row = found(alice)
    case_of(row, floor)
    with pytest.raises(Refused, match="flag_has_case"):
        cases.open_case(by=floor.pk, flags=[row.pk], reason="odd", once="2")
    assert WatchCase.objects.count() == 1


def test_F7_notes_assignment_and_decision_are_logged_and_no_player_is_told(floor: User, alice: User, bob: User) -> None:
    other, case = floorman("Other"), case_of(found(alice, bob), floor)
    for _ in range(2):
        cases.add_note(by=floor.pk, case_id=case.pk, text="seen hand 7", once="n")
        cases.assign(by=floor.pk, case_id=case.pk, to=other.pk, reason="my evening ends", once="a")
        cases.decide(by=other.pk, case_id=case.pk, decision=Decision.WARNED, reason="warned both", once="d")

    case.refresh_from_db()
    assert WatchNote.objects.get().text == "seen hand 7"
    assert (case.assigned_to, case.decision, case.decision_text, case.ended_by) == (
        other, "warned", "warned both", other,
    )  # fmt: skip
    assert [act for act, _reason in logged()] == [
        "watch_case.opened", "watch_case.noted", "watch_case.assigned", "watch_case.ended",
    ]  # fmt: skip
    assert not Notice.objects.exists()


def test_F7_nothing_happens_in_a_case_that_has_ended(floor: User, alice: User) -> None:
    case = case_of(found(alice), floor)
    cases.decide(by=floor.pk, case_id=case.pk, decision=Decision.NOTHING, reason="fine", once="d")
    acts: list[Callable[[], None]] = [
        lambda: cases.add_note(by=floor.pk, case_id=case.pk, text="more", once="1"),
        lambda: cases.assign(by=floor.pk, case_id=case.pk, to=floor.pk, reason="r", once="2"),
        lambda: cases.decide(by=floor.pk, case_id=case.pk, decision=Decision.BANNED, reason="r", once="3"),
    ]
    for act in acts:
        with pytest.raises(Refused, match="case_ended"):
            act()
    assert len(logged()) == 2


def test_F8_nobody_works_on_a_case_about_themselves_without_the_owners_leave(floor: User, alice: User) -> None:
    row = found(alice, floor)
    with pytest.raises(Refused):
        cases.open_case(by=floor.pk, flags=[row.pk], reason="mine", once="1")
    assert not WatchCase.objects.exists()

    store("own_acts", True)
    cases.open_case(by=floor.pk, flags=[row.pk], reason="mine", once="2")
    assert StaffAct.objects.get().own


def test_F8_nobody_works_on_a_case_about_those_they_play_with(floor: User, alice: User) -> None:
    rival = person("Rival")
    case = case_of(found(alice, rival), floor)
    host_with(floor, rival)
    with pytest.raises(Refused):
        cases.decide(by=floor.pk, case_id=case.pk, decision=Decision.BANNED, reason="rival", once="1")
    case.refresh_from_db()
    assert case.ended_at is None


@pytest.mark.parametrize("who", ["a player", "who it is about"])
def test_F8_a_case_goes_only_to_who_may_work_on_it(floor: User, alice: User, who: str) -> None:
    concerned = floorman("Concerned")
    case = case_of(found(alice, concerned), floor)
    to = concerned if who == "who it is about" else person("Player")
    with pytest.raises(Refused, match="not_assignable"):
        cases.assign(by=floor.pk, case_id=case.pk, to=to.pk, reason="r", once="1")


def test_F7_the_database_keeps_an_ended_case_whole(floor: User, alice: User) -> None:
    case = case_of(found(alice), floor)
    with pytest.raises(IntegrityError), transaction.atomic():
        WatchCase.objects.filter(pk=case.pk).update(decision="warned")


def test_F7_one_flag_of_a_kind_waits_about_the_same_people(alice: User, bob: User) -> None:
    found(alice, bob)
    found(alice)
    for people in ((alice, bob), (alice,)):
        with pytest.raises(IntegrityError), transaction.atomic():
            found(*people)
