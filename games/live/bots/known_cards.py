"""The cards a bot knows (its own, the board, and those others show) and random hands from the rest."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from games.engine.cards import Card
from games.engine.rules.variant import Variant

Value: TypeAlias = tuple[int, int]
"""What a hand is worth for the high and the low half, greater is better, 0 where it takes no part."""


class Opponent(NamedTuple):
    """An opponent: the strength its actions showed, 1 (none) to 4, its face-up cards, and how many it `drew` last."""

    strength_shown: float = 1
    face_up: tuple[Card, ...] = ()
    drew: int = -1


class KnownCards(NamedTuple):
    """The cards one player knows on a street; `seen` are all cards others ever showed, `opponents` strongest first."""

    variant: Variant
    street: int
    hole: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    seen: frozenset[Card] = frozenset()
    opponents: tuple[Opponent, ...] = (Opponent(),)

    @property
    def draws(self) -> int:
        """How many exchanges there have been."""
        return sum(street.draw > 0 for street in self.variant.streets[: self.street + 1])

    @property
    def to_come(self) -> int:
        """How many more cards the player gets without exchanging any."""
        return sum(street.down + street.up for street in self.variant.streets[self.street + 1 :])

    def unseen(self) -> list[Card]:
        """The cards that the player cannot see."""
        out = self.seen.union(self.hole, self.board, *(opponent.face_up for opponent in self.opponents))
        return [card for card in self.variant.deck if card not in out]


def hand_value(variant: Variant, hole: Sequence[Card], board: Sequence[Card]) -> Value:
    """The value of a hand in this game."""
    return variant.high(hole, board) or 0, (variant.low(hole, board) or 0) if variant.low else 0


def weakest_first(values: Sequence[Value]) -> list[int]:
    """The indexes of the values in order of strength; in split games both halves count alike."""
    places = range(len(values))
    by_high = sorted(places, key=lambda place: values[place][0])
    if not any(low for _, low in values):
        return by_high
    by_low = sorted(places, key=lambda place: values[place][1])
    scores = [0] * len(values)
    for order in (by_high, by_low):
        for position, place in enumerate(order):
            scores[place] += position
    return sorted(places, key=scores.__getitem__)


def random_hands(cards: list[Card], size: int, rng: Random) -> Iterator[tuple[Card, ...]]:
    """Random hands of `size` cards without end; the deck is shuffled again whenever it runs out."""
    cards = cards[:]
    start = len(cards)
    while True:
        if start + size > len(cards):
            rng.shuffle(cards)
            start = 0
        yield tuple(cards[start : start + size])
        start += size
