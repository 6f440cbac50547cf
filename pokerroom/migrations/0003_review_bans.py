"""Who was shut out of the room, or let in again, by whom and why; the database keeps it append-only."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from games.appendonly import append_only


class Migration(migrations.Migration):

    dependencies = [("pokerroom", "0002_comfort_preferences")]

    operations = [
        migrations.CreateModel(
            name="Ban",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("banned", "banned"), ("back", "let in again")], max_length=8, verbose_name="is"
                    ),
                ),
                ("reason", models.CharField(help_text="Only staff see it.", max_length=300, verbose_name="reason")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="at")),
                (
                    "by",
                    models.ForeignKey(
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bans",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "ban",
                "verbose_name_plural": "bans",
                "ordering": ["-id"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("reason", ""), _negated=True), name="ban_has_a_reason")
                ],
            },
        ),
        append_only(
            table="pokerroom_ban",
            trigger="pokerroom_ban_append_only",
            sqlite="pokerroom_ban",
            function="pokerroom_refuse",
            new_function=True,
        ),
    ]
