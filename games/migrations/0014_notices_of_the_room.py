"""Notices may be about the room, without a table."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0013_watch_list_append_only")]

    operations = [
        migrations.AlterField(
            model_name="notice",
            name="table",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="games.table",
            ),
        ),
    ]
