"""F1: which rows of the panel somebody sees: of some stakes, with a name, and what needs attention first."""

from collections.abc import Sequence

import pytest

from games.lobby.floor_calls import OpenCall
from games.lobby.queries import TableState
from games.operations.room_tournaments import RunningTournament
from games.web.floor.panel import filters
from games.web.floor.panel.facts import RoomFacts, TableFacts
from games.web.floor.panel.filters import ALL, NEED, RowFilter, listed_rows
from games.web.floor.panel.rows import PanelTable, build_rows
from games.web.floor.stakes import stakes_code
from tests.games.web.floor.panel.test_rows import STAKES, call, table


def listed(
    tables: Sequence[TableFacts], wanted: RowFilter, *tournaments: RunningTournament, calls: tuple[OpenCall, ...] = ()
) -> list[int | str]:
    """The numbers of the tables and the names of the tournaments that the page lists."""
    rows = build_rows(RoomFacts(tuple(tables), tournaments, calls), {}, set())
    return [
        row.facts.table if isinstance(row, PanelTable) else row.tournament.name
        for row in listed_rows(rows, wanted).rows
    ]


DAILY = RunningTournament(9, "Daily", 20, 8)


def test_F1_the_panel_is_narrowed_to_what_needs_somebody_or_to_stakes() -> None:
    tables = table(1), table(2, TableState.PAUSED)
    shown = [listed(tables, RowFilter(show), DAILY) for show in (ALL, NEED, stakes_code(STAKES, "PLAY"), "nl:1:2:PLAY")]
    assert shown == [[2, 1, "Daily"], [2], [2, 1], []]


def test_F1_a_table_or_tournament_is_found_by_a_part_of_its_name() -> None:
    tables = [
        table(1)._replace(name="Praha"),
        table(2)._replace(name="Brno"),
        table(3, tournament=9)._replace(name="Daily 1"),
        table(4, tournament=9)._replace(name="Daily 2"),
    ]
    assert listed(tables, RowFilter(ALL, "BR"), DAILY) == [2]
    assert listed(tables, RowFilter(ALL, "dail"), DAILY) == ["Daily", 3, 4]
    assert listed(tables, RowFilter(ALL, "2"), DAILY) == ["Daily", 4], "with the tournament whose table it is"
    assert listed(tables, RowFilter(NEED, "Brno"), DAILY) == []
    assert listed(tables, RowFilter(stakes_code(STAKES, "PLAY"), "a"), DAILY) == [1]


def test_F1_of_many_rows_what_needs_somebody_is_listed_before_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filters, "MOST_ROWS", 4)
    tables = [table(number, TableState.PAUSED if number in (6, 8) else TableState.PLAYING) for number in range(1, 9)]
    assert listed(tables, RowFilter()) == [6, 8, 1, 2]
    of_tournament = [table(number, tournament=9) for number in range(11, 15)]
    stopped = table(15, TableState.STOPPED, tournament=9)
    shown = listed([*tables, *of_tournament, stopped], RowFilter(), DAILY)
    assert shown == ["Daily", 15, 6, 8], "quiet tables of a tournament do not displace what needs attention"
    assert listed_rows(build_rows(RoomFacts(tuple(tables)), {}, set()), RowFilter()).fitting == 8
    monkeypatch.setattr(filters, "MOST_ROWS", 3)
    taken = call(1, 14, taken_by="Eva")
    shown = listed([*tables, *of_tournament, stopped], RowFilter(), DAILY, calls=(taken,))
    assert shown == ["Daily", 15, 6], "a pause is more urgent than a call that somebody has taken"
