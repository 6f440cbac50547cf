"""Bans are append-only in the database itself."""

from django.db import migrations

from games.models.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [("pokerroom", "0001_initial")]

    operations = [append_only("pokerroom", "pokerroom_ban")]
