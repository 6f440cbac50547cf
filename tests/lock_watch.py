"""Which rows a transaction locks, and in which order: seen from a second connection after each of its statements."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import psycopg
from django.apps import apps
from django.db import connection

from cashier.models import Account


class Row(NamedTuple):
    """A row of a table of the database, by its id, an account by its code."""

    table: str
    key: int | str


class Step(NamedTuple):
    """The rows that a statement of a path locked, and those the transaction held before."""

    path: str
    held: frozenset[Row]
    new: frozenset[Row]


class LockWatch:
    """Records for each path the rows it locks, one step for each statement that locks some.

    Rows that a transaction has inserted itself are left out: nobody else sees them.
    """

    def __init__(self, url: str) -> None:
        self._observer = psycopg.connect(url, autocommit=True)
        tables = [(model._meta.db_table, model._meta.pk.column) for model in apps.get_models() if model is not Account]
        tables.append((Account._meta.db_table, "code"))
        free = ", ".join(
            f'f{n} AS MATERIALIZED (SELECT "{key}" FROM "{table}" FOR NO KEY UPDATE SKIP LOCKED)'  # noqa: S608 - names of models
            for n, (table, key) in enumerate(tables)
        )
        taken = " UNION ALL ".join(
            f"""SELECT '{table}', "{key}"::text FROM "{table}" WHERE "{key}" NOT IN (SELECT "{key}" FROM f{n})"""  # noqa: S608 - names of models
            for n, (table, key) in enumerate(tables)
        )
        began = "SELECT '', xact_start::text FROM pg_stat_activity WHERE pid = %s"
        self._query = f"WITH {free} {began} UNION ALL {taken}"
        self.steps: list[Step] = []

    def close(self) -> None:
        """Closes the observer's connection."""
        self._observer.close()

    @contextmanager
    def recording(self, path: str) -> Iterator[None]:
        """Records what this thread's connection locks inside the block."""
        held = frozenset[Row]()
        begun = ""

        def step(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:  # Django's own signature
            nonlocal held, begun
            result = execute(sql, params, many, context)
            locks = sql.startswith(("INSERT", "UPDATE", "DELETE")) or " FOR " in sql
            if locks and connection.in_atomic_block:
                assert connection.connection is not None
                found = self._observer.execute(self._query, [connection.connection.info.backend_pid]).fetchall()
                ((transaction,), now) = [key for table, key in found if not table], _rows(found)
                if transaction != begun:
                    begun, held = transaction, frozenset()
                if new := now - held:
                    self.steps.append(Step(path, held & now, new))
                held = now
            return result

        with connection.execute_wrapper(step):
            yield


def _rows(found: list[tuple[str, str]]) -> frozenset[Row]:
    return frozenset(Row(table, int(key) if key.isdigit() else key) for table, key in found if table)
