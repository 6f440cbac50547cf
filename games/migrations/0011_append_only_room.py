from django.db import migrations

from backoffice.append_only import EndsOnce, append_only

ENDS = ("ended_at", "ended_by_id")


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0010_room'),
    ]

    operations = [
        append_only(
            'games',
            EndsOnce('games_roompause', ENDS, erases=('is_open',)),
            EndsOnce('games_seatfreeze', ENDS, erases=('is_open',)),
            EndsOnce('games_pausedbyroom', ('resumed_at',)),
        ),
    ]
