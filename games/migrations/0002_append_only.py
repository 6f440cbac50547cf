"""Decisions, tournament reports, floor decisions and merges of tables are append-only in the database itself."""

from django.db import migrations

from games.models.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [append_only("games", "games_decision", "games_tablereport", "games_floordecision", "games_tablemerge")]
