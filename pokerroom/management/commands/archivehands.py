"""`manage.py archivehands --before 2025-01-01`: moves the log of old hands into compressed rows, or back."""

from argparse import ArgumentParser
from datetime import UTC, date, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.history.hands import midnight
from games.store import archive


class Command(BaseCommand):
    """Can be stopped at any moment and run again; each transaction moves some hands of one table."""

    help = (
        "Moves the log of hands that ended before a day into compressed rows. Replays, files, reviews of hands and the"
        " watch list read them as before. --restore puts them back."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--before, and --restore with --since."""
        parser.add_argument("--before", required=True, type=date.fromisoformat, help="the day, as 2025-01-31")
        parser.add_argument("--restore", action="store_true", help="put archived hands back into the log")
        parser.add_argument(
            "--since", type=date.fromisoformat, help="with --restore: only hands that ended since this day"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints how much was moved."""
        day, since = options["before"], options["since"]
        if since and not options["restore"]:
            raise CommandError("--since goes with --restore.")
        if day > timezone.localdate():
            raise CommandError("The day has not come yet.")
        oldest = midnight(since) if since else datetime.min.replace(tzinfo=UTC)
        moves = (
            archive.restore(since=oldest, before=midnight(day))
            if options["restore"]
            else archive.archive(midnight(day))
        )
        hands = decisions = size = 0
        for moved in moves:
            hands, decisions, size = hands + moved.hands, decisions + moved.decisions, size + moved.size
        done = "restored" if options["restore"] else "archived"
        self.stdout.write(f"{hands} hands {done}: {decisions} decisions, {size / 1e6:.1f} MB in the archive.")
