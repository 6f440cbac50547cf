"""Runs the room's own code at a past moment, while a demo room gets its history."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from unittest.mock import patch

from django.utils import timezone


class Clock:
    """The moment that everything reads which asks for the time."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def ms(self) -> int:
        """The moment in ms, as tables count time."""
        return int(self.moment.timestamp() * 1000)


@contextmanager
def borrowed_clock(moment: datetime) -> Iterator[Clock]:
    """Lets the clock of this process show what the returned `Clock` says.

    Only while a demo is seeded, before the room opens: movements of money, receipts and the log of acts then bear the
    date on which they are supposed to have happened, written by the same code as any other day.
    """
    clock = Clock(moment)
    with patch.object(timezone, "now", lambda: clock.moment):
        yield clock
