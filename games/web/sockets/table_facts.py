"""The facts about a table that its sockets read from the database."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.db.models import Q

from backoffice.compiled_query import CompiledQuery, one_of_each
from games.models import Table
from games.moderation import ViewerModeration, moderation_of_each
from games.text.amounts import AmountFormat


class TableFacts(NamedTuple):
    """What a socket must know before it watches a table; `delay` is in seconds, `tournament` 0 for none.

    `amounts` is how its currency is written.
    """

    players_only: bool
    delay: float
    tournament: int
    amounts: AmountFormat


def facts_of(table: int) -> TableFacts | None:
    """Who may watch a table, and how late (K14); None when there is no such table or it is closed.

    A table that a tournament has closed still tells its players where they sit now (T7).
    """
    return _facts_of_each([table]).get(table)


def _facts_of_each(tables: Collection[int]) -> dict[int, TableFacts]:
    return {
        table: TableFacts(players_only, float(delay), tournament or 0, AmountFormat.of_currency(currency))
        for table, players_only, delay, tournament, currency in _FACTS.all_of("pk", tables)
    }


_FACTS = CompiledQuery(
    lambda: Table.objects.filter(Q(closed_at=None) | Q(tournament__isnull=False), one_of_each("pk")).values_list(
        "pk", "closed_to_watchers", "watch_delay", "tournament", "currency"
    )
)


class Opening(NamedTuple):
    """What the socket of a table's page must know before it watches; `facts` are None if there is nothing to watch."""

    facts: TableFacts | None
    moderation: ViewerModeration


def openings_of(viewers: Sequence[tuple[int, int]]) -> list[Opening]:
    """What some sockets must know, each of a player (0 is an anonymous viewer) and a table."""
    facts = _facts_of_each({table for _, table in viewers})
    return [
        Opening(facts.get(table), own) for (_, table), own in zip(viewers, moderation_of_each(viewers), strict=True)
    ]


def why_silent(table: int) -> str:
    """The refusal code that says why a table doesn't answer: frozen (X3), closed, or without a host for now."""
    row = Table.objects.filter(pk=table).values_list("frozen", "closed_at").first()
    frozen, closed_at = row or (False, None)
    return "table_frozen" if frozen else "table_closed" if closed_at else "no_answer"
