"""F3, F4: the database itself refuses to change, delete or truncate what was decided, reported and imposed."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.contrib.admin.models import LogEntry
from django.db import DatabaseError, connection, transaction
from django.db.models import Model
from django.utils import timezone

from games.models import Decision
from games.models.access import Admission, SeparatedPlayers
from games.models.archive import ArchivedHand
from games.models.conduct import ChatBan, FloorCall, Report
from games.models.floor_decisions import FloorDecision
from games.models.moves import TableMerge
from games.models.room import PausedByRoom, RoomPause, SeatFreeze
from games.models.watch_list import WatchCase, WatchFlag, WatchNote
from pokerroom.models import Ban, StaffNote
from tournaments.models import TournamentDecision, TournamentOrder

pytestmark = pytest.mark.django_db

NOW = timezone.now()
LONG = timedelta(days=9)
LATER = NOW + LONG
ROOM_ENDED = {"ended_at": NOW, "ended_by_id": 2, "is_open": None}
ENDED = {"ended_at": NOW, "ended_by_id": 2, "end_reason": "sorry"}
Fields = dict[str, Any]  # fields of any model
Values = list[Any]
Execute = Callable[[str, Values], object]
ROWS: list[tuple[type[Model], Fields, Fields, Fields]] = [
    (ChatBan, {"player_id": 1, "by_id": 2, "until": LATER, "reason": "spam"}, ENDED, {"until": LATER + LONG}),
    (SeparatedPlayers, {"one_id": 1, "other_id": 3, "by_id": 2, "reason": "family"}, ENDED, {"other_id": 4}),
    (
        Admission,
        {"table_id": 1, "player_id": 1, "kind": "barred", "by_id": 2, "reason": "x"},
        ENDED,
        {"kind": "invited"},
    ),
    (
        Report,
        {"table_id": 1, "by_id": 1, "about_id": 3, "description": "rude", "chat": [["line"]]},
        {"judged_at": NOW, "judged_by_id": 2, "judgement": "warned"},
        {"chat": []},
    ),
    (
        FloorCall,
        {"table_id": 1, "player_id": 1, "reason": "help"},
        {"answered_at": NOW, "answered_by_id": 2, "answer": "done"},
        {"reason": "other"},
    ),
    (
        TournamentOrder,
        {"tournament_id": 1, "kind": "Cancel", "payload": {}, "key": "k", "by_id": 2, "why": "a fault"},
        {"refused": "late"},
        {"why": "none"},
    ),
    (RoomPause, {"by_id": 1, "reason": "fire alarm"}, ROOM_ENDED, {"reason": "none"}),
    (SeatFreeze, {"by_id": 1, "reason": "fire alarm"}, ROOM_ENDED, {"begun_at": LATER}),
    (PausedByRoom, {"pause_id": 1, "table_id": 1}, {"resumed_at": NOW}, {"table_id": 2}),
    (
        WatchFlag,
        {"kind": "timing", "person_id": 1, "figure": 6, "threshold": 4, "since": NOW, "until": NOW, "hands": [[1, 7]]},
        {"case_id": 1},
        {"kind": "nuts"},
    ),
    (
        WatchCase,
        {"opened_by_id": 2, "assigned_to_id": 2},
        {"ended_at": NOW, "ended_by_id": 2, "decision": "warned", "decision_text": "told her"},
        {"opened_by_id": 3},
    ),
    (
        StaffNote,
        {"person_id": 1, "by_id": 2, "text": "polite"},
        {"text": "", "erased_at": NOW},
        {"by_id": 3},
    ),
]
"""For each table: a row, what ends it, and a change that is refused. Their people and tables are never looked up."""

GUARDED = [model._meta.db_table for model, *_ in ROWS] + [
    *("games_decision", "games_tablereport", "games_floordecision", "games_tablemerge", "games_handreview"),
    *(
        "games_watchnote",
        "tournaments_tournamentdecision",
        "pokerroom_ban",
        "pokerroom_excludedemail",
        "django_admin_log",
    ),
    *("cashier_entry", "cashier_leg", "cashier_account"),
]


@pytest.fixture(params=["postgresql", "sqlite"])
def execute(request: pytest.FixtureRequest, sqlite_room: Path) -> Iterator[Execute]:
    """Executes statements on PostgreSQL, then on SQLite, and takes all of them back after the test."""
    if request.param == "sqlite":
        with closing(sqlite3.connect(sqlite_room)) as room:
            yield room.execute
        return

    def execute(sql: str, values: Values) -> object:
        with transaction.atomic(), connection.cursor() as cursor:
            return cursor.execute(sql.replace("?", "%s"), values)

    with transaction.atomic():
        yield execute
        transaction.set_rollback(True)


def insert(execute: Execute, model: type[Model], fields: Fields, *, verb: str = "INSERT") -> None:
    """Inserts a row with the id 1."""
    row = model(id=1, **fields)
    values = {field.column: getattr(row, field.attname) for field in model._meta.local_concrete_fields}
    marks = ", ".join("?" * len(values))
    execute(f"{verb} INTO {model._meta.db_table} ({', '.join(values)}) VALUES ({marks})", plain(values))


def plain(fields: Fields) -> Values:
    """The values as SQL on both databases takes them."""
    return [
        json.dumps(value)
        if isinstance(value, list | dict)
        else str(value)
        if isinstance(value, datetime | UUID)
        else value
        for value in fields.values()
    ]


def is_refused(execute: Execute, model: type[Model], changes: Fields | None) -> bool:
    """Whether the database refuses these changes of the row, or to delete it."""
    table = model._meta.db_table
    settings = ", ".join(f"{name} = ?" for name in changes or ())
    sql = f"UPDATE {table} SET {settings} WHERE id = 1" if changes else f"DELETE FROM {table} WHERE id = 1"  # noqa: S608
    try:
        execute(sql, plain(changes or {}))
    except (DatabaseError, sqlite3.IntegrityError) as refusal:
        return "append-only" in str(refusal)
    return False


@pytest.mark.parametrize(("model", "fields", "end", "change"), ROWS, ids=[model.__name__ for model, *_ in ROWS])
def test_F3_a_row_is_ended_once_and_otherwise_neither_changed_nor_deleted(
    execute: Execute, model: type[Model], fields: Fields, end: Fields, change: Fields
) -> None:
    insert(execute, model, fields)
    assert is_refused(execute, model, None)
    assert is_refused(execute, model, change)
    assert is_refused(execute, model, {**end, **change})
    assert not is_refused(execute, model, end)
    assert is_refused(execute, model, {name: "again" for name, value in end.items() if value == str(value)})
    assert is_refused(execute, model, None)
    assert not is_refused(execute, model, end), "the same values are no change"


def test_F2_the_player_marks_an_answer_as_read_whenever_they_read_it(execute: Execute) -> None:
    model, fields, end, _ = ROWS[4]
    insert(execute, model, {**fields, **end})
    assert not is_refused(execute, model, {"answer_read": True})


def test_F2_a_call_is_taken_once_and_before_its_answer(execute: Execute) -> None:
    model, fields, end, _ = ROWS[4]
    taken = {"taken_at": NOW, "taken_by_id": 2}
    insert(execute, model, fields)
    assert not is_refused(execute, model, taken)
    assert is_refused(execute, model, {"taken_by_id": 3})
    assert is_refused(execute, model, {"taken_at": None})
    assert not is_refused(execute, model, end), "a call that was taken is answered"


def test_F2_a_call_that_is_answered_is_no_longer_taken(execute: Execute) -> None:
    model, fields, end, _ = ROWS[4]
    insert(execute, model, {**fields, **end})
    assert is_refused(execute, model, {"taken_at": NOW, "taken_by_id": 2})


def test_F3_a_note_is_erased_with_its_end_and_never_rewritten(execute: Execute) -> None:
    model, fields, end, _ = ROWS[-1]
    insert(execute, model, fields)
    for change in ({"text": "rude"}, {"text": ""}, {**end, "text": "rude"}):
        assert is_refused(execute, model, change), change
    assert not is_refused(execute, model, end)


@pytest.mark.parametrize(("model", "fields"), [row[:2] for row in ROWS if row[0] in (RoomPause, SeatFreeze)])
def test_F3_what_holds_for_the_room_is_over_only_with_its_end_and_holds_never_again(
    execute: Execute, model: type[Model], fields: Fields
) -> None:
    insert(execute, model, fields)
    assert is_refused(execute, model, {"is_open": None})
    assert not is_refused(execute, model, ROOM_ENDED)
    assert is_refused(execute, model, {"is_open": True})
    assert is_refused(execute, model, {"ended_by_id": 3})


@pytest.mark.parametrize(
    ("model", "change"),
    [(WatchFlag, {"figure": 9, "threshold": 5, "until": LATER, "hands": [[1, 8]]}), (WatchCase, {"assigned_to_id": 3})],
)
def test_F7_what_changes_of_a_flag_and_of_a_case_changes_until_it_ends(
    execute: Execute, model: type[Model], change: Fields
) -> None:
    fields, end = next(row[1:3] for row in ROWS if row[0] is model)
    insert(execute, model, fields)
    assert not is_refused(execute, model, change)
    assert not is_refused(execute, model, end)
    for name in change:
        assert is_refused(execute, model, {name: fields[name]}), name


def test_F7_a_note_in_a_case_is_neither_changed_nor_deleted(execute: Execute) -> None:
    insert(execute, WatchNote, {"case_id": 1, "by_id": 2, "text": "seen hand 7"})
    assert is_refused(execute, WatchNote, None)
    assert is_refused(execute, WatchNote, {"text": "seen nothing"})


DECISION: Fields = {"table_id": 1, "number": 7, "hand": 2, "events": []}
ARCHIVED: Fields = {"table_id": 1, "hand": 2, "first": 7, "last": 7, "decisions": 1, "data": b"x", "digest": b"x"}


@pytest.mark.parametrize("other", [{}, {"table_id": 2}, {"hand": 3}, {"first": 8, "last": 9, "decisions": 2}])
def test_F3_the_log_lets_go_only_of_decisions_that_are_in_the_archive(execute: Execute, other: Fields) -> None:
    insert(execute, Decision, DECISION)
    insert(execute, ArchivedHand, ARCHIVED | other)
    assert is_refused(execute, Decision, {"hand": 3})
    assert is_refused(execute, Decision, None) == bool(other)


@pytest.mark.parametrize("other", [{}, {"table_id": 2}, {"hand": 3}, {"last": 8, "decisions": 2}])
def test_F3_the_archive_lets_go_only_of_hands_that_are_in_the_log(execute: Execute, other: Fields) -> None:
    insert(execute, Decision, DECISION)
    insert(execute, ArchivedHand, ARCHIVED | other)
    assert is_refused(execute, ArchivedHand, {"data": b"y"})
    assert is_refused(execute, ArchivedHand, None) == bool(other)


REASONED: list[tuple[type[Model], Fields, str]] = [
    *((model, fields, "reason") for model, fields, *_ in ROWS if model in (ChatBan, SeparatedPlayers, Admission)),
    *((model, fields, "why") for model, fields, *_ in ROWS if model is TournamentOrder),
    (Admission, {"table_id": 1, "player_id": 1, "kind": "invited", "by_id": 2, "reason": "x"}, "reason"),
    (FloorDecision, {"table_id": 1, "hand": 3, "kind": "pause", "by_id": 2, "reason": "x"}, "reason"),
    (TableMerge, {"source_id": 1, "target_id": 2, "by_id": 2, "reason": "x"}, "reason"),
    (Ban, {"person_id": 1, "kind": "banned", "by_id": 2, "reason": "x"}, "reason"),
    (
        TournamentDecision,
        {"tournament_id": 1, "number": 1, "command": "Cancel", "events": [], "by_id": 2, "why": "x"},
        "why",
    ),
]
"""For each table of decisions of the staff: a row, and the column of its reason."""


@pytest.mark.parametrize(("model", "fields", "reason"), REASONED, ids=[model.__name__ for model, *_ in REASONED])
def test_F3_no_decision_of_the_staff_is_kept_without_its_reason(
    execute: Execute, model: type[Model], fields: Fields, reason: str
) -> None:
    with pytest.raises((DatabaseError, sqlite3.IntegrityError), match=r"(?i)check constraint"):
        insert(execute, model, {**fields, reason: ""})
    insert(execute, model, fields)


def test_F3_the_staffs_log_of_changes_is_neither_changed_nor_deleted(execute: Execute) -> None:
    fields = {"action_time": NOW, "user_id": 1, "object_repr": "Daily", "action_flag": 2, "change_message": "no staff"}
    insert(execute, LogEntry, fields)
    assert is_refused(execute, LogEntry, None)
    assert is_refused(execute, LogEntry, {"change_message": "another"})


@pytest.mark.parametrize(("model", "fields"), [row[:2] for row in ROWS], ids=[model.__name__ for model, *_ in ROWS])
def test_F3_sqlite_replaces_no_row(sqlite_room: Path, model: type[Model], fields: Fields) -> None:
    with closing(sqlite3.connect(sqlite_room)) as room:
        insert(room.execute, model, fields)
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            insert(room.execute, model, fields, verb="INSERT OR REPLACE")


@pytest.mark.parametrize("table", GUARDED)
def test_F3_no_append_only_table_can_be_truncated(table: str) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {table} CASCADE")
