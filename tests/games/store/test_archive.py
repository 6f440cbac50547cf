"""Old hands in the archive: nothing is lost, everything reads as before, and the database refuses other deletions."""

import os
import subprocess
import sys
import zlib
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client

from games.history import exports
from games.history import hands as hand_history
from games.models import Decision, Hand, Table
from games.models.archive import ArchivedHand
from games.operations.watch_list.stored_hands import hands_between
from games.store import archive, table_log
from games.store.card_sealing import BrokenSeal
from pokerroom.models import User
from tests.games.support.tables import START_MS, SteppedHost, open_table, person, seat
from tests.ledger_triggers import without_triggers

pytestmark = pytest.mark.django_db
LATER = datetime.fromtimestamp(START_MS / 1000, UTC) + timedelta(days=400)


@pytest.fixture
def host() -> SteppedHost:
    """A table where Alice and Bob have played five hands; the first four can be archived."""
    host = SteppedHost(open_table().pk)
    seat(host, person("Alice"), person("Bob"))
    for _ in range(5):
        host.play_hand(raise_to=100_00)
    return host


def log(table: int) -> list[tuple[Any, ...]]:
    """Every column of every row of a table's log."""
    rows = Decision.objects.filter(table=table).order_by("number")
    fields = ("id", "table_id", "number", "hand", "created_at", "events", "sealed")
    return [
        tuple(bytes(one) if isinstance(one, memoryview) else one for one in row) for row in rows.values_list(*fields)
    ]


def archive_all() -> archive.Moved:
    moved = list(archive.archive(LATER))
    return archive.Moved(*(sum(column) for column in zip(*moved, strict=True))) if moved else archive.Moved(0, 0, 0)


def read_everything(host: SteppedHost, client: Client) -> list[object]:
    """What Alice, somebody else and the watch list read of the table's hands."""
    alice = User.objects.get(display_name="Alice")
    client.force_login(alice)
    found: list[object] = []
    for number in range(1, 6):
        for viewer in (alice.pk, 0):
            hand = hand_history.visible_hand(viewer, table_id=host.id, number=number)
            assert hand is not None
            found += [hand, exports.as_phh(hand), exports.as_text(hand)]
        page = client.get(f"/table/{host.id}/hands/{number}/")
        assert page.status_code == 200
        found.append(page.content.decode().split("<main", 1)[1].split("csrfmiddlewaretoken")[0])
    found += hands_between(LATER - timedelta(days=500), LATER, {})
    return found


def test_archived_hands_read_as_before_byte_for_byte(host: SteppedHost, client: Client) -> None:
    before, rows = read_everything(host, client), log(host.id)
    moved = archive_all()
    assert moved.hands == 4
    assert moved.decisions == len(rows) - len(log(host.id)) > 20
    assert {row[3] for row in log(host.id)} == {0, 5}, "what is before the first hand and the last hand stay"
    assert read_everything(host, client) == before
    assert archive_all() == archive.Moved(0, 0, 0), "once is enough"


def test_restored_hands_are_the_rows_they_were(host: SteppedHost) -> None:
    rows = log(host.id)
    archive_all()
    assert log(host.id) != rows
    restored = list(archive.restore(since=LATER - timedelta(days=500), before=LATER))
    assert sum(moved.hands for moved in restored) == 4
    assert log(host.id) == rows
    assert not ArchivedHand.objects.exists()


def test_a_table_goes_on_after_its_old_hands_are_archived(host: SteppedHost) -> None:
    archive_all()
    again = SteppedHost(host.id, now=host.now)
    assert (again.number, again.table.hand_number) == (host.number, host.table.hand_number)
    again.play_hand()
    assert Hand.objects.filter(table=host.id).count() == 6


def test_hands_that_a_table_is_loaded_from_stay_in_the_log(host: SteppedHost) -> None:
    third = Decision.objects.filter(hand=3).order_by("number").first()
    assert third
    Table.objects.update(snapshot_number=third.number)
    assert archive_all().hands == 2
    assert set(Decision.objects.values_list("hand", flat=True)) == {0, 3, 4, 5}


def test_only_hands_that_ended_before_the_day_are_archived(host: SteppedHost) -> None:
    Hand.objects.filter(number__gte=3).update(ended_at=LATER)
    assert archive_all().hands == 2


