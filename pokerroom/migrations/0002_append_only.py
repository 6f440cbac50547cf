"""Bans, notes of the staff, times away and the staff's own log of changes are append-only in the database itself."""

from django.db import migrations

from backoffice.append_only import EndsOnce, append_only


class Migration(migrations.Migration):
    dependencies = [("pokerroom", "0001_initial"), ("admin", "0003_logentry_add_action_flag_choices")]

    operations = [
        append_only(
            "pokerroom",
            "pokerroom_ban",
            "django_admin_log",
            "pokerroom_excludedemail",
            EndsOnce("pokerroom_staffnote", ("erased_at",), erases=("text",)),
            EndsOnce("pokerroom_addressban", ("lifted_at", "lifted_by_id", "lift_reason")),
        )
    ]
