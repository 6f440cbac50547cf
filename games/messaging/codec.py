"""Values of named tuples as plain lists and back, worked out once from their annotations."""

import dataclasses
import types
from collections.abc import Callable
from enum import Enum
from typing import Any, TypeAlias, Union, get_args, get_origin, get_type_hints

Change: TypeAlias = Callable[[Any], Any]


def codec(kind: Any) -> tuple[Change, Change]:
    """The functions that turn a value of this type into lists, texts and numbers, and back.

    Fields at a record's end that have their default are left out. Raises TypeError for a type it cannot carry.
    """
    if kind in (int, str, bool):
        return _same, _same
    origin, args = get_origin(kind), get_args(kind)
    if origin is tuple:
        return _row(args)
    if origin in (Union, types.UnionType) and type(None) in args and len(args) == 2:
        return _optional(next(part for part in args if part is not type(None)))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _value_of, kind
    if hasattr(kind, "_field_defaults"):
        return _record(kind, kind._fields, kind._field_defaults)
    if dataclasses.is_dataclass(kind):
        fields = dataclasses.fields(kind)
        given = {field.name: field.default for field in fields if field.default is not dataclasses.MISSING}
        return _record(kind, tuple(field.name for field in fields), given)
    raise TypeError(f"no codec for {kind}")


def _same(value: Any) -> Any:
    return value


def _value_of(member: Enum) -> Any:
    return member.value


def _optional(kind: Any) -> tuple[Change, Change]:
    out, back = codec(kind)
    return (
        lambda value: None if value is None else out(value),
        lambda data: None if data is None else back(data),
    )


def _row(args: tuple[Any, ...]) -> tuple[Change, Change]:
    if len(args) == 2 and args[1] is Ellipsis:
        out, back = codec(args[0])
        if out is _same:
            return list, tuple
        return lambda row: [out(part) for part in row], lambda data: tuple([back(part) for part in data])
    parts = [codec(part) for part in args]
    return (
        lambda row: [out(part) for (out, _), part in zip(parts, row, strict=True)],
        lambda data: tuple([back(part) for (_, back), part in zip(parts, data, strict=True)]),
    )


def _record(kind: Any, names: tuple[str, ...], given: dict[str, Any]) -> tuple[Change, Change]:
    hints = get_type_hints(kind)
    outs, backs = zip(*(codec(hints[name]) for name in names), strict=True)
    missing = object()
    defaults = [given.get(name, missing) for name in names]

    def encode(value: Any) -> list[Any]:
        parts = [getattr(value, name) for name in names]
        last = len(parts)
        while last and parts[last - 1] == defaults[last - 1]:
            last -= 1
        return [out(part) for out, part in zip(outs[:last], parts, strict=False)]

    def decode(data: Any) -> Any:
        return kind(*[back(part) for back, part in zip(backs, data, strict=False)])

    return encode, decode
