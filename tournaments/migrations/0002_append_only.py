"""The decisions of a tournament and the orders to its director are append-only in the database itself."""

from django.db import migrations

from backoffice.append_only import EndsOnce, append_only


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [
        append_only(
            "tournaments",
            "tournaments_tournamentdecision",
            EndsOnce("tournaments_tournamentorder", ("applied_at", "refused", "refused_detail")),
        )
    ]
