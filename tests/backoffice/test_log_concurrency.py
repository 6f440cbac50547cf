"""F3: the log stays one chain whatever is written at once, and is read as of one moment while staff go on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import DatabaseError, connection, transaction

from backoffice import api, log
from backoffice.models import LogHead, StaffAct
from pokerroom.models import User
from tests.games.support.concurrency import run_concurrently
from tests.ledger_triggers import without_triggers
from tests.migrated import ROOT

WRITERS, EACH = 6, 8


@pytest.mark.django_db(transaction=True)
def test_F3_acts_at_once_are_one_chain_without_gaps_and_no_reader_finds_a_fault(alice: User) -> None:
    """Half of the threads write, every fourth act is rolled back, and the others prove the log meanwhile."""

    def work(number: int) -> list[api.Fault]:
        found = []
        for act in range(EACH):
            if number % 2:
                found += list(api.faults())
                continue
            with transaction.atomic():
                api.record(by=alice.pk, act="t.act", reason=f"{number}.{act}")
                transaction.set_rollback(act % 4 == 0)
        return found

    assert run_concurrently(WRITERS, work) == [[]] * WRITERS
    kept = WRITERS // 2 * EACH * 3 // 4
    assert sorted(StaffAct.objects.values_list("number", flat=True)) == list(range(1, kept + 1))
    assert list(api.faults()) == []


@pytest.mark.django_db
def test_F3_an_edit_that_is_hashed_again_without_the_key_is_found(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody with the database, but not with the room's secret, rewrites an act and all that follow it."""
    for number in range(1, 5):
        api.record(by=alice.pk, act="t.act", reason=f"no. {number}")
    previous = StaffAct.objects.get(number=1).hash
    with without_triggers():
        for row in StaffAct.objects.filter(number__gte=2).order_by("number"):
            row.reason, row.previous_hash = row.reason.upper(), previous
            row.hash = previous = log._hash(row, "a guess")
            row.save()
        LogHead.objects.update(hash=previous)
    assert [(fault.code, fault.number) for fault in api.faults()] == [("edited", 2), ("edited", 3), ("edited", 4)]


@pytest.mark.django_db
def test_F3_an_act_put_in_or_renumbered_is_found(alice: User) -> None:
    for number in range(1, 4):
        api.record(by=alice.pk, act="t.act", reason=f"no. {number}")
    with without_triggers():
        StaffAct.objects.filter(number=2).delete()
        StaffAct.objects.filter(number=3).update(number=2)
        LogHead.objects.update(number=2)
    assert {fault.code for fault in api.faults()} == {"chain", "edited"}


SCRIPT = """
import sys, django
django.setup()
from django.db import DatabaseError, connection, transaction
from backoffice import api
for number in range(int(sys.argv[1])):
    api.record(by=None, act="t.act", reason=sys.argv[2])
    assert not list(api.faults())
"""


def test_F3_two_processes_write_one_chain_on_sqlite(sqlite_room: Path) -> None:
    room = {"DEMO": "1", "VAR_DIR": str(sqlite_room.parent), "DJANGO_SETTINGS_MODULE": "pokerroom.settings"}
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    writers = [
        subprocess.Popen([sys.executable, "-c", SCRIPT, "20", name], env=kept | room, cwd=ROOT, stderr=subprocess.PIPE)
        for name in ("one", "two")
    ]
    assert [(writer.communicate(timeout=60)[1], writer.returncode) for writer in writers] == [(b"", 0)] * 2
    command = [sys.executable, "manage.py", "verifylog"]
    proved = subprocess.run(command, env=kept | room, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "acts   40" in proved.stdout
    assert "faults 0" in proved.stdout


@pytest.mark.django_db(transaction=True)
def test_a_snapshot_sees_one_moment_and_refuses_to_write(alice: User) -> None:
    with api.snapshot():
        before = StaffAct.objects.count()
        run_concurrently(1, lambda _number: api.record(by=alice.pk, act="t.act"))
        assert StaffAct.objects.count() == before
    assert StaffAct.objects.count() == before + 1
    with pytest.raises(DatabaseError), api.snapshot():
        api.record(by=alice.pk, act="t.act")
    assert not connection.in_atomic_block
