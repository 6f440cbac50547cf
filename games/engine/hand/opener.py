"""The order of turns, and who opens a round of stud by the up cards (B2, G14-G16)."""

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

from games.engine.cards import DECK, Card, rank, suit, suit_strength
from games.engine.evaluation.categories import ace_low_place, grouped, low_strength
from games.engine.rules.house_rules import OpenPair, SuitOrder

Up = Sequence[tuple[Card, ...]]
Turns: TypeAlias = dict[int, tuple[int, ...]]


@cache
def around(order: tuple[int, ...]) -> Turns:
    """For each seat, the whole order clockwise starting with that seat (B2)."""
    return {seat: order[place:] + order[:place] for place, seat in enumerate(order)}


def door_seat(up: Up, live: Sequence[int], *, low_door: bool, suits: SuitOrder) -> int:
    """The bring-in (G14): the seat with the lowest door card, ace high; in razz the highest, ace low; then by suit."""
    heights = _heights(suits, ace_low=low_door)
    doors = [heights[up[seat][0]] for seat in live]
    return live[doors.index(max(doors) if low_door else min(doors))]


def showing_seat(up: Up, live: Sequence[int], *, low_door: bool) -> int:
    """The seat with the best up cards (G15): straights and flushes do not count; ties go to the left of the button."""
    if low_door:
        return min(live, key=lambda seat: _low(tuple(map(_rank_of, up[seat]))))
    return max(live, key=lambda seat: _high(tuple(map(_rank_of, up[seat]))))


def pair_shows(up: Up, live: Sequence[int], seat: int, rule: OpenPair) -> bool:
    """Whether the seat may bet the upper limit for an open pair (G15)."""
    if rule is OpenPair.HOLDER:
        return _paired(up[seat])
    return rule is OpenPair.ANYONE and any(map(_paired, map(up.__getitem__, live)))


_rank_of = [rank(card) for card in DECK].__getitem__
# At most four cards are face up, which is few enough rank combinations to cache.
_high, _low = cache(grouped), cache(low_strength)


def _paired(cards: Sequence[Card]) -> bool:
    return len({*map(_rank_of, cards)}) < len(cards)


@cache
def _heights(suits: SuitOrder, *, ace_low: bool) -> tuple[int, ...]:
    """The height of each card as a door card, by rank and then by suit."""
    place = ace_low_place if ace_low else int
    return tuple(4 * place(rank(card)) + suit_strength(suit(card), suits) for card in DECK)
