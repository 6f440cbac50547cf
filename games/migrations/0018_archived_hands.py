"""The log lets go of decisions that are in the archive, and the archive of hands that are in the log again."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

REFUSED = "the log is append-only"
ARCHIVED = """EXISTS (SELECT 1 FROM games_archivedhand
    WHERE table_id = OLD.table_id AND hand = OLD.hand AND OLD.number BETWEEN first AND last)"""
RESTORED = """OLD.decisions = (SELECT count(*) FROM games_decision
    WHERE table_id = OLD.table_id AND hand = OLD.hand AND number BETWEEN OLD.first AND OLD.last)"""
GUARDED = {"games_decision": ARCHIVED, "games_archivedhand": RESTORED}
FUNCTION = """
CREATE FUNCTION {table}_keep() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    IF {may_go} THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% on % refused: {refused}', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $body$;
CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_keep();
"""
OTHERS = """
CREATE TRIGGER {table}_append_only BEFORE UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION games_refuse_change();
CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change();
"""
SQLITE = (
    "CREATE TRIGGER {table}_no_{name} BEFORE {action} ON {table} {when}"
    " BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
)


def guard(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    postgresql = schema_editor.connection.vendor == "postgresql"
    on = " ON games_decision" if postgresql else ""
    schema_editor.execute(f"DROP TRIGGER games_decision_no_delete{on}")
    for table, may_go in GUARDED.items():
        if postgresql:
            schema_editor.execute(FUNCTION.format(table=table, may_go=may_go, refused=REFUSED), params=None)
        else:
            schema_editor.execute(
                SQLITE.format(table=table, name="delete", action="DELETE", when=f"WHEN NOT {may_go}"), params=None
            )
    archive = "games_archivedhand"
    if postgresql:
        schema_editor.execute(OTHERS.format(table=archive), params=None)
    else:
        there = f"WHEN EXISTS (SELECT 1 FROM {archive} WHERE id = NEW.id)"  # noqa: S608  # a name of this module's
        for name, action, when in (("update", "UPDATE", ""), ("replace", "INSERT", there)):
            schema_editor.execute(SQLITE.format(table=archive, name=name, action=action, when=when), params=None)


def unguard(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for table in GUARDED:
            schema_editor.execute(f"DROP FUNCTION {table}_keep() CASCADE")
        schema_editor.execute(
            "CREATE TRIGGER games_decision_no_delete BEFORE DELETE ON games_decision"
            " FOR EACH ROW EXECUTE FUNCTION games_refuse_change()"
        )
        return
    schema_editor.execute("DROP TRIGGER games_decision_no_delete")
    schema_editor.execute(SQLITE.format(table="games_decision", name="delete", action="DELETE", when=""), params=None)


class Migration(migrations.Migration):
    dependencies = [("games", "0017_sleeping_tables")]

    operations = [
        migrations.CreateModel(
            name="ArchivedHand",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("hand", models.BigIntegerField()),
                ("first", models.BigIntegerField()),
                ("last", models.BigIntegerField()),
                ("decisions", models.IntegerField()),
                ("data", models.BinaryField()),
                ("digest", models.BinaryField()),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.table",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("table", "hand"), name="games_archived_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("decisions__gte", 1), ("first__gte", 1), ("last__gte", models.F("first"))
                        ),
                        name="games_archived_decisions",
                    ),
                ],
            },
        ),
        migrations.RunPython(guard, unguard),
    ]
