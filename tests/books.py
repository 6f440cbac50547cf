"""The books refuse deletion, and a transactional test ends by emptying every table: this lets the tests through."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import TransactionTestCase


@contextmanager
def unguarded() -> Iterator[None]:
    """The books' guards down on this connection, as only the owner of the database can take them down."""
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
def _tables_are_emptied_past_the_guards() -> Iterator[None]:
    kept: Any = TransactionTestCase.__dict__["_fixture_teardown"]

    def teardown(self: TransactionTestCase) -> None:
        with unguarded():
            kept(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", teardown)
        yield
