"""The hours that players' results are added up from, and what they hold of the hands played so far."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Count, Max, Min, Q, Sum
from django.db.models.functions import TruncHour

KEY = {
    "player": "player_id", "hour": "hour", "hand__table": "table_id", "since": "since", "hand__game": "game",
    "hand__structure": "structure", "hand__small_blind": "small_blind", "hand__big_blind": "big_blind",
}
SUMS, FLAGS = ("net", "attacks", "calls"), ("entered", "raised", "saw", "showdown", "won_showdown")
AT_ONCE = 1000


def add_up(apps: Any, schema_editor: Any) -> None:
    """One row for each hour of a sitting, game and stakes; chips of tournaments are no winnings."""
    parts = apps.get_model("games", "HandPlayer").objects.filter(hand__table__tournament=None).order_by()
    hours = apps.get_model("games", "PlayedHour").objects
    rows = parts.annotate(hour=TruncHour("hand__ended")).values(*KEY).annotate(
        first=Min("pk"), last=Max("hand__ended"), played=Count("pk"),
        **{f"sum_{name}": Sum(name) for name in SUMS},
        **{f"sum_{name}": Count("pk", filter=Q(**{name: True})) for name in FLAGS},
    )
    batch = []
    for row in rows.iterator(chunk_size=AT_ONCE):
        same = {field: row[name] for name, field in KEY.items()}
        sums = {name: row[f"sum_{name}"] for name in (*SUMS, *FLAGS)}
        batch.append(hours.model(part=row["first"], ended=row["last"], hands=row["played"], **same, **sums))
        if len(batch) == AT_ONCE:
            hours.bulk_create(batch)
            batch = []
    hours.bulk_create(batch)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0011_tour_void'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PlayedHour',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField()),
                ('hour', models.DateTimeField()),
                ('game', models.CharField(default='', max_length=12)),
                ('structure', models.CharField(default='', max_length=2)),
                ('small_blind', models.BigIntegerField(default=0)),
                ('big_blind', models.BigIntegerField(default=0)),
                ('part', models.BigIntegerField()),
                ('ended', models.DateTimeField()),
                ('hands', models.PositiveIntegerField(default=0)),
                ('net', models.BigIntegerField(default=0)),
                ('entered', models.PositiveIntegerField(default=0)),
                ('raised', models.PositiveIntegerField(default=0)),
                ('attacks', models.PositiveIntegerField(default=0)),
                ('calls', models.PositiveIntegerField(default=0)),
                ('saw', models.PositiveIntegerField(default=0)),
                ('showdown', models.PositiveIntegerField(default=0)),
                ('won_showdown', models.PositiveIntegerField(default=0)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.table')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'hour', 'table', 'since', 'game', 'structure', 'small_blind', 'big_blind'), name='games_playedhour_once')],
            },
        ),
        migrations.RunPython(add_up, migrations.RunPython.noop),
    ]
