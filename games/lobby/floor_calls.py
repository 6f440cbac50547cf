"""Calls for the floor that nobody has answered yet (F2)."""

from datetime import datetime
from typing import NamedTuple

from games.models.conduct import FloorCall


class OpenCall(NamedTuple):
    """A call without an answer; `tournament` is 0 at a cash table, `taken_by` empty while nobody comes."""

    id: int
    table: int
    table_name: str
    tournament: int
    player: str
    reason: str
    hand: int
    asked_at: datetime
    taken_by: str
    taken_at: datetime | None


def open_calls(*, table: int | None = None, tournament: int | None = None) -> list[OpenCall]:
    """The calls of the room, of one table or of one tournament, the oldest first."""
    rows = FloorCall.objects.filter(answered_at=None).select_related("player", "taken_by", "table").order_by("pk")
    if table is not None:
        rows = rows.filter(table=table)
    if tournament is not None:
        rows = rows.filter(table__tournament=tournament)
    rows = rows.defer("table__snapshot", "table__next_snapshot")
    return [
        OpenCall(
            id=call.pk,
            table=call.table_id,
            table_name=call.table.title,
            tournament=call.table.tournament or 0,
            player=call.player.display_name,
            reason=call.reason,
            hand=call.hand,
            asked_at=call.created_at,
            taken_by=call.taken_by.display_name if call.taken_by else "",
            taken_at=call.taken_at,
        )
        for call in rows
    ]
