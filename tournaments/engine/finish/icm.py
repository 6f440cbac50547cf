"""T17, V4: the independent chip model computes exactly what stacks are worth in prizes."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Final

MOST: Final = 12
"""The most players it is computed for; each player more doubles the work."""


def icm(stacks: Sequence[int], prizes: Sequence[int]) -> list[Fraction]:
    """The expected prize of each stack: first place in proportion to chips, then the same among the others."""
    count = len(stacks)
    depth = min(len(prizes), count)

    @cache
    def worth(gone: int, place: int) -> tuple[Fraction, ...]:
        """The expected prizes from `place` on for players outside the set `gone`."""
        shares = [Fraction(0)] * count
        if place == depth:
            return tuple(shares)
        total = sum(stack for player, stack in enumerate(stacks) if not gone >> player & 1)
        for player, stack in enumerate(stacks):
            if gone >> player & 1 or not stack:
                continue
            chance = Fraction(stack, total)
            rest = worth(gone | 1 << player, place + 1)
            shares = [share + chance * part for share, part in zip(shares, rest, strict=True)]
            shares[player] += chance * prizes[place]
        return tuple(shares)

    return list(worth(0, 0))


def whole(shares: Sequence[Fraction], stacks: Sequence[int]) -> list[int]:
    """The shares in whole units with the same total; remaining units go to the largest fractions.

    Equal fractions go by stack, then by position in the list.
    """
    parts = [int(share) for share in shares]
    left = int(sum(shares)) - sum(parts)
    order = sorted(range(len(shares)), key=lambda at: (parts[at] - shares[at], -stacks[at], at))
    for at in order[:left]:
        parts[at] += 1
    return parts
