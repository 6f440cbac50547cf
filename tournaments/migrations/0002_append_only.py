"""The database itself keeps the decisions of a tournament append-only, on PostgreSQL and on SQLite."""

from django.db import migrations

from games.appendonly import append_only


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0001_initial")]

    operations = [
        append_only(
            table="tournaments_tournamentdecision",
            trigger="tournaments_append_only",
            sqlite="tournaments_decision",
            function="tournaments_refuse",
            new_function=True,
        )
    ]
