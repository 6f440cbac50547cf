"""Equality by class for named tuples, so that an event never equals an event of another class."""

from typing import TypeVar

Kind = TypeVar("Kind", bound=type[tuple[object, ...]])


def distinct(kind: Kind) -> Kind:
    """Class decorator that makes the values of a NamedTuple equal only to values of the same class.

    Without it named tuples compare by their fields alone, so `Folded(3) == Checked(3)`.
    """
    for name in ("__eq__", "__ne__", "__hash__"):
        setattr(kind, name, vars(_SameClass)[name])
    return kind


class _SameClass(tuple[object, ...]):
    """The methods that `distinct` adds to a class."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return type(self) is not type(other) or tuple.__ne__(self, other)

    def __hash__(self) -> int:
        return hash((type(self), tuple.__hash__(self)))
