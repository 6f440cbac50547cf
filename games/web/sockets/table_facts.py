"""The facts about a table that its sockets read from the database."""

from typing import NamedTuple

from django.db.models import Q

from backoffice.compiled_query import CompiledQuery, Given
from games.models import Table
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
    row = _FACTS.first(table=table)
    return TableFacts(row[0], float(row[1]), row[2] or 0, AmountFormat.of_currency(row[3])) if row else None


_FACTS = CompiledQuery(
    lambda: Table.objects.filter(Q(closed_at=None) | Q(tournament__isnull=False), pk=Given("table")).values_list(
        "closed_to_watchers", "watch_delay", "tournament", "currency"
    )
)


def why_silent(table: int) -> str:
    """The refusal code that says why a table doesn't answer: frozen (X3), closed, or without a host for now."""
    row = Table.objects.filter(pk=table).values_list("frozen", "closed_at").first()
    frozen, closed_at = row or (False, None)
    return "table_frozen" if frozen else "table_closed" if closed_at else "no_answer"
