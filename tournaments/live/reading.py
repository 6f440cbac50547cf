"""What a table's report says to the director."""

from collections.abc import Mapping
from typing import Any

from games.api import ReportLine
from games.engine.table.tournament_reports import ReportKind
from tournaments.engine.state import commands as cm
from tournaments.engine.state.tournament import Tournament
from tournaments.engine.state.tournament_state import Stage
from tournaments.store.table_orders import HARMLESS

ALL_INS = 100
"""More than can be all-in in a hand: the order of all-ins counts up with their time, over all tables (T10)."""


class Broken(Exception):
    """A table did not do what it was told: tournament and table no longer agree; `order` is the order's kind."""

    def __init__(self, table: int, order: str, code: str) -> None:
        super().__init__(f"table {table} refused {order}: {code}")
        self.table, self.order, self.code = table, order, code


def command_for(state: Tournament, line: ReportLine, rooms: Mapping[int, int]) -> cm.Command | None:
    """The command that a report amounts to, None where it asks for nothing; raises Broken.

    `rooms` are the ids of the tables by number.
    """
    if state.stage is not Stage.RUNNING:
        return None
    table = number_of(rooms, line.table)
    match line.kind:
        case ReportKind.HAND_FINISHED:
            return _hand(table, line.data)
        case ReportKind.HAND_VOIDED:
            return cm.ReportVoid(table, line.data["hand"], line.data["reason"])
        case ReportKind.BACK:
            entrant = state.players.get(line.data["player"])
            came = entrant is not None and entrant.away and not entrant.played_on and not entrant.out
            return cm.ComeBack(line.data["player"]) if came else None
        case ReportKind.REFUSED if line.data["code"] not in HARMLESS:
            raise Broken(table, line.data["kind"], line.data["code"])
    return None


def number_of(rooms: Mapping[int, int], room: int) -> int:
    """A table's number by its id, 0 where it is not known."""
    return next((number for number, one in rooms.items() if one == room), 0)


def _hand(table: int, data: dict[str, Any]) -> cm.ReportHand:
    busts = tuple(
        cm.Bust(
            bust["player"],
            bust.get("all_in_at", data["started_at"]) * ALL_INS + bust["all_in_order"],
            bust["strength"],
            tuple(bust["by"]),
        )
        for bust in data["busted"]
    )
    return cm.ReportHand(table, data["hand"], tuple((player, chips) for player, chips in data["stacks_after"]), busts)
