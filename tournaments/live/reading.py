"""Turns the reports of a tournament's tables into commands for the tournament."""

from collections.abc import Mapping
from typing import Any

from games.api import ReportLine
from games.engine.table.tournament_reports import ReportKind
from tournaments.engine.state import commands as cm
from tournaments.engine.state.tournament import Tournament
from tournaments.engine.state.tournament_state import Stage
from tournaments.store.table_orders import HARMLESS_REFUSALS

MOST_ALL_INS = 100
"""No hand has as many all-ins: times are multiplied by it so that the order of all-ins can be added (T10)."""


class OrderRefused(Exception):
    """A table refused an order for a reason that is not harmless: tournament and table no longer agree.

    `table` is the number of the table, `order` the kind of the order, `code` the refusal.
    """

    def __init__(self, table: int, order: str, code: str) -> None:
        super().__init__(f"table {table} refused {order}: {code}")
        self.table, self.order, self.code = table, order, code


def command_from_report(state: Tournament, line: ReportLine, table_ids: Mapping[int, int]) -> cm.Command | None:
    """The command that follows from a report, None if none does; raises OrderRefused.

    `table_ids` are the ids of the tables by number.
    """
    if state.stage is not Stage.RUNNING:
        return None
    table = table_number(table_ids, line.table)
    match line.kind:
        case ReportKind.HAND_FINISHED:
            return _report_hand(table, line.data)
        case ReportKind.HAND_VOIDED:
            return cm.ReportVoid(
                table, line.data["hand"], line.data["reason"], shown_until=line.data.get("shown_until", 0)
            )
        case ReportKind.BACK:
            entrant = state.players.get(line.data["player"])
            returns = entrant is not None and entrant.away and not entrant.played_on and not entrant.out
            return cm.ComeBack(line.data["player"]) if returns else None
        case ReportKind.REFUSED if line.data["code"] == "hand_not_begun":
            return cm.ReportVoid(table, state.tables[table].hand, refused=True) if table in state.tables else None
        case ReportKind.REFUSED if line.data["code"] not in HARMLESS_REFUSALS:
            raise OrderRefused(table, line.data["kind"], line.data["code"])
    return None


def table_number(table_ids: Mapping[int, int], table_id: int) -> int:
    """The number of the table with this id, 0 if the tournament has no such table."""
    return next((number for number, id_ in table_ids.items() if id_ == table_id), 0)


def _report_hand(table: int, data: dict[str, Any]) -> cm.ReportHand:  # Any: JSON, written by the table itself
    busts = tuple(
        cm.Bust(
            bust["player"],
            bust.get("all_in_at", data["started_at"]) * MOST_ALL_INS + bust["all_in_order"],
            bust["strength"],
            tuple(bust["by"]),
        )
        for bust in data["busted"]
    )
    stacks = tuple((player, chips) for player, chips in data["stacks_after"])
    # Reports of tables that ran before this key was written have no pause of their own.
    return cm.ReportHand(table, data["hand"], stacks, busts, data.get("shown_until", 0))
