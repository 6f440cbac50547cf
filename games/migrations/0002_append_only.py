"""What was decided, reported and imposed is append-only in the database itself; some of it ends once."""

from django.db import migrations

from backoffice.append_only import EndsOnce, append_only
from games.models.restrictions import ENDS


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        append_only(
            "games",
            "games_decision",
            "games_tablereport",
            "games_floordecision",
            "games_tablemerge",
            "games_accountapproval",
            EndsOnce("games_rakeversion", ("withdrawn_at",)),
            EndsOnce("games_chatban", ENDS),
            EndsOnce("games_separatedplayers", ENDS),
            EndsOnce("games_admission", ENDS),
            EndsOnce("games_report", ("judged_at", "judged_by_id", "judgement")),
            EndsOnce("games_floorcall", ("answered_at", "answered_by_id", "answer"), marks=("answer_read",)),
        )
    ]
