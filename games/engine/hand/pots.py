"""Main and side pots, and how a pot is split (section P)."""

from collections.abc import Sequence
from typing import NamedTuple


class Pot(NamedTuple):
    """Chips in the middle and the seats that contest them, first left of the button first."""

    amount: int
    seats: tuple[int, ...]


def uncalled(paid: Sequence[int]) -> tuple[int, int]:
    """The seat that paid more than anybody else and by how much, (-1, 0) if none (B11)."""
    top = max(paid)
    if paid.count(top) > 1:
        return -1, 0
    return paid.index(top), top - sorted(paid)[-2]


def build_pots(paid: Sequence[int], order: Sequence[int], live: Sequence[int], dead: int) -> tuple[Pot, ...]:
    """The pots of what each seat has `paid`, main pot first, one for each all-in level (P1).

    Folded seats' chips stay in; `dead` money (antes for all, dead blinds) is the main pot's.
    """
    levels = {paid[seat] for seat in live}
    if len(levels) == 1:
        total = sum(paid) + dead
        return (Pot(total, tuple(live)),) if total else ()
    pots: list[Pot] = []
    below = 0
    for level in sorted(levels):
        amount = sum(min(paid[seat], level) - below for seat in order if paid[seat] > below)
        if amount:
            pots.append(Pot(amount, tuple(seat for seat in live if paid[seat] >= level)))
        below = level
    if dead:
        main = pots[0] if pots else Pot(0, tuple(live))
        pots[:1] = [Pot(main.amount + dead, main.seats)]
    return tuple(pots)


def split(amount: int, winners: Sequence[int], unit: int) -> tuple[tuple[int, int], ...]:
    """Equal shares as (seat, amount); `winners` stand clockwise from the button's left (P4).

    What the chip unit cannot split goes one unit at a time to the first of them, crumbs below a unit to the first.
    """
    if len(winners) == 1:
        return ((winners[0], amount),)
    units, crumbs = divmod(amount, unit)
    each, odd = divmod(units, len(winners))
    shares = [(each + (place < odd)) * unit for place in range(len(winners))]
    shares[0] += crumbs
    return tuple(zip(winners, shares, strict=True))


def halves(amount: int, unit: int) -> tuple[int, int]:
    """High and low half of a pot; the odd unit and any crumbs go to the high half (P4, P5)."""
    low = amount // 2 // unit * unit
    return amount - low, low


def part_of(amount: int, runs: int, run: int, unit: int) -> int:
    """The part of a pot that one of several boards decides; odd units and crumbs go to the first (H6)."""
    each = amount // runs // unit * unit
    return each if run else amount - each * (runs - 1)
