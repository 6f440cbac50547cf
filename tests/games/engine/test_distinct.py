"""Events, commands and actions of different kinds are never equal, whatever their fields hold."""

from typing import Protocol, get_args

import pytest

from games.engine.events import TableEvent
from games.engine.hand.actions import Action
from games.engine.table.commands import Command


class Kind(Protocol):
    """The class of an event, command or action."""

    _fields: tuple[str, ...]

    def __call__(self, *fields: object) -> tuple[object, ...]: ...


KINDS: tuple[Kind, ...] = (*get_args(TableEvent), *get_args(Command), *get_args(Action))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.__module__.rsplit('.')[-1]}-{kind.__name__}")
def test_a_value_equals_only_values_of_its_own_kind(kind: Kind) -> None:
    fields = (3,) * len(kind._fields)
    value = kind(*fields)
    assert value == kind(*fields)
    assert hash(value) == hash(kind(*fields))
    assert value != fields
    assert fields != value
    for other in KINDS:
        if other is not kind and len(other._fields) == len(fields):
            assert value != other(*fields)
            assert value not in [other(*fields)]


def test_values_of_one_kind_differ_by_their_fields() -> None:
    for kind in KINDS:
        if kind._fields:
            assert kind(*(3,) * len(kind._fields)) != kind(*(4,) * len(kind._fields))
