"""F1: what needs attention is on top of the panel, in an order that the server decides."""

from datetime import UTC, datetime

import pytest

from games.engine.rules.stakes import Stakes, Structure
from games.engine.views.kinds import TablePhase
from games.lobby.floor_calls import OpenCall
from games.lobby.queries import TableState
from games.messaging.floor_summary import FloorSummary
from games.operations.room_tournaments import RunningTournament
from games.text.amounts import AmountFormat
from games.web.floor.panel.facts import RoomFacts, TableFacts
from games.web.floor.panel.rows import Need, PanelTable, PanelTournament, build_rows

STAKES = Stakes(Structure.NO_LIMIT, 10, 20)


def table(number: int, state: TableState = TableState.PLAYING, *, tournament: int = 0) -> TableFacts:
    amounts = AmountFormat()
    return TableFacts(number, f"T{number}", tournament, "PLAY", amounts, "holdem", STAKES, 9, 5, 4, 0, 60, state)


def call(number: int, at: int, taken_by: str = "") -> OpenCall:
    asked = datetime(2026, 1, 1, tzinfo=UTC)
    return OpenCall(number, at, f"T{at}", 0, "Anna", "Look", 3, asked, taken_by, asked if taken_by else None)


def live(number: int, **fields: object) -> FloorSummary:
    summary = FloorSummary(number, TablePhase.BETTING, 3, 300, 5, turn="Anna", turn_since=1)
    return summary._replace(**fields)


def test_F1_rows_stand_in_the_order_of_what_they_need() -> None:
    tables = (
        table(1),
        table(2),
        table(3, TableState.PAUSED),
        table(4),
        table(5),
        table(6, TableState.STOPPED),
        table(7),
    )
    facts = RoomFacts(tables, calls=(call(1, 7), call(2, 2, "Jana")))
    rows = build_rows(facts, {4: live(4, turn_away=True)}, {5})
    assert [(row.facts.table, row.need) for row in rows if isinstance(row, PanelTable)] == [
        (7, Need.CALL),
        (6, Need.STOPPED),
        (5, Need.SILENT),
        (4, Need.AWAY_IN_TURN),
        (3, Need.PAUSED),
        (2, Need.CALL_TAKEN),
        (1, Need.NOTHING),
    ]


def test_F1_of_several_calls_the_oldest_that_nobody_takes_counts() -> None:
    (row,) = build_rows(RoomFacts((table(1),), calls=(call(1, 1, "Jana"), call(2, 1), call(3, 1))), {}, set())
    assert isinstance(row, PanelTable)
    assert (row.call and row.call.id, row.calls, row.need) == (2, 3, Need.CALL)


def test_F1_a_table_that_its_host_has_frozen_needs_somebody() -> None:
    (row,) = build_rows(RoomFacts((table(1),)), {1: live(1, phase=TablePhase.FROZEN)}, set())
    assert row.need is Need.STOPPED


@pytest.mark.parametrize(
    ("state", "calls", "need"),
    [
        (RunningTournament(9, "Daily", 20, 8), (), Need.NOTHING),
        (RunningTournament(9, "Daily", 20, 8, is_paused=True), (), Need.PAUSED),
        (RunningTournament(9, "Daily", 20, 8, is_frozen=True, is_paused=True), (), Need.STOPPED),
        (RunningTournament(9, "Daily", 20, 8, is_paused=True), (call(1, 3),), Need.CALL),
    ],
)
def test_F1_a_tournament_stands_with_its_tables_where_its_most_urgent_table_belongs(
    state: RunningTournament, calls: tuple[OpenCall, ...], need: Need
) -> None:
    facts = RoomFacts((table(1), table(2, tournament=9), table(3, tournament=9)), (state,), calls)
    rows = build_rows(facts, {}, set())
    (found,) = (row for row in rows if isinstance(row, PanelTournament))
    assert found.need is need
    assert [one.facts.table for one in found.tables] == ([3, 2] if calls else [2, 3])
    assert rows.index(found) == (0 if need is not Need.NOTHING else 1)


def test_F1_tables_of_a_tournament_wait_for_their_director_without_needing_the_floor() -> None:
    facts = RoomFacts((table(2, TableState.PAUSED, tournament=9),), (RunningTournament(9, "Daily", 20, 8),))
    (row,) = build_rows(facts, {}, set())
    assert row.need is Need.NOTHING
