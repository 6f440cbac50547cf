"""Main and side pots, and how a pot is split (section P)."""

from collections.abc import Sequence
from typing import NamedTuple


class Pot(NamedTuple):
    """An amount of chips and the seats that contest it, clockwise from the left of the button."""

    amount: int
    seats: tuple[int, ...]


def uncalled(paid: Sequence[int], live: Sequence[int]) -> tuple[int, int]:
    """The seat that paid more than anybody else, and how much more; (-1, 0) if there is none (B11).

    Nothing goes back to a seat that has folded: its chips stay in (P1).
    """
    top = max(paid)
    if paid.count(top) > 1 or (seat := paid.index(top)) not in live:
        return -1, 0
    return seat, top - sorted(paid)[-2]


def build_pots(paid: Sequence[int], order: Sequence[int], live: Sequence[int], dead: int) -> tuple[Pot, ...]:
    """Build the pots from what each seat has `paid`: main pot first, one for each all-in level (P1).

    Chips of folded seats stay in the pots, those above every level in the last one; `dead` money (big blind antes, dead
    blinds) goes to the main pot.
    """
    levels = sorted({paid[seat] for seat in live})
    if len(levels) == 1:
        total = sum(paid) + dead
        return (Pot(total, tuple(live)),) if total else ()
    pots: list[Pot] = []
    below = 0
    for level in levels:
        most = level if level < levels[-1] else max(paid)
        amount = sum(min(paid[seat], most) - below for seat in order if paid[seat] > below)
        if amount:
            pots.append(Pot(amount, tuple(seat for seat in live if paid[seat] >= level)))
        below = level
    if dead:
        main = pots[0] if pots else Pot(0, tuple(live))
        pots[:1] = [Pot(main.amount + dead, main.seats)]
    return tuple(pots)


def split(amount: int, winners: Sequence[int], unit: int) -> tuple[tuple[int, int], ...]:
    """Equal shares as (seat, amount); `winners` are clockwise from the left of the button (P4).

    Odd units go one each to the first winners, a remainder smaller than a unit to the first winner.
    """
    if len(winners) == 1:
        return ((winners[0], amount),)
    units, remainder = divmod(amount, unit)
    each, odd = divmod(units, len(winners))
    shares = [(each + (place < odd)) * unit for place in range(len(winners))]
    shares[0] += remainder
    return tuple(zip(winners, shares, strict=True))


def halves(amount: int, unit: int) -> tuple[int, int]:
    """The high and the low half of a pot; the odd unit and any remainder go to the high half (P4, P5)."""
    low = amount // 2 // unit * unit
    return amount - low, low


def part_of(amount: int, runs: int, run: int, unit: int) -> int:
    """The part of a pot that one of several boards decides; odd units and any remainder go to the first (H6)."""
    each = amount // runs // unit * unit
    return each if run else amount - each * (runs - 1)
