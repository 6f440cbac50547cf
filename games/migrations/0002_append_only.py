"""The database itself keeps the log of a table append-only, on PostgreSQL and on SQLite."""

from django.db import migrations

from games.appendonly import append_only


class Migration(migrations.Migration):

    dependencies = [("games", "0001_initial")]

    operations = [
        append_only(
            table="games_decision",
            trigger="games_decision_append_only",
            sqlite="games_decision",
            function="games_refuse",
            new_function=True,
        )
    ]
