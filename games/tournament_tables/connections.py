"""Whose connection the tables of a tournament have lost: one row a table, replaced as a whole (T3)."""

from collections.abc import Sequence

from backoffice.compiled_query import CompiledQuery, Given
from games.models.tournament_reports import TableConnections


def store(*, table_id: int, tournament: int, number: int, players: Sequence[tuple[int, int]]) -> None:
    """Stores the disconnected players of a table as (player, when the connection was lost in ms, 0 as in the engine).

    `number` is the table's last decision: a host that has lost the table replaces nothing newer.
    """
    rows = TableConnections.objects.filter(pk=table_id)
    values = {"number": number, "players": [list(one) for one in players]}
    if not rows.filter(number__lte=number).update(**values) and players:
        row = TableConnections(table_id=table_id, tournament=tournament, **values)
        TableConnections.objects.bulk_create([row], ignore_conflicts=True)


def disconnected_players(tournament: int) -> dict[int, int]:
    """The disconnected players at the open tables, each with when the connection was lost, as `store` was given it."""
    return {player: lost_at for players in _PLAYERS.all(tournament=tournament) for player, lost_at in players}


_PLAYERS = CompiledQuery(
    lambda: (
        TableConnections.objects.filter(tournament=Given("tournament"), table__closed_at=None)
        .order_by()
        .values_list("players", flat=True)
    )
)
