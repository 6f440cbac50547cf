"""What a process keeps of the database is read again in time, and at once after its own changes."""

import pytest
from django.db import transaction

from backoffice import kept
from backoffice.kept import Kept


class Clock:
    """A clock that tests set, and a source whose value changes at each read."""

    now = 100.0
    reads = 0

    def read(self) -> int:
        """How often it was read."""
        self.reads += 1
        return self.reads


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(kept, "monotonic", lambda: clock.now)
    return clock


def test_a_value_is_read_when_its_time_is_up(clock: Clock) -> None:
    value = Kept(0, clock.read, seconds=5.0)
    assert (value.value, value.get(), value.get()) == (0, 1, 1)
    clock.now += 4.9
    assert value.get() == 1
    clock.now += 0.1
    assert value.get() == 2
    value.keep(7)
    clock.now += 4.9
    assert value.get() == 7


@pytest.mark.django_db(transaction=True)
def test_a_change_is_read_at_once_and_again_when_it_is_committed(clock: Clock) -> None:
    value = Kept(0, clock.read, seconds=5.0)
    with transaction.atomic():
        value.get()
        value.read_again()
        assert (value.get(), value.get()) == (2, 2)
    assert (value.get(), value.get()) == (3, 3)


def test_a_value_that_changed_while_it_was_read_is_not_kept(clock: Clock) -> None:
    def read_slowly() -> int:
        found = clock.read()
        if found == 1:
            value.forget()
        return found

    value = Kept(0, read_slowly, seconds=5.0)
    assert (value.get(), value.get(), value.get()) == (1, 2, 2)
