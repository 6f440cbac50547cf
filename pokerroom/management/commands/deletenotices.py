"""`manage.py deletenotices --before 2025-01-01`: deletes notices that players have read."""

from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games import api as games
from games.history.hands import midnight
from tournaments import api as tournaments


class Command(BaseCommand):
    """Can be run at any hour; what nobody has read yet stays."""

    help = "Deletes notices of tables and tournaments that their players read before a day."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--before."""
        parser.add_argument("--before", required=True, type=date.fromisoformat, help="the day, as 2025-01-31")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints how many were deleted."""
        day = options["before"]
        if day > timezone.localdate():
            raise CommandError("The day has not come yet.")
        deleted = [app.delete_read_notices(midnight(day)) for app in (games, tournaments)]
        self.stdout.write(f"{sum(deleted)} notices deleted.")
