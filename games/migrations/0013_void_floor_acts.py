import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from games.appendonly import append_only


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0012_cash_played_hours"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="hand",
            name="void",
            field=models.BooleanField(default=False, verbose_name="void"),
        ),
        migrations.CreateModel(
            name="FloorAct",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("hand", models.BigIntegerField(verbose_name="hand")),
                (
                    "kind",
                    models.CharField(
                        choices=[("void_hand", "void the hand"), ("pause", "pause"), ("resume", "resume")],
                        max_length=12,
                        verbose_name="decision",
                    ),
                ),
                ("why", models.CharField(max_length=200, verbose_name="reason")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "order",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.order",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.table",
                        verbose_name="table",
                    ),
                ),
            ],
            options={
                "verbose_name": "decision of the floor",
                "verbose_name_plural": "decisions of the floor",
                "ordering": ["-id"],
                "permissions": [("run_floor", "Can run the floor")],
            },
        ),
        append_only(
            table="games_flooract",
            trigger="games_flooract_append_only",
            sqlite="games_flooract",
            function="games_refuse",
            new_function=False,
        ),
    ]
