"""Events and commands of a tournament are equal only to values of their own kind."""

from typing import Any, get_args  # Any: every class has its own fields

import pytest

from tournaments.engine.state.commands import Command
from tournaments.engine.state.events import Event

KINDS: tuple[Any, ...] = (*get_args(Event), *get_args(Command))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.__module__.rsplit('.')[-1]}-{kind.__name__}")
def test_a_value_equals_only_values_of_its_own_kind(kind: Any) -> None:
    fields = (3,) * len(kind._fields)
    value = kind(*fields)
    assert value == kind(*fields)
    for other in KINDS:
        if other is not kind and len(other._fields) == len(fields):
            assert value != other(*fields)
            assert value not in [other(*fields)]
