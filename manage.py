#!/usr/bin/env python
"""The room's commands. What they cannot work with, settings or database, is told in one line; the exit code is 2.

One that is interrupted says so and exits with 130, as a shell expects.
"""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import InterfaceError, InternalError, OperationalError, ProgrammingError

CANNOT_RUN = 2
"""Unlike 1, which a command like `audit` gives for what it has found."""
INTERRUPTED = 130
NO_DATABASE = (InterfaceError, OperationalError, ProgrammingError, InternalError)
"""It does not answer, has no room left, lacks tables that `migrate` makes, or may only be read."""


def main() -> None:
    """Runs the command of the command line; `--traceback` shows where a fault comes from, as in all of Django's."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pokerroom.settings")
    try:
        execute_from_command_line(sys.argv)
    except KeyboardInterrupt:
        if "--traceback" in sys.argv:
            raise
        print("Interrupted.", file=sys.stderr)
        sys.exit(INTERRUPTED)
    except (ImproperlyConfigured, *NO_DATABASE) as fault:
        if "--traceback" in sys.argv:
            raise
        what = "settings" if isinstance(fault, ImproperlyConfigured) else "database"
        said = str(fault).strip().partition("\n")[0]
        print(f"The {what} cannot be used: {said or type(fault).__name__}", file=sys.stderr)
        sys.exit(CANNOT_RUN)


if __name__ == "__main__":
    main()
