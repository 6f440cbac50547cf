"""The decisions of a hand that players really made, with what led to them (F7)."""

from bisect import bisect
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from games.engine.rules.button import NOBODY
from games.engine.rules.variants import CATALOGUE
from games.engine.watch_list.hands import Chances, Did, Turn, WatchedHand

STRENGTHS: Final = (0.35, 0.5, 0.6, 0.7, 0.8, 0.9, 0.96)
PRICES: Final = (0.2, 0.29, 0.38)
"""Limits of the price as a part of the pot after the call: bets of a third, two thirds and more than the pot."""
FEW_DEALT: Final = 3
_PLACES: Final = {game: place for place, game in enumerate(CATALOGUE)}


class Spot(NamedTuple):
    """A decision that a player made, not the room.

    `against` is whom it is about: who made the bet to be called, or else the only opponent left; NOBODY among several.
    `raises` are the bets and raises of the street so far, `led` whether the player made the last one before it.
    """

    turn: Turn
    chances: Chances
    against: int
    raises: int
    led: bool
    is_final: bool

    @property
    def strength_step(self) -> int:
        """How strong the hand is, 0 to 7."""
        return bisect(STRENGTHS, self.chances.strength)

    @property
    def price_step(self) -> int:
        """What a call costs of the pot after it, 0 for nothing to 4."""
        turn = self.turn
        return 1 + bisect(PRICES, turn.price / (turn.pot + turn.price)) if turn.price else 0


def spots(hand: WatchedHand) -> Iterator[Spot]:
    """The decisions of the hand in their order, without those of the room and of pre-actions."""
    street, raises, raiser, leader = 0, 0, NOBODY, NOBODY
    final = len(CATALOGUE[hand.game].streets) - 1
    for turn in hand.turns:
        if turn.street != street:
            street, raises, raiser, leader = turn.street, 0, NOBODY, raiser
        if turn.chances is not None and not turn.is_forced:
            against = raiser if raiser in turn.rivals else turn.rivals[0] if len(turn.rivals) == 1 else NOBODY
            yield Spot(turn, turn.chances, against, raises, leader == turn.player, turn.street == final)
        if turn.did is Did.RAISE:
            raises, raiser = raises + 1, turn.player


def traits(hand: WatchedHand, spot: Spot) -> Sequence[int]:
    """What else makes decisions alike, the more telling first: price, position, initiative, game, table, street."""
    turn = spot.turn
    return (
        spot.price_step,
        turn.is_last,
        spot.led,
        min(2, spot.raises),
        _PLACES[hand.game],
        len(hand.parts) <= FEW_DEALT,
        turn.street,
    )
