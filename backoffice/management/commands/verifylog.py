"""`manage.py verifylog`: proves that the log of staff acts is what was written, or lists every fault."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from backoffice.api import faults, log_end


class Command(BaseCommand):
    """Prints the end of the log and every fault; exits with 1 on a fault (F3)."""

    help = "Prove the log of staff acts: no act was edited, deleted, inserted or moved."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--expect", metavar="NUMBER:HASH", help="an end of the log that was noted down earlier")

    def handle(self, *args: Any, **options: Any) -> None:
        found = list(faults(expected=_noted(options["expect"])))
        number, last_hash = log_end()
        for fault in found:
            self.stdout.write(f"FAULT  {fault.code}: {fault.text}")
        self.stdout.write(f"acts   {number}")
        self.stdout.write(f"end    {number}:{last_hash}")
        self.stdout.write(f"faults {len(found)}")
        if number and sum(fault.code == "edited" for fault in found) == number:
            self.stdout.write("No act is signed with these keys: SECRET_KEY or STAFF_LOG_KEYS is not this room's.")
        if found:
            sys.exit(1)


def _noted(text: str | None) -> tuple[int, str] | None:
    if text is None:
        return None
    number, _, noted = text.partition(":")
    if not number.isdecimal() or not noted:
        raise CommandError("--expect takes the number and the hash that an earlier run printed, as 120:5f3a…")
    return int(number), noted
