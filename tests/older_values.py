"""Compares what an older version stored with what this one makes of it."""

from typing import Any


def begins_with(new: Any, old: Any) -> bool:
    """Whether all values of `old` are in `new`, which may have more fields."""
    new = list(new) if isinstance(new, tuple) else new
    if isinstance(old, dict):
        return isinstance(new, dict) and all(key in new and begins_with(new[key], old[key]) for key in old)
    if isinstance(old, list):
        return isinstance(new, list) and len(new) >= len(old) and all(map(begins_with, new, old))
    return type(new) is type(old) and new == old
