"""`manage.py findflags`: searches finished hands and writes flags on the watch list (F7)."""

from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.operations.watch_list.search import DAYS, find_flags

MOST_DAYS = 36_500


class Command(BaseCommand):
    """`manage.py findflags [--days N]`."""

    help = "Searches the hands of the last days for flags of the watch list; play is not concerned."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--days is how far back it looks; --night is the search that the room begins by itself."""
        parser.add_argument("--days", type=int, default=DAYS, help=f"how many days back, {DAYS} if not given")
        parser.add_argument("--night", default="", help="the day of the nightly search, such as 2026-01-31")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints how many hands were read, and how many flags are new; no names and no cards."""
        if not 1 <= options["days"] <= MOST_DAYS:
            raise CommandError(f"--days must be 1 to {MOST_DAYS}.")
        try:
            night = date.fromisoformat(options["night"]) if options["night"] else None
        except ValueError:
            raise CommandError("--night must be a day such as 2026-01-31.") from None
        run, new = find_flags(now=timezone.now(), days=options["days"], night=night)
        self.stdout.write(f"hands      {run.hands}")
        self.stdout.write(f"unread     {run.unread}")
        self.stdout.write(f"new flags  {len(new)}")
