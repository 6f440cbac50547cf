"""T17, V4: the independent chip model, the exact value of stacks in prizes."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

MOST_PLAYERS: Final = 12
"""The most players the model is computed for; each further player doubles the work."""


def icm(stacks: Sequence[int], prizes: Sequence[int]) -> list[Fraction]:
    """The expected prize of each stack: each place in turn falls in proportion to the chips of those without one."""
    shares = [Fraction(0)] * len(stacks)
    # How likely it is that a set of players, in bits, has the places so far; with the chips of the others.
    placed = {0: (Fraction(1), sum(stacks))}
    for prize in prizes[: len(stacks)]:
        before, placed = placed, {}
        for players, (chance, chips) in before.items():
            each = chance / chips if chips else chance
            for player, stack in enumerate(stacks):
                if not stack or players >> player & 1:
                    continue
                falls = each * stack
                shares[player] += falls * prize
                known, _ = placed.get(players | 1 << player, (0, 0))
                placed[players | 1 << player] = known + falls, chips - stack
    return shares


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
