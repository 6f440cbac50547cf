"""A migration operation that makes database tables append-only by triggers, on PostgreSQL and on SQLite.

Rows are neither deleted nor changed, with these exceptions: a row may be ended once, by filling columns that were
empty, which may empty others with it; before its end single columns may be filled once each, and others changed.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

FUNCTION = """
CREATE OR REPLACE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    RAISE EXCEPTION '% on % refused: the log is append-only', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $body$;
"""
# Another migration of the app may have made more tables append-only with the same function.
DROP_FUNCTION = """
DO $body$ BEGIN
    DROP FUNCTION {function}();
EXCEPTION WHEN dependent_objects_still_exist THEN NULL;
END $body$;
"""
TRIGGERS = """
CREATE TRIGGER {table}_append_only BEFORE UPDATE ON {table} FOR EACH ROW WHEN ({changed}) EXECUTE FUNCTION {function}();
CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {function}();
CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} FOR EACH STATEMENT EXECUTE FUNCTION {function}();
"""


class EndsOnce(NamedTuple):
    """A table whose rows are ended once: `ends` are the columns filled then, `erases` columns that may be emptied then.

    `marks` may be changed at any time, `changes` until the row ends and with its end. `fills` are columns that may be
    filled once each until the row ends.
    """

    table: str
    ends: Sequence[str]
    marks: Sequence[str] = ()
    erases: Sequence[str] = ()
    fills: Sequence[str] = ()
    changes: Sequence[str] = ()


def append_only(app: str, *tables: str | EndsOnce) -> migrations.RunPython:
    """The operation that forbids updates and deletions of rows of these tables of `app`, and truncating them."""
    function = f"{app}_refuse_change"
    guarded = [EndsOnce(table, ()) if isinstance(table, str) else table for table in tables]

    def guard(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(FUNCTION.format(function=function), params=None)
        for one in guarded:
            _guard(one, function, apps, schema_editor)

    def unguard(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        for one in guarded:
            _unguard(one, schema_editor)
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(DROP_FUNCTION.format(function=function), params=None)

    return migrations.RunPython(guard, unguard)


def guard_anew(app: str, *, before: EndsOnce, now: EndsOnce) -> migrations.RunPython:
    """The operation that gives a table of `app`, which `append_only` made append-only, other exceptions."""

    def replace(old: EndsOnce, new: EndsOnce, apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        _unguard(old, schema_editor)
        _guard(new, f"{app}_refuse_change", apps, schema_editor)

    return migrations.RunPython(partial(replace, before, now), partial(replace, now, before))


def _guard(one: EndsOnce, function: str, apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    postgresql = schema_editor.connection.vendor == "postgresql"
    changed = _changed(one, apps, "IS DISTINCT FROM" if postgresql else "IS NOT")
    if postgresql:
        triggers = TRIGGERS.format(table=one.table, function=function, changed=changed)
        schema_editor.execute(triggers, params=None)
        return
    # INSERT OR REPLACE would delete a row without calling its triggers.
    there = f"EXISTS (SELECT 1 FROM {one.table} WHERE id = NEW.id)"  # noqa: S608  # a name of this module's
    for name, action, when in (
        ("update", "UPDATE", f"WHEN {changed}"),
        ("delete", "DELETE", ""),
        ("replace", "INSERT", f"WHEN {there}"),
    ):
        schema_editor.execute(
            f"CREATE TRIGGER {one.table}_no_{name} BEFORE {action} ON {one.table} {when}"
            " BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END",
            params=None,
        )


def _unguard(one: EndsOnce, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for kind in ("append_only", "no_delete", "no_truncate"):
            schema_editor.execute(f"DROP TRIGGER {one.table}_{kind} ON {one.table}")
        return
    for name in ("update", "delete", "replace"):
        # Where a column was added, SQLite has made the table again, without its triggers.
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {one.table}_no_{name}")


def _changed(one: EndsOnce, apps: StateApps, differs: str) -> str:
    """The SQL condition of a change that is no ending: another column changes, or the row had ended before."""
    if not one.ends:
        return "1 = 1"
    (model,) = (model for model in apps.get_models() if model._meta.db_table == one.table)
    columns = {str(field.column) for field in model._meta.local_concrete_fields}
    free = {*one.ends, *one.marks, *one.erases, *one.fills, *one.changes}
    fixed = sorted(columns - free)
    assert free <= columns, "every named column exists"
    ended = " OR ".join(_is_filled("OLD", name) for name in one.ends)
    ends = " OR ".join(f"OLD.{name} {differs} NEW.{name}" for name in one.ends)
    others = " OR ".join(f'OLD."{name}" {differs} NEW."{name}"' for name in fixed)
    kept = "".join(
        f""" OR (OLD."{name}" {differs} NEW."{name}" AND ({_is_filled("NEW", name)} OR NOT ({ends})))"""
        for name in one.erases
    )
    filled = "".join(
        f""" OR (OLD."{name}" {differs} NEW."{name}" AND (OLD."{name}" IS NOT NULL OR {ended}))""" for name in one.fills
    )
    changed = "".join(f""" OR (OLD."{name}" {differs} NEW."{name}" AND ({ended}))""" for name in one.changes)
    return f"{others} OR (({ended}) AND ({ends})){kept}{filled}{changed}"


def _is_filled(row: str, name: str) -> str:
    """The SQL condition that a column of the old or the new row holds something, of whatever type it is."""
    return f"""coalesce(CAST({row}."{name}" AS text), '') <> ''"""
