"""One act at several tables: rehearsed first, then carried out table by table, each once (F1, F3).

Each table is a transaction of its own, so that a refusal, or a host that is slow to give way, concerns one table only.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.db import transaction

from games.engine.errors import IllegalAction
from games.engine.events.table import Change
from games.models import Table
from games.operations.once import first_time

Act = Callable[[Table, str], Sequence[Change] | None]
"""An act at a table with its reason: what changed, or None where nothing did; raises IllegalAction."""


class Outcome(NamedTuple):
    """What the act does, or did, at one table: changes, None where there is nothing to do, or a refusal."""

    table: Table
    changes: Sequence[Change] | None = None
    refusal: IllegalAction | None = None


def rehearse(tables: Sequence[Table], act: Act, *, why: str) -> list[Outcome]:
    """What the act would do at each of the tables; nothing is kept of it."""
    outcomes = []
    for table in tables:
        try:
            with transaction.atomic():
                outcomes.append(Outcome(table, act(table, why)))
                transaction.set_rollback(True)
        except IllegalAction as refusal:
            outcomes.append(Outcome(table, refusal=refusal))
    return outcomes


def carry_out(tables: Sequence[Table], act: Act, *, key: str, why: str) -> list[Outcome]:
    """Does it at each table; the second time with the same `key` only where it has not been done."""
    outcomes = []
    for table in tables:
        try:
            with transaction.atomic():
                done = act(table, why) if first_time(f"{key}:{table.pk}") else None
            outcomes.append(Outcome(table, done))
        except IllegalAction as refusal:
            outcomes.append(Outcome(table, refusal=refusal))
    return outcomes
