"""Runs each piece of code that it reads from its input in a fork of its own, with Django imported once for all.

A piece is a line with a JSON string; its answer is a line with [status, output, errors].
"""

import io
import json
import os
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pokerroom.settings")


def outcome(code: str) -> tuple[object, str, str]:
    """Runs code and returns its exit status, 1 after an exception, and what it wrote."""
    output, errors = io.StringIO(), io.StringIO()
    status: object = 0
    with redirect_stdout(output), redirect_stderr(errors):
        try:
            exec(code, {})  # noqa: S102 - the journeys' own code
        except SystemExit as end:
            status = end.code
        except BaseException:
            traceback.print_exc()
            status = 1
    return status, output.getvalue(), errors.getvalue()


if __name__ == "__main__":
    django.setup()
    for line in sys.stdin:
        if not (child := os.fork()):
            print(json.dumps(outcome(json.loads(line))), flush=True)
            os._exit(0)
        _, ended = os.waitpid(child, 0)
        assert not ended, f"the fork ended with {ended}"
