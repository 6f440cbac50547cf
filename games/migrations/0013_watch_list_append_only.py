"""Flags, cases and notes of the watch list are append-only in the database itself (F3, F7)."""

from django.db import migrations

from backoffice.append_only import EndsOnce, append_only


class Migration(migrations.Migration):
    dependencies = [("games", "0012_orbit_decisions")]

    operations = [
        append_only(
            "games",
            "games_watchnote",
            # Until somebody makes a case of a flag, the search brings its figure up to date.
            EndsOnce("games_watchflag", ("case_id",), changes=("figure", "threshold", "since", "until", "hands")),
            EndsOnce(
                "games_watchcase",
                ("ended_at", "ended_by_id", "decision", "decision_text"),
                changes=("assigned_to_id",),
            ),
        )
    ]
