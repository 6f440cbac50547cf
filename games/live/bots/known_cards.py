"""What a bot knows of the cards: its own, the board, what others show; and how it imagines the rest."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from games.engine.cards import Card
from games.engine.rules.variant import Variant

Value: TypeAlias = tuple[int, int]
"""What a hand is worth for the high and the low half, greater is better, 0 where it takes no part."""


class Rival(NamedTuple):
    """An opponent: how firm it acted, 1 (not at all) to 4, its cards dealt up, how many it exchanged last."""

    firmness: float = 1
    up: tuple[Card, ...] = ()
    drew: int = -1


class Known(NamedTuple):
    """The cards as one player knows them on a street; `seen` all that others ever showed, `rivals` firmest first."""

    variant: Variant
    street: int
    hole: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    seen: frozenset[Card] = frozenset()
    rivals: tuple[Rival, ...] = (Rival(),)

    @property
    def draws(self) -> int:
        """How many exchanges there have been."""
        return sum(street.draw > 0 for street in self.variant.streets[: self.street + 1])

    @property
    def to_come(self) -> int:
        """How many more cards the player gets without exchanging any."""
        return sum(street.down + street.up for street in self.variant.streets[self.street + 1 :])

    def unseen(self) -> list[Card]:
        """The cards that may be anywhere."""
        out = self.seen.union(self.hole, self.board, *(rival.up for rival in self.rivals))
        return [card for card in self.variant.deck if card not in out]


def worth_of(variant: Variant, hole: Sequence[Card], board: Sequence[Card]) -> Value:
    """What the hand makes in this game."""
    return variant.high(hole, board) or 0, (variant.low(hole, board) or 0) if variant.low else 0


def weakest_first(values: Sequence[Value]) -> list[int]:
    """The places of the values in order of strength; in split games both halves count alike."""
    places = range(len(values))
    by_high = sorted(places, key=lambda place: values[place][0])
    if not any(low for _, low in values):
        return by_high
    by_low = sorted(places, key=lambda place: values[place][1])
    stands = [0] * len(values)
    for order in (by_high, by_low):
        for stand, place in enumerate(order):
            stands[place] += stand
    return sorted(places, key=stands.__getitem__)


def deals(cards: list[Card], size: int, dice: Random) -> Iterator[tuple[Card, ...]]:
    """Random hands of `size` cards without end; of a deck that runs out the next is shuffled."""
    cards = cards[:]
    start = len(cards)
    while True:
        if start + size > len(cards):
            dice.shuffle(cards)
            start = 0
        yield tuple(cards[start : start + size])
        start += size
