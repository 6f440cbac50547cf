"""The database itself keeps what tables report append-only, on PostgreSQL and on SQLite."""

from django.db import migrations

from games.appendonly import append_only


class Migration(migrations.Migration):

    dependencies = [("games", "0007_tmode_reports")]

    operations = [
        append_only(
            table="games_tablereport",
            trigger="games_tablereport_append_only",
            sqlite="games_tablereport",
            function="games_refuse",
            new_function=False,
        )
    ]
