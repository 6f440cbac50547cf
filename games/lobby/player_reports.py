"""Players' reports about other players, for the director of the tournament they come from (F6)."""

from datetime import datetime
from typing import NamedTuple

from games.models.conduct import Report

MOST = 50


class PlayerReport(NamedTuple):
    """A report: who made it at which table, in which hand, about whom, and how it was judged, "" if it was not yet."""

    table: int
    hand: int
    by: str
    about: str
    description: str
    at: datetime
    judgement: str
    is_open: bool


def reports_of_tournament(tournament: int) -> list[PlayerReport]:
    """The latest reports from the tables of a tournament, those not judged yet first."""
    rows = Report.objects.filter(table__tournament=tournament).select_related("by", "about")
    latest = sorted(rows.order_by("-pk")[:MOST], key=lambda row: row.judged_at is not None)
    return [
        PlayerReport(
            row.table_id,
            row.hand,
            row.by.display_name,
            row.about.display_name,
            row.description,
            row.created_at,
            row.judgement,
            row.judged_at is None,
        )
        for row in latest
    ]
