"""Helpers for tests of concurrent requests: several calls at the same moment, each in its own thread."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connection

from games.engine.errors import IllegalAction

Result = TypeVar("Result")


def refusal_code(call: Callable[[], object]) -> str:
    """The code of the refusal, or "ok" if there was none."""
    try:
        call()
    except IllegalAction as refusal:
        return refusal.code
    return "ok"


def run_concurrently(many: int, call: Callable[[int], Result]) -> list[Result]:
    """Runs the same call several times at the same moment; returns the result of each."""
    gate = threading.Barrier(many)

    def run(number: int) -> Result:
        gate.wait()
        try:
            return call(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(many) as pool:
        return list(pool.map(run, range(many)))


def concurrent_outcomes(*calls: Callable[[], object]) -> list[str]:
    """Runs these calls at the same moment; returns for each the code of its refusal, or "ok"."""
    return run_concurrently(len(calls), lambda number: refusal_code(calls[number]))
