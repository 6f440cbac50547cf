"""A migration operation that makes database tables append-only by triggers, on PostgreSQL and on SQLite."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

FUNCTION = """
CREATE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    RAISE EXCEPTION '% on % refused: the log is append-only', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $body$;
"""
TRIGGER = """
CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {function}();
"""


def append_only(app: str, *tables: str) -> migrations.RunPython:
    """The operation that forbids updates and deletions of rows of these tables of `app`."""
    function = f"{app}_refuse_change"

    def guard(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(FUNCTION.format(function=function), params=None)
            for table in tables:
                schema_editor.execute(TRIGGER.format(table=table, function=function), params=None)
            return
        for table in tables:
            for action in ("update", "delete"):
                schema_editor.execute(
                    f"CREATE TRIGGER {table}_no_{action} BEFORE {action.upper()} ON {table}"
                    " BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
                    params=None,
                )

    def unguard(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if schema_editor.connection.vendor == "postgresql":
            for table in tables:
                schema_editor.execute(f"DROP TRIGGER {table}_append_only ON {table}")
            schema_editor.execute(f"DROP FUNCTION {function}()")
            return
        for table in tables:
            for action in ("update", "delete"):
                schema_editor.execute(f"DROP TRIGGER {table}_no_{action}")

    return migrations.RunPython(guard, unguard)
