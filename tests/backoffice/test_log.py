"""F3: the log of staff acts is one chain; whatever is done to it afterwards is found."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from pytest_django import Settings

from backoffice import api
from backoffice.models import LONGEST_REASON, LogHead, StaffAct
from pokerroom.models import User
from tests.ledger_triggers import without_triggers

pytestmark = pytest.mark.django_db


@pytest.fixture
def log(alice: User, bob: User) -> list[StaffAct]:
    """Four acts."""
    return [
        api.record(by=alice.pk, act="cage.opened", subject=api.Subject("cage", 7), reason="Friday"),
        api.record(by=None, act="table.closed", changes=[api.Change("seats", "9", "6")]),
        api.record(by=alice.pk, act="person.banned", about=bob.pk, reason="chip dumping"),
        api.record(by=bob.pk, act="cage.closed", subject=api.Subject("cage", 7), own=True),
    ]


def codes() -> list[str]:
    """The faults that are found, without repetition."""
    return sorted({fault.code for fault in api.faults()})


def test_F3_acts_are_numbered_without_gaps_and_the_log_is_right(log: list[StaffAct]) -> None:
    assert [row.number for row in log] == [1, 2, 3, 4]
    assert codes() == []
    assert api.log_end() == (4, log[-1].hash)


def test_F3_an_empty_log_is_right() -> None:
    assert codes() == []
    assert api.log_end() == (0, "")


def test_F3_a_rolled_back_act_leaves_no_gap(log: list[StaffAct]) -> None:
    with transaction.atomic():
        api.record(by=None, act="lost")
        transaction.set_rollback(True)
    assert api.record(by=None, act="kept").number == 5
    assert codes() == []


def test_F3_a_reason_is_kept_as_one_line_of_limited_length() -> None:
    row = api.record(by=None, act="table.closed", reason="first\nsecond\u200b " + "x" * 2 * LONGEST_REASON)
    assert row.reason.startswith("first second")
    assert len(row.reason) == LONGEST_REASON
    assert codes() == []


def swap(log: list[StaffAct]) -> None:
    StaffAct.objects.filter(pk=log[1].pk).update(number=99)
    StaffAct.objects.filter(pk=log[2].pk).update(number=2)
    StaffAct.objects.filter(pk=log[1].pk).update(number=3)


TAMPERED: dict[str, tuple[Callable[[list[StaffAct]], object], str]] = {
    "the reason": (lambda log: StaffAct.objects.filter(pk=log[2].pk).update(reason="none"), "edited"),
    "who did it": (lambda log: StaffAct.objects.filter(pk=log[2].pk).update(by=log[3].by), "edited"),
    "the values": (lambda log: StaffAct.objects.filter(pk=log[1].pk).update(changes=[]), "edited"),
    "when": (lambda log: StaffAct.objects.filter(pk=log[1].pk).update(at=log[0].at - timedelta(hours=1)), "edited"),
    "what was done": (lambda log: StaffAct.objects.filter(pk=log[1].pk).update(act="table.opened"), "edited"),
    "the kind of its subject": (lambda log: StaffAct.objects.filter(pk=log[0].pk).update(subject_kind="x"), "edited"),
    "its subject": (lambda log: StaffAct.objects.filter(pk=log[0].pk).update(subject_id="8"), "edited"),
    "whom it concerns": (lambda log: StaffAct.objects.filter(pk=log[2].pk).update(about=None), "edited"),
    "the mark of an own act": (lambda log: StaffAct.objects.filter(pk=log[3].pk).update(own=False), "edited"),
    "the first deleted": (lambda log: log[0].delete(), "gap"),
    "one deleted": (lambda log: log[1].delete(), "gap"),
    "the last deleted": (lambda log: log[3].delete(), "cut_off"),
    "two swapped": (swap, "chain"),
    "a hash": (lambda log: StaffAct.objects.filter(pk=log[1].pk).update(hash="0" * 64), "edited"),
    "the head": (lambda log: LogHead.objects.update(number=3), "cut_off"),
    "the hash of the head": (lambda log: LogHead.objects.update(hash=log[2].hash), "cut_off"),
    "everything deleted": (lambda log: StaffAct.objects.all().delete(), "cut_off"),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_F3_tampering_is_found(log: list[StaffAct], what: str) -> None:
    tamper, fault = TAMPERED[what]
    with without_triggers():
        tamper(log)
    assert fault in codes()


def test_F3_a_log_cut_off_with_its_head_is_found_by_a_noted_end(log: list[StaffAct]) -> None:
    noted = api.log_end()
    with without_triggers():
        log[3].delete()
        LogHead.objects.update(number=3, hash=log[2].hash)
    assert codes() == []
    assert [fault.code for fault in api.faults(expected=noted)] == ["expected"]
    api.record(by=None, act="table.closed")
    assert codes() == []
    assert [fault.code for fault in api.faults(expected=noted)] == ["expected"], "written anew with the same number"


def test_F3_a_new_key_signs_new_acts_and_the_old_one_proves_the_old(log: list[StaffAct], settings: Settings) -> None:
    settings.STAFF_LOG_KEYS = ["new", *settings.STAFF_LOG_KEYS]
    api.record(by=None, act="table.closed")
    assert codes() == []
    settings.STAFF_LOG_KEYS = ["new"]
    assert [fault.number for fault in api.faults() if fault.code == "edited"] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "statement", ["UPDATE backoffice_staffact SET reason = 'x'", "DELETE FROM backoffice_staffact"]
)
def test_F3_the_database_refuses_changes(log: list[StaffAct], statement: str) -> None:
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_F3_the_command_proves_the_log(log: list[StaffAct], capsys: pytest.CaptureFixture[str]) -> None:
    number, last_hash = api.log_end()
    call_command("verifylog", "--expect", f"{number}:{last_hash}")
    assert "faults 0" in capsys.readouterr().out
    with without_triggers():
        log[1].delete()
    with pytest.raises(SystemExit):
        call_command("verifylog")
    assert "FAULT  gap: act 3 follows act 1" in capsys.readouterr().out


def test_F3_a_log_that_other_keys_have_signed_is_told_from_an_edited_one(
    log: list[StaffAct], settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    with without_triggers():
        StaffAct.objects.filter(pk=log[1].pk).update(reason="another")
    with pytest.raises(SystemExit):
        call_command("verifylog")
    assert "signed with these keys" not in capsys.readouterr().out
    settings.STAFF_LOG_KEYS = ["of another room"]
    with pytest.raises(SystemExit):
        call_command("verifylog")
    assert "No act is signed with these keys" in capsys.readouterr().out
