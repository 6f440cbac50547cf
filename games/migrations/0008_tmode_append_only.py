"""The database itself keeps what tables report append-only, on PostgreSQL and on SQLite."""

from django.db import migrations

POSTGRESQL = """
CREATE TRIGGER games_tablereport_append_only BEFORE UPDATE OR DELETE ON games_tablereport
    FOR EACH ROW EXECUTE FUNCTION games_refuse();
"""
POSTGRESQL_BACK = "DROP TRIGGER games_tablereport_append_only ON games_tablereport;"
SQLITE = [
    f"CREATE TRIGGER games_tablereport_no_{what} BEFORE {what.upper()} ON games_tablereport"
    " BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
    for what in ("update", "delete")
]
SQLITE_BACK = [f"DROP TRIGGER games_tablereport_no_{what}" for what in ("update", "delete")]


def guard(apps, schema_editor):
    statements = [POSTGRESQL] if schema_editor.connection.vendor == "postgresql" else SQLITE
    for statement in statements:
        schema_editor.execute(statement, params=None)


def unguard(apps, schema_editor):
    statements = [POSTGRESQL_BACK] if schema_editor.connection.vendor == "postgresql" else SQLITE_BACK
    for statement in statements:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):

    dependencies = [("games", "0007_tmode_reports")]

    operations = [migrations.RunPython(guard, unguard)]
