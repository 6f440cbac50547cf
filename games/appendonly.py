"""Makes a table of the database append-only by triggers, on PostgreSQL and on SQLite; used by migrations alone."""

from typing import Any

from django.db import migrations

FUNCTION = """
CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    RAISE EXCEPTION '% on % refused: the log is append-only', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $body$;
"""
TRIGGER = """
CREATE TRIGGER {name} BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {function}();
"""


def append_only(*, table: str, trigger: str, sqlite: str, function: str, new_function: bool) -> migrations.RunPython:
    """The operation: no row of `table` is changed or taken away any more.

    `trigger` and `function` are the names on PostgreSQL, where `new_function` makes the function first; `sqlite` is
    what the names of the two triggers begin with there.
    """

    def guard(apps: Any, schema_editor: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            if new_function:
                schema_editor.execute(FUNCTION.format(name=function), params=None)
            schema_editor.execute(TRIGGER.format(name=trigger, table=table, function=function), params=None)
            return
        for what in ("update", "delete"):
            schema_editor.execute(
                f"CREATE TRIGGER {sqlite}_no_{what} BEFORE {what.upper()} ON {table}"
                " BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
                params=None,
            )

    def unguard(apps: Any, schema_editor: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"DROP TRIGGER {trigger} ON {table}")
            if new_function:
                schema_editor.execute(f"DROP FUNCTION {function}()")
            return
        for what in ("update", "delete"):
            schema_editor.execute(f"DROP TRIGGER {sqlite}_no_{what}")

    return migrations.RunPython(guard, unguard)
