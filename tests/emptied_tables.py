"""Transactional tests end by emptying the tables they wrote to; Django's own way empties and prepares every table."""

from collections.abc import Callable, Iterator

import pytest
from django.db import connection
from django.test import TransactionTestCase
from psycopg import sql

from tests.ledger_triggers import without_triggers

KEPT = {"django_migrations", "django_content_type", "auth_permission", "auth_group", "auth_group_permissions"}
"""What migrations leave and no test changes but those of roles; after these Django prepares everything again."""


def _written(tables: set[str]) -> list[str]:
    """The tables that hold rows."""
    exists = sql.SQL("SELECT {} WHERE EXISTS (SELECT 1 FROM {})")
    parts = [exists.format(sql.Literal(table), sql.Identifier(table)) for table in sorted(tables)]
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL(" UNION ALL ").join(parts))
        return [table for (table,) in cursor.fetchall()]


def _kept_rows() -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT g.id, g.name, p.permission_id FROM auth_group g"
            " LEFT JOIN auth_group_permissions p ON p.group_id = g.id ORDER BY 1, 3"
        )
        groups = cursor.fetchall()
        cursor.execute("SELECT (SELECT count(*) FROM auth_permission), (SELECT count(*) FROM django_content_type)")
        return [*groups, *cursor.fetchall()]


@pytest.fixture(autouse=True, scope="session")
def _tables_are_emptied() -> Iterator[None]:
    """Deletes rows instead of truncating tables, which takes half of a short test's time."""
    prepare_everything: Callable[[TransactionTestCase], None] = TransactionTestCase.__dict__["_fixture_teardown"]
    kept: list[tuple[object, ...]] = []

    def teardown(self: TransactionTestCase) -> None:
        with without_triggers():
            if not kept or _kept_rows() != kept:
                prepare_everything(self)
                kept[:] = _kept_rows()
                return
            with connection.cursor() as cursor:
                for table in _written(set(connection.introspection.table_names()) - KEPT):
                    cursor.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", teardown)
        yield
