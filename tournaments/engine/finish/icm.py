"""T17, V4: the independent chip model, the exact value of stacks in prizes."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Final

MOST_PLAYERS: Final = 12
"""The most players the model is computed for; each further player doubles the work."""


def icm(stacks: Sequence[int], prizes: Sequence[int]) -> list[Fraction]:
    """The expected prize of each stack: each place in turn falls in proportion to the chips of those without one."""
    count = len(stacks)
    depth = min(len(prizes), count)

    @cache
    def expected(placed: int, place: int) -> tuple[Fraction, ...]:
        """The expected prizes from `place` on for the players outside the bit set `placed`."""
        shares = [Fraction(0)] * count
        if place == depth:
            return tuple(shares)
        total = sum(stack for player, stack in enumerate(stacks) if not placed >> player & 1)
        for player, stack in enumerate(stacks):
            if placed >> player & 1 or not stack:
                continue
            chance = Fraction(stack, total)
            rest = expected(placed | 1 << player, place + 1)
            shares = [share + chance * part for share, part in zip(shares, rest, strict=True)]
            shares[player] += chance * prizes[place]
        return tuple(shares)

    return list(expected(0, 0))


def whole_units(shares: Sequence[Fraction], stacks: Sequence[int]) -> list[int]:
    """The shares in whole units with the same total; remaining units go to the largest fractions.

    Equal fractions go by stack, then by position in the list.
    """
    parts = [int(share) for share in shares]
    left = int(sum(shares)) - sum(parts)
    order = sorted(range(len(shares)), key=lambda index: (parts[index] - shares[index], -stacks[index], index))
    for index in order[:left]:
        parts[index] += 1
    return parts
