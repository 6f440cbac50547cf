"""What each player has played in tournaments, by table, game and blinds, counted from the hands until now."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

COUNT = """INSERT INTO games_tournamentgame (player_id, table_id, game, structure, small_blind, big_blind, hands)
    SELECT p.player_id, h.table_id, h.game, h.structure, h.small_blind, h.big_blind, count(*)
    FROM games_table t JOIN games_hand h ON h.table_id = t.id JOIN games_handplayer p ON p.hand_id = h.id
    WHERE t.tournament IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6"""


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0020_most_tables_of_hosts"),
    ]

    operations = [
        migrations.CreateModel(
            name="TournamentGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(max_length=12)),
                ("structure", models.CharField(max_length=2)),
                ("small_blind", models.BigIntegerField()),
                ("big_blind", models.BigIntegerField()),
                ("hands", models.PositiveIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
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
                    models.UniqueConstraint(
                        fields=("player", "table", "game", "structure", "small_blind", "big_blind"),
                        name="games_tournamentgame_once",
                    )
                ],
            },
        ),
        migrations.RunSQL(COUNT, migrations.RunSQL.noop),
    ]