def test_sealed_cards_stay_sealed_and_belong_to_their_decision(host: SteppedHost) -> None:
    sealed = [row[-1] for row in log(host.id) if row[3] == 2 and row[-1]]
    assert sealed
    archive_all()
    read = archive.decisions_of_hand(host.id, 2)
    assert [row.sealed for row in read if row.sealed] == sealed
    packed = archive._pack(read)
    assert b"HoleDealt" not in packed
    assert archive.unsealed(host.id, read[0])
    with pytest.raises(BrokenSeal):
        archive.unsealed(host.id + 1, next(row for row in read if row.sealed))


def test_a_hand_that_was_changed_in_the_archive_is_refused(host: SteppedHost) -> None:
    archive_all()
    with without_triggers():
        ArchivedHand.objects.filter(hand=2).update(digest=b"x" * 32)
        ArchivedHand.objects.filter(hand=3).update(data=b"nothing")
    assert archive.decisions_of_hand(host.id, 1)
    for hand in (2, 3):
        with pytest.raises(archive.BrokenArchive):
            archive.decisions_of_hand(host.id, hand)


def test_the_log_lets_go_only_of_what_is_archived_and_the_archive_only_of_what_is_in_the_log(host: SteppedHost) -> None:
    def refused(*statements: str) -> None:
        for statement in statements:
            with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(statement)

    refused("DELETE FROM games_decision WHERE hand = 2", "DELETE FROM games_decision WHERE hand = 5")
    archive_all()
    refused(
        "DELETE FROM games_decision WHERE hand = 5",
        "DELETE FROM games_archivedhand WHERE hand = 2",
        "UPDATE games_archivedhand SET hand = 9 WHERE hand = 2",
        "UPDATE games_decision SET hand = 2",
    )
    first = ArchivedHand.objects.get(hand=2)
    row = archive.decisions_of_hand(host.id, 2)[0]
    Decision.objects.create(table_id=host.id, hand=2, **row._asdict())
    refused("DELETE FROM games_archivedhand WHERE hand = 2")
    assert first.decisions > 1


@pytest.mark.parametrize("fails", ["read back", "delete"])
def test_a_fault_in_between_leaves_the_log_as_it_was(
    host: SteppedHost, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    rows = log(host.id)
    if fails == "read back":
        monkeypatch.setattr(zlib, "decompress", lambda data: b"\x90")
    else:
        ArchivedHand.objects.create(
            table_id=host.id, hand=3, first=10_000, last=10_001, decisions=2, data=b"x", digest=b"x"
        )
    with pytest.raises((archive.BrokenArchive, DatabaseError)), transaction.atomic():
        archive_all()
    assert log(host.id) == rows


def test_the_command_archives_and_restores(host: SteppedHost) -> None:
    rows, day = log(host.id), (LATER - timedelta(days=300)).date().isoformat()
    for arguments, said in (([], "4 hands archived"), ([], "0 hands archived"), (["--restore"], "4 hands restored")):
        out = StringIO()
        call_command("archivehands", "--before", day, *arguments, stdout=out)
        assert said in out.getvalue()
    assert log(host.id) == rows
    with pytest.raises(CommandError):
        call_command("archivehands", "--before", day, "--since", day)
    with pytest.raises(CommandError):
        call_command("archivehands", "--before", "2999-01-01")


KILLED = """
import os, signal, django
django.setup()
from datetime import datetime, UTC
from games.models import Decision
from games.store import archive
from django.db.models.query import QuerySet
delete, times = QuerySet.delete, []
def killed(rows):
    done = delete(rows)
    times.append(done)
    if len(times) == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return done
QuerySet.delete = killed
archive.HANDS_AT_ONCE = 2
for _ in archive.archive(datetime(2100, 1, 1, tzinfo=UTC)):
    pass
"""


@pytest.mark.django_db(transaction=True)
def test_a_command_that_is_killed_leaves_each_hand_whole_in_one_place(host: SteppedHost) -> None:
    hands = {number: archive.decisions_of_hand(host.id, number) for number in range(1, 6)}
    name = connection.settings_dict
    url = f"postgres://{name['USER']}@{name['HOST']}:{name['PORT']}/{name['NAME']}"
    env = {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "pokerroom.settings"}
    done = subprocess.run([sys.executable, "-c", KILLED], env=env, check=False)
    assert done.returncode == -9
    archived = set(ArchivedHand.objects.values_list("hand", flat=True))
    assert archived == {1, 2}, "the transaction in which it was killed left nothing"
    assert set(Decision.objects.values_list("hand", flat=True)) == {0, 3, 4, 5}
    assert {number: archive.decisions_of_hand(host.id, number) for number in range(1, 6)} == hands
    assert list(archive.archive(LATER))
    assert table_log.load(host.id)[1] == host.number
