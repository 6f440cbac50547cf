"""One act at several tables: rehearsed first, then carried out, at each table once (F1, F3).

What is different at each table has a transaction for each, so that a host that is slow to give way concerns one table
only. What is the same at all of them is done at many at a time, so that a large room does not wait for it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from django.db import transaction

from games.engine.errors import IllegalAction
from games.engine.events.table import Change
from games.models import Table
from games.operations.floor.table_orders import Ordered
from games.operations.once import first_times, forget

AT_ONCE = 100
"""Orders of so many tables are written in one transaction, which keeps their hosts waiting for some hundredths."""


class Outcome(NamedTuple):
    """What the act does, or did, at one table: changes, None where there is nothing to do, or a refusal."""

    table: Table
    changes: Sequence[Change] | None = None
    refusal: IllegalAction | None = None


class Act(NamedTuple):
    """What is done at some tables with a reason, and at how many of them in one transaction.

    `do` tells what came of it at each table, in their order; it raises IllegalAction if all of them refuse.
    """

    do: Callable[[Sequence[Table], str], Sequence[Outcome]]
    at_once: int = 1


def each(do: Callable[[Table, str], Sequence[Change] | None]) -> Act:
    """An act that is done table by table; it returns what changed, None for nothing, or raises IllegalAction."""

    def do_each(tables: Sequence[Table], why: str) -> list[Outcome]:
        return [Outcome(table, do(table, why)) for table in tables]

    return Act(do_each)


def ordered(order: Callable[[Sequence[int], str], Sequence[Ordered]], without_effect: Callable[[Table], bool]) -> Act:
    """An act by the same order at all tables but those where it has no effect."""

    def order_all(tables: Sequence[Table], why: str) -> list[Outcome]:
        sent = {one.table: one for one in order([table.pk for table in tables if not without_effect(table)], why)}
        return [_outcome(table, sent.get(table.pk)) for table in tables]

    return Act(order_all, AT_ONCE)


def _outcome(table: Table, sent: Ordered | None) -> Outcome:
    if sent is None:
        return Outcome(table)
    return Outcome(table, refusal=sent.refusal) if sent.refusal else Outcome(table, ())


def rehearse(tables: Sequence[Table], act: Act, *, why: str) -> list[Outcome]:
    """What the act would do at each of the tables; nothing is kept of it."""
    outcomes = list[Outcome]()
    for some in _parts(tables, act.at_once):
        with transaction.atomic():
            outcomes += _done(some, act, why)
            transaction.set_rollback(True)
    return outcomes


def carry_out(tables: Sequence[Table], act: Act, *, key: str, why: str) -> list[Outcome]:
    """Does it at each table; the second time with the same `key` only where it has not been done."""
    outcomes = list[Outcome]()
    for some in _parts(tables, act.at_once):
        with transaction.atomic():
            keys = {key_at(key, table): table for table in some}
            new = first_times(keys)
            done = {one.table.pk: one for one in _done([keys[one] for one in keys if one in new], act, why)}
            forget([one for one in new if done[keys[one].pk].refusal is not None])
        outcomes += [done.get(table.pk, Outcome(table)) for table in some]
    return outcomes


def key_at(key: str, table: Table) -> str:
    """The key of a form at one of its tables."""
    return f"{key}:{table.pk}"


def _done(tables: Sequence[Table], act: Act, why: str) -> Sequence[Outcome]:
    """Does it in a savepoint, so that nothing stays of what is refused."""
    try:
        with transaction.atomic():
            return act.do(tables, why) if tables else []
    except IllegalAction as refusal:
        return [Outcome(table, refusal=refusal) for table in tables]


def _parts(tables: Sequence[Table], most: int) -> Iterator[Sequence[Table]]:
    return (tables[start : start + most] for start in range(0, len(tables), most))
