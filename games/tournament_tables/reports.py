"""Reports of tables to the directors of their tournaments: numbered, written with the decision, read by cursor."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection
from django.utils import timezone

from backoffice import plain_sql
from games.engine.table.decide import Decision as Decided
from games.engine.table.tournament_reports import Report, ReportKind, build_reports
from games.engine.table.tournament_seat import tournament_of
from games.models import Decision, Order
from games.models.tournament_reports import ReportCount, TableReport


class ReportLine(NamedTuple):
    """One report; `number` is the cursor, `decision` the table's, 0 for a refused order."""

    number: int
    table: int
    decision: int
    kind: ReportKind
    data: dict[str, Any]  # JSON, in a shape of its own for each kind
    at: datetime


def reports_from(decision: Decided, now: int) -> tuple[Report, ...]:
    """The reports of a decision made at `now` (ms) for the tournament's director; none at a cash table."""
    return build_reports(decision, now)


def write_reports(decision: Decided, written: Iterable[Report], row: Decision) -> None:
    """Writes the reports of a decision, inside the transaction that writes the decision (X1)."""
    _write(tournament_of(decision.table), row.table_id, row.number, written, row.created_at)


def write_refusal(order: Order, code: str) -> None:
    """Writes the report that a director's order was refused, inside the transaction that refuses it."""
    data = {"order": order.pk, "key": order.key, "kind": order.kind, "player": order.player_id or 0, "code": code}
    _write(order.table.tournament or 0, order.table_id, 0, [Report(ReportKind.REFUSED, data)], timezone.now())


def reports_after(tournament: int, cursor: int, limit: int) -> list[ReportLine]:
    """The tournament's reports numbered above the cursor, oldest first."""
    rows = TableReport.objects.filter(tournament=tournament, number__gt=cursor).order_by("number")
    fields = rows.values_list("number", "table", "decision", "kind", "data", "created_at")[:limit]
    return [
        ReportLine(number, table, decision, ReportKind(kind), data, at)
        for number, table, decision, kind, data, at in fields
    ]


def _write(tournament: int, table: int, decision: int, written: Iterable[Report], at: datetime) -> None:
    rows = list(written)
    # The count is raised first: the next writer waits here for this commit, so that a cursor never skips a report.
    last = _raise_count(tournament, len(rows))
    if last is None:
        ReportCount.objects.bulk_create([ReportCount(tournament=tournament)], ignore_conflicts=True)
        last = _raise_count(tournament, len(rows))
        assert last is not None
    plain_sql.insert(
        [
            TableReport(
                tournament=tournament,
                number=last - len(rows) + place,
                table_id=table,
                decision=decision,
                kind=one.kind,
                data=one.data,
                created_at=at,
            )
            for place, one in enumerate(rows, 1)
        ]
    )


def _raise_count(tournament: int, by: int) -> int | None:
    """How many reports the tournament has with these; None if none was ever counted."""
    sql = "UPDATE games_reportcount SET reports = reports + %s WHERE tournament = %s RETURNING reports"
    with connection.cursor() as cursor:
        cursor.execute(sql, [by, tournament])
        found = cursor.fetchone()
    return found[0] if found else None
