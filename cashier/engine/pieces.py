"""Notes and coins: what so many of each make together (M4)."""

from collections.abc import Iterable, Mapping
from typing import Final

MOST_PIECES: Final = 100_000
"""The most of one note or coin that a count can have."""

Pieces = tuple[tuple[int, int], ...]
"""Pairs of a note or coin, minor units, and how many there are; the largest first."""


def pieces_of(numbers: Mapping[int, int]) -> Pieces:
    """The notes and coins of which there are any."""
    return tuple((piece, number) for piece, number in sorted(numbers.items(), reverse=True) if number)


def total(pieces: Iterable[tuple[int, int]]) -> int:
    """What they make together, minor units."""
    return sum(piece * number for piece, number in pieces)
