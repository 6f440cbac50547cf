"""T19: what is looked up in the public view of a tournament for each of its viewers."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tournaments.engine.views.types import Standing, TableView, TournamentView


class Overview(NamedTuple):
    """Standings by player, tables by their ids in the card room, how many of them play, penalised players by table."""

    standings: Mapping[int, Standing]
    tables: Mapping[int, TableView]
    running: int
    penalised: Mapping[int, Sequence[Standing]]


def overview_of(view: TournamentView) -> Overview:
    """The overview of a view; a table whose id is unknown is not looked up."""
    penalised = defaultdict[int, list[Standing]](list)
    for row in view.standings:
        if row.penalised:
            penalised[row.table].append(row)
    tables = {table.table_id: table for table in view.tables if table.table_id}
    standings = {row.player: row for row in view.standings}
    return Overview(standings, tables, sum(table.running for table in view.tables), dict(penalised))
