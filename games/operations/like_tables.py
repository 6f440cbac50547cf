"""Tables of the same game and stakes as a group, and which of them close when fewer are needed (K8, F1)."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction

from games.engine.errors import IllegalAction
from games.models import Table
from games.operations.spread_table import Spread, spread_tables
from games.seating.return_rule import stored_game_key
from games.seating.taken_seats import players_at_each
from games.tables.kind import with_rules_text


class LikeTables(NamedTuple):
    """The open tables of one game and stakes, read `with_rules_text`; `key` is the same for all of them."""

    key: str
    tables: tuple[Table, ...]


def like_tables() -> list[LikeTables]:
    """The groups of two or more tables that can take each other's players, in the operator's order.

    Tables with a password and players' own tables (K10) are in no group: their players chose their company.
    """
    rows = Table.objects.filter(
        closed_at=None, is_open=True, frozen=False, tournament=None, password="", opened_by=None
    )
    groups: dict[str, list[Table]] = {}
    # Of thousands of tables each column and each rule costs time.
    for table in with_rules_text(rows.only("name", "currency", "seats")):
        groups.setdefault(stored_game_key(table.rules_text, table.currency), []).append(table)
    return [LikeTables(key, tuple(tables)) for key, tables in groups.items() if len(tables) > 1]


def closing_tables(group: LikeTables, *, stay: int | None, by: int, why: str) -> list[int]:
    """The ids of the tables that close so that `stay` remain, None for as few as their players need.

    Those with the most players remain, so that the fewest move. Raises IllegalAction where nobody could close any.
    """
    people = {table: len(players) for table, players in players_at_each([table.pk for table in group.tables]).items()}
    fullest_first = [table.pk for table in sorted(group.tables, key=lambda table: -people[table.pk])]
    if stay is not None:
        return sorted(fullest_first[stay:])
    seats = {table.pk: table.seats for table in group.tables}
    refusal = IllegalAction("nothing_changes")
    for staying in range(1, len(fullest_first)):
        if sum(seats[pk] for pk in fullest_first[:staying]) < sum(people.values()):
            continue
        try:
            rehearse_spread(closing=sorted(fullest_first[staying:]), group=group, by=by, why=why)
        except IllegalAction as refused:
            refusal = refused
        else:
            return sorted(fullest_first[staying:])
    raise refusal


def rehearse_spread(*, closing: Sequence[int], group: LikeTables, by: int, why: str) -> list[Spread]:
    """Who would go where if these tables of the group closed; nothing is kept of it. Raises IllegalAction."""
    with transaction.atomic():
        spreads = spread_group(closing=closing, group=group, by=by, why=why)
        transaction.set_rollback(True)
    return spreads


def spread_group(*, closing: Sequence[int], group: LikeTables, by: int, why: str) -> list[Spread]:
    """Closes these tables of the group and spreads their players over the others; raises IllegalAction."""
    staying = [table.pk for table in group.tables if table.pk not in closing]
    return spread_tables(closing=closing, staying=staying, by=by, why=why)
