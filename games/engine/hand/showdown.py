"""The order of the showdown and the winners of each pot (section H, P3-P5)."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, TypeAlias

from games.engine.cards import Card, rank, suit, suit_strength
from games.engine.evaluation.categories import ace_low_place
from games.engine.evaluation.names import best_choices
from games.engine.events.kinds import PotHalf
from games.engine.hand.pots import Pot, halves, split
from games.engine.rules.rules import Rules
from games.engine.rules.variant import Forced, Variant

# Looking up an enum member takes longer than the rest of a comparison.
BRING_IN = Forced.BRING_IN
ALL, HIGH, LOW = PotHalf.ALL, PotHalf.HIGH, PotHalf.LOW


class Strength(NamedTuple):
    """The value of a hand by the game's `high` and `low` rankings, None where it does not qualify."""

    high: int | None
    low: int | None


class Award(NamedTuple):
    """A pot, or half of one, and its shares as (seat, amount)."""

    pot: int
    amount: int
    half: PotHalf
    shares: tuple[tuple[int, int], ...]


def strength(variant: Variant, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Strength:
    """The strength of a hand in this game (section C)."""
    return Strength(variant.high.value(hole, board), variant.low.value(hole, board) if variant.low else None)


def show_order(live: Sequence[int], pots: Sequence[Pot], *, first: int) -> tuple[int, ...]:
    """The seats in their order of showing (H1): clockwise from `first`, players of the last side pot before others.

    `live` are the seats clockwise from the left of the button.
    """
    start = live.index(first)
    clockwise = (*live[start:], *live[:start])
    if len(pots) < 2:
        return clockwise
    last_pot = {seat: number for number, pot in enumerate(pots) for seat in pot.seats}
    return tuple(sorted(clockwise, key=lambda seat: -last_pot.get(seat, 0)))


def winners(pot: Pot, strengths: Mapping[int, Strength], half: PotHalf) -> tuple[int, ...]:
    """The seats with the best hand for this half of the pot, empty if no hand qualifies (H3)."""
    place = 0 if half is not LOW else 1
    values = {seat: value for seat in pot.seats if (value := strengths[seat][place]) is not None}
    if len(values) < 2:
        return tuple(values)
    best = max(values.values())
    return tuple([seat for seat, value in values.items() if value == best])


OddChip: TypeAlias = Callable[[tuple[int, ...], PotHalf], tuple[int, ...]]
"""Puts the winners of a half into the order in which they get odd chips."""


def odd_chip_order(rules: Rules, hole: Sequence[tuple[Card, ...]], board: tuple[Card, ...]) -> OddChip:
    """Who gets odd chips first (P4): the first left of the button; in stud whoever has the highest card, by suit.

    `hole` are the hole cards by seat.
    """
    variant, suits = rules.variant, rules.house.suit_order
    if variant.forced is not BRING_IN:
        return _by_position

    def highest(seat: int, half: PotHalf) -> tuple[int, int]:
        ranking = variant.low if half is LOW and variant.low else variant.high
        place = ace_low_place if ranking.ace_low else int
        # Of equal choices the player has the one with the highest card by the table's own order of suits (C2).
        cards = chain.from_iterable(best_choices(ranking, hole[seat], board))
        return max((place(rank(card)), suit_strength(suit(card), suits)) for card in cards)

    def in_order(seats: tuple[int, ...], half: PotHalf) -> tuple[int, ...]:
        if len(seats) < 2:
            return seats
        return tuple(sorted(seats, key=lambda seat: highest(seat, half), reverse=True))

    return in_order


def _by_position(seats: tuple[int, ...], _: PotHalf) -> tuple[int, ...]:
    return seats


def awards(pots: Sequence[Pot], strengths: Mapping[int, Strength], *, unit: int, odd_chip: OddChip) -> list[Award]:
    """Award every pot, the last side pot first and the main pot last (P3); hi-lo splits each on its own (P5)."""
    paid: list[Award] = []
    any_low = {one.low for one in strengths.values()} != {None}
    for number in range(len(pots) - 1, -1, -1):
        pot = pots[number]
        high, low = winners(pot, strengths, HIGH), winners(pot, strengths, LOW) if any_low else ()
        if low:
            for half, amount, seats in zip((HIGH, LOW), halves(pot.amount, unit), (high, low), strict=True):
                paid.append(Award(number, amount, half, split(amount, odd_chip(seats, half), unit)))
        else:
            paid.append(Award(number, pot.amount, ALL, split(pot.amount, odd_chip(high, ALL), unit)))
    return paid


def beaten(seat: int, pots: Sequence[Pot], strengths: Mapping[int, Strength], shown: Sequence[int]) -> bool:
    """Whether hands already shown beat the seat in every pot it contests, high and low (H2)."""
    own = strengths[seat]
    for pot in pots:
        if seat not in pot.seats:
            continue
        rivals = [strengths[rival] for rival in shown if rival in pot.seats]
        for place, value in enumerate(own):
            if value is not None and value >= max([rival[place] or 0 for rival in rivals], default=0):
                return False
    return True
