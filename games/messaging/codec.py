"""How values become JSON-ready data for the database and back: events, snapshots, commands and setups.

Named tuples become lists, enum members their values. Annotations say how data is read.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields
from functools import cache, partial
from threading import Lock
from types import GenericAlias
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast, get_args, get_origin, get_type_hints

import msgspec

from games.engine import events as ev

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Value = TypeVar("Value")
Record: TypeAlias = list[Any]
"""A named tuple as JSON: the name of its class, then its fields, each of its own type."""


def to_data(value: object) -> Any:  # JSON of any shape
    """A value as lists, texts, numbers and dicts; sets are sorted."""
    return msgspec.to_builtins(value, str_keys=True, order="deterministic")


def from_data(kind: type[Value], data: object) -> Value:
    """The value of this type that `to_data` wrote; raises msgspec.ValidationError for data of another shape."""
    return cast(Value, _convert(data, kind))


def state_to_data(state: "DataclassInstance") -> dict[str, object]:
    """The fields of a dataclass by name; its dicts become lists of pairs, as JSONB does not keep the order of keys."""
    return {part.name: to_data(_without_dicts(getattr(state, part.name))) for part in fields(state)}


def state_from_data(kind: type[Value], data: Mapping[str, object]) -> Value:
    """The dataclass that `state_to_data` wrote; raises KeyError or msgspec.ValidationError for other data."""
    readers = _readers(cast(Hashable, kind))
    return kind(**{name: readers[name](value) for name, value in data.items()})


def record_to_data(record: tuple[object, ...]) -> Record:
    """A named tuple as the name of its class, then its fields."""
    return [type(record).__name__, *to_data(record)]


def record_from_data(kinds: Mapping[str, type[Value]], data: Record) -> Value:
    """The named tuple that `record_to_data` wrote; raises KeyError for a class that is not among `kinds`."""
    return cast(Value, _convert(data[1:], kinds[data[0]]))


def by_name(union: Any) -> dict[str, type[Any]]:  # Python has no type for a union of classes
    """The members of a union of classes, by name."""
    return {kind.__name__: kind for kind in get_args(union)}


_EVENTS: Mapping[str, type[ev.TableEvent]] = by_name(ev.TableEvent)


def event_to_data(event: ev.TableEvent) -> Record:
    """A table's event as the name of its class, then its fields."""
    return record_to_data(event)


def event_from_data(data: Record) -> ev.TableEvent:
    """The table's event that `event_to_data` wrote; raises KeyError for an unknown one."""
    return record_from_data(_EVENTS, data)


_read_before: set[Hashable] = set()
_first_read = Lock()


def _convert(data: object, kind: Any) -> Any:  # Python has no type for the contents of an annotation
    """The value of this type; the first of each type is read by one thread at a time.

    msgspec lets other threads see what it notes about a type before that is complete, and whoever reads by it crashes.
    """
    if kind in _read_before:
        return msgspec.convert(data, kind, str_keys=True)
    with _first_read:
        value = msgspec.convert(data, kind, str_keys=True)
        _read_before.add(kind)
    return value


def _without_dicts(value: object) -> object:
    return list(value.items()) if isinstance(value, dict) else value


@cache
def _readers(kind: Hashable) -> dict[str, Callable[[object], object]]:
    """How each field of a dataclass is read."""
    return {name: _reader(hint) for name, hint in get_type_hints(kind).items()}


def _reader(hint: Any) -> Callable[[object], object]:
    if get_origin(hint) is dict:
        pairs = GenericAlias(list, GenericAlias(tuple, get_args(hint)))
        return lambda data: dict(_convert(data, pairs))
    return partial(from_data, hint)
