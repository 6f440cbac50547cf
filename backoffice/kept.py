"""What a process keeps of the database for some seconds, because it is asked for all the time."""

from collections.abc import Callable
from time import monotonic
from typing import Generic, TypeVar

from django.db import transaction

Value = TypeVar("Value")


class Kept(Generic[Value]):
    """A value that is read again after `seconds`, so that it may show what another process changed that much later."""

    def __init__(self, first: Value, read: Callable[[], Value], *, seconds: float) -> None:
        self.value = first
        self._read, self._seconds, self._until = read, seconds, 0.0
        self._changes = 0

    def is_fresh(self) -> bool:
        """Whether the value need not be read again yet."""
        return self._until > monotonic()

    def get(self) -> Value:
        """The value, read again if it is not fresh."""
        if self.is_fresh():
            return self.value
        before, found = self._changes, self._read()
        # What another thread changed during the read may be missing, so it is read once more at the next use.
        return self.keep(found) if self._changes == before else found

    def keep(self, value: Value) -> Value:
        """Keeps a value from now on, and returns it."""
        self.value, self._until = value, monotonic() + self._seconds
        return value

    def read_again(self) -> None:
        """Reads the value at its next use, after a change and once more when it is committed."""
        self.forget()
        transaction.on_commit(self.forget)

    def forget(self) -> None:
        """Reads the value at its next use."""
        self._changes += 1
        self._until = 0.0
