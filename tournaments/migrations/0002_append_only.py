"""The database itself keeps the decisions of a tournament append-only, on PostgreSQL and on SQLite."""

from django.db import migrations

POSTGRESQL = """
CREATE FUNCTION tournaments_refuse() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    RAISE EXCEPTION '% on % refused: the log is append-only', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $body$;
CREATE TRIGGER tournaments_append_only BEFORE UPDATE OR DELETE ON tournaments_tournamentdecision
    FOR EACH ROW EXECUTE FUNCTION tournaments_refuse();
"""
POSTGRESQL_BACK = """
DROP TRIGGER tournaments_append_only ON tournaments_tournamentdecision;
DROP FUNCTION tournaments_refuse();
"""
SQLITE = [
    f"CREATE TRIGGER tournaments_decision_no_{what} BEFORE {what.upper()} ON tournaments_tournamentdecision"
    " BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
    for what in ("update", "delete")
]
SQLITE_BACK = [f"DROP TRIGGER tournaments_decision_no_{what}" for what in ("update", "delete")]


def guard(apps, schema_editor):
    statements = [POSTGRESQL] if schema_editor.connection.vendor == "postgresql" else SQLITE
    for statement in statements:
        schema_editor.execute(statement, params=None)


def unguard(apps, schema_editor):
    statements = [POSTGRESQL_BACK] if schema_editor.connection.vendor == "postgresql" else SQLITE_BACK
    for statement in statements:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0001_initial")]

    operations = [migrations.RunPython(guard, unguard)]
