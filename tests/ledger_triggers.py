"""Transactional tests end by emptying every table, which the ledger's triggers refuse; this disables them meanwhile."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test import TransactionTestCase


@contextmanager
def without_triggers() -> Iterator[None]:
    """Disables the ledger's triggers on this connection, as only the owner of the database can."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET session_replication_role = replica")
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("SET session_replication_role = origin")
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'cashier_%'")
        triggers = cursor.fetchall()
        for name, _ in triggers:
            cursor.execute(f"DROP TRIGGER {name}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            for _, sql in triggers:
                cursor.execute(sql)


@pytest.fixture(autouse=True, scope="session")
def _tables_are_emptied_without_triggers() -> Iterator[None]:
    kept: Callable[[TransactionTestCase], None] = TransactionTestCase.__dict__["_fixture_teardown"]

    def teardown(self: TransactionTestCase) -> None:
        with without_triggers():
            kept(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", teardown)
        yield
