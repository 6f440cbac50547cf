"""Who shows in which order, and who wins which pot (section H, P3-P5)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.engine.cards import Card
from games.engine.houserules import ShowdownOrder
from games.engine.pots import Pot, halves, split
from games.engine.variant import Variant


class Strength(NamedTuple):
    """How a hand ranks: `high` and `low` by the game's rankings, None where it does not qualify."""

    high: int | None
    low: int | None


class Award(NamedTuple):
    """A pot, or half of one, and its shares as (seat, amount)."""

    pot: int
    amount: int
    half: str
    shares: tuple[tuple[int, int], ...]


def strength(variant: Variant, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Strength:
    """The strength of a hand in this game (section C)."""
    return Strength(variant.high(hole, board), variant.low(hole, board) if variant.low else None)


def show_order(
    live: Sequence[int], pots: Sequence[Pot], *, aggressor: int, first_bettor: int, rule: ShowdownOrder
) -> tuple[int, ...]:
    """Who shows first to last (H1): from the bettor clockwise, players of the last side pot before the others.

    `live` stand clockwise from the button's left; without a bet on the last round the first of them begins.
    """
    first = aggressor if rule is ShowdownOrder.LAST_AGGRESSOR else first_bettor
    start = live.index(first) if first in live else 0
    clockwise = [*live[start:], *live[:start]]
    last_pot = {seat: number for number, pot in enumerate(pots) for seat in pot.seats}
    return tuple(sorted(clockwise, key=lambda seat: -last_pot.get(seat, 0)))


def winners(pot: Pot, strengths: Mapping[int, Strength], half: str) -> tuple[int, ...]:
    """The seats that hold the pot's best hand for this half, none if none qualifies (H3)."""
    place = 0 if half == "high" else 1
    best = max((value for seat in pot.seats if (value := strengths[seat][place]) is not None), default=None)
    if best is None:
        return ()
    return tuple(seat for seat in pot.seats if strengths[seat][place] == best)


def awards(pots: Sequence[Pot], strengths: Mapping[int, Strength], *, hi_lo: bool, unit: int) -> list[Award]:
    """Every pot paid, the last side pot first, the main pot last (P3); hi-lo splits each on its own (P5)."""
    paid: list[Award] = []
    for number in range(len(pots) - 1, -1, -1):
        pot = pots[number]
        high = winners(pot, strengths, "high")
        low = winners(pot, strengths, "low") if hi_lo else ()
        if low:
            for half, amount, seats in zip(("high", "low"), halves(pot.amount, unit), (high, low), strict=True):
                paid.append(Award(number, amount, half, split(amount, seats, unit)))
        else:
            paid.append(Award(number, pot.amount, "all", split(pot.amount, high, unit)))
    return paid


def beaten(seat: int, pots: Sequence[Pot], strengths: Mapping[int, Strength], shown: Sequence[int]) -> bool:
    """Whether hands already shown beat the seat in every pot it contests, high and low (H2)."""
    mine = strengths[seat]
    for pot in pots:
        if seat not in pot.seats:
            continue
        for place in (0, 1):
            value = mine[place]
            if value is not None and not any(
                (other := strengths[rival][place]) is not None and other > value
                for rival in shown
                if rival in pot.seats
            ):
                return False
    return True
