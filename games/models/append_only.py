"""A migration operation that makes database tables append-only by triggers, on PostgreSQL and on SQLite."""

from typing import Any

from django.db import migrations

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
    """The operation: no row of these tables of `app` can be updated or deleted any more."""
    function = f"{app}_refuse_change"

    def guard(apps: Any, schema_editor: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(FUNCTION.format(function=function), params=None)
            for table in tables:
                schema_editor.execute(TRIGGER.format(table=table, function=function), params=None)
            return
        for table in tables:
            for act in ("update", "delete"):
                schema_editor.execute(
                    f"CREATE TRIGGER {table}_no_{act} BEFORE {act.upper()} ON {table}"
                    " BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
                    params=None,
                )

    def unguard(apps: Any, schema_editor: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            for table in tables:
                schema_editor.execute(f"DROP TRIGGER {table}_append_only ON {table}")
            schema_editor.execute(f"DROP FUNCTION {function}()")
            return
        for table in tables:
            for act in ("update", "delete"):
                schema_editor.execute(f"DROP TRIGGER {table}_no_{act}")

    return migrations.RunPython(guard, unguard)
