"""Values of the engine as JSON-ready data and back, worked out from their annotations."""

from collections.abc import Mapping
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from tournaments.engine.state import events as ev


def to_data(value: Any) -> Any:
    """Lists, texts and numbers; records become lists of their fields, mappings lists of pairs."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return [[to_data(key), to_data(part)] for key, part in value.items()]
    if isinstance(value, set):
        return sorted(value)
    if isinstance(value, tuple | list):
        return [to_data(part) for part in value]
    return value


def from_data(kind: Any, data: Any) -> Any:
    """The value of this type that `to_data` wrote; fields a record has gained since take their default."""
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return None if data is None else from_data(next(part for part in args if part is not type(None)), data)
    if origin is tuple:
        kinds = args[:1] * len(data) if args[-1] is Ellipsis else args
        return tuple(from_data(part, value) for part, value in zip(kinds, data, strict=True))
    if origin is list:
        return [from_data(args[0], part) for part in data]
    if origin is dict:
        return {key: from_data(args[1], part) for key, part in data}
    if origin is set:
        return set(data)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(data)
    if hasattr(kind, "_fields"):
        return kind(*(from_data(part, value) for part, value in zip(_hints(kind), data, strict=False)))
    return data


def event_to_data(event: ev.Event) -> list[Any]:
    """An event as its name and its fields."""
    return [type(event).__name__, *to_data(event)]


def event_from_data(data: list[Any]) -> ev.Event:
    """The event that `event_to_data` wrote."""
    event: ev.Event = from_data(getattr(ev, data[0]), data[1:])
    return event


@cache
def _hints(kind: Any) -> tuple[Any, ...]:
    hints = get_type_hints(kind)
    return tuple(hints[name] for name in kind._fields)
