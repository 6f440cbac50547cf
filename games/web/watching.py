"""Who may look at a table that is closed to watchers: its players (K14)."""

from typing import Any

from games.models import Seat, Table


def sits_at(table_id: int, player: int) -> bool:
    """Whether this player has a seat there."""
    return Seat.objects.filter(table=table_id, player=player or 0).exists()


def may_look(table: Table, user: Any) -> bool:
    """Whether this visitor may see the table's game and its hands."""
    return not table.closed_to_watchers or sits_at(table.pk, user.pk or 0)
