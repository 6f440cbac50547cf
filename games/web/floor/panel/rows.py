"""The rows of the panel and their order: what needs attention is on top (F1)."""

from collections.abc import Mapping, Sequence, Set
from enum import IntEnum
from typing import NamedTuple

from games.engine.views.kinds import TablePhase
from games.lobby.floor_calls import OpenCall
from games.lobby.queries import TableState
from games.messaging.floor_summary import FloorSummary
from games.operations.room_tournaments import RunningTournament
from games.web.floor.panel.facts import RoomFacts, TableFacts


class Need(IntEnum):
    """What a row needs a human for, the most urgent first."""

    CALL = 0
    STOPPED = 1
    SILENT = 2
    AWAY_IN_TURN = 3
    PAUSED = 4
    CALL_TAKEN = 5
    NOTHING = 6


class PanelTable(NamedTuple):
    """A table in the panel; `call` is the oldest call that is open there, `calls` how many are."""

    facts: TableFacts
    live: FloorSummary | None
    need: Need
    call: OpenCall | None = None
    calls: int = 0


class PanelTournament(NamedTuple):
    """A tournament with its tables below it."""

    tournament: RunningTournament
    need: Need
    tables: tuple[PanelTable, ...]


PanelRow = PanelTable | PanelTournament


def build_rows(facts: RoomFacts, live: Mapping[int, FloorSummary], silent: Set[int]) -> list[PanelRow]:
    """The rows in the order in which they are shown; `silent` are tables that no host tells of."""
    by_table: dict[int, list[OpenCall]] = {}
    for call in facts.calls:
        by_table.setdefault(call.table, []).append(call)
    tables = [_row(one, live.get(one.table), one.table in silent, by_table.get(one.table, [])) for one in facts.tables]
    rows: list[PanelRow] = [one for one in tables if not one.facts.tournament]
    for tournament in facts.tournaments:
        its = [one for one in tables if one.facts.tournament == tournament.id]
        rows.append(_tournament(tournament, its))
    # Rows of the same need keep the operator's order, so that nothing jumps without a reason.
    return sorted(rows, key=lambda row: row.need)


def _row(facts: TableFacts, live: FloorSummary | None, silent: bool, calls: Sequence[OpenCall]) -> PanelTable:
    if facts.tournament and live is not None and live.seated != facts.taken:
        # Players of tournaments come and go without a hint to the floor.
        facts = facts._replace(taken=live.seated)
    waiting = [call for call in calls if not call.taken_by]
    oldest = next(iter(waiting or calls), None)
    return PanelTable(facts, live, _need(facts, live, silent, oldest), oldest, len(calls))


def _need(facts: TableFacts, live: FloorSummary | None, silent: bool, call: OpenCall | None) -> Need:
    if call is not None and not call.taken_by:
        return Need.CALL
    if facts.state is TableState.STOPPED or (live is not None and live.phase is TablePhase.FROZEN):
        return Need.STOPPED
    if silent:
        return Need.SILENT
    if live is not None and live.turn_away:
        return Need.AWAY_IN_TURN
    # A table of a tournament waits for others, by order of its director, many times in an evening.
    if facts.state is TableState.PAUSED and not facts.tournament:
        return Need.PAUSED
    return Need.CALL_TAKEN if call is not None else Need.NOTHING


def _tournament(tournament: RunningTournament, tables: Sequence[PanelTable]) -> PanelTournament:
    own = Need.STOPPED if tournament.is_frozen else Need.PAUSED if tournament.is_paused else Need.NOTHING
    sorted_tables = sorted(tables, key=lambda row: row.need)
    return PanelTournament(tournament, min([own, *(table.need for table in tables)]), tuple(sorted_tables))
