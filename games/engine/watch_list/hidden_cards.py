"""Choices that fit cards which the player could not see (F7)."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import Final

from games.engine.watch_list.flags import MOST_HANDS, Flag, FlagKind
from games.engine.watch_list.hands import Did, HandId, WatchedHand
from games.engine.watch_list.likelihood import mixed, ratio_of_knowing
from games.engine.watch_list.pair_odds import Cell, PairOdds, Tries
from games.engine.watch_list.probability import evidence_of
from games.engine.watch_list.spots import Spot, spots, traits

FEWEST_CHOICES: Final = 100
EVEN: Final = 0.5
CLEAR: Final = 0.1
"""Going on is right or wrong where the hand is worth so much more or less than it has to be."""
TOLD: Final = 0.375
"""A choice this far from what the own cards suggest, and right, is one of the hands that a flag names."""
FINAL: Final = 2


class Truth(IntEnum):
    """What going on is by the cards that are really held."""

    WRONG = 0
    RIGHT = 1


SCHEMES: Final[Sequence[Callable[[Cell], bool]]] = (lambda _cell: True, lambda cell: cell[0] >= FINAL)
"""Where cards may be known: always, or on the last street, where somebody may use it who hides it before."""


class HiddenCards:
    """Compares choices where going on was right by all cards with choices where it was wrong.

    The chances are those of all players, for hands that look alike to the player, where it was right and where it was
    wrong: bets of opponents and the own cards tell honest players something as well. The figure is the evidence that
    the player tells the two apart better than all do.
    """

    def __init__(self) -> None:
        self._odds = PairOdds(leaves_out=False)
        self._hands: dict[int, list[HandId]] = defaultdict(list)

    def count(self, hand: WatchedHand) -> None:
        """Count one hand."""
        for spot in spots(hand):
            turn, truth = spot.turn, _truth(spot)
            if not turn.street or truth is None or not (turn.price or turn.may_raise):
                continue
            goes_on = turn.did is not Did.FOLD if turn.price else turn.did is Did.RAISE
            self._odds.count((turn.player, truth), choice_cell(hand, spot, truth), happened=goes_on)
            hands = self._hands[turn.player]
            if _is_telling(spot, goes_on) and hand.id not in hands[-1:]:
                hands.append(hand.id)
                del hands[:-MOST_HANDS]

    def flags(self, thresholds: Mapping[FlagKind, int]) -> list[Flag]:
        """Players whose choices fit hidden cards too well."""
        least, counted, found = thresholds[FlagKind.HIDDEN_CARDS], self._odds.tries(), []
        players = {player for player, _truth in counted.pairs}
        for player in sorted(players):
            right, wrong = (counted.pairs.get((player, truth), []) for truth in (Truth.RIGHT, Truth.WRONG))
            if sum(one.yes + one.no for one in (*right, *wrong)) < FEWEST_CHOICES:
                continue
            evidence = evidence_of(_ratio(right, wrong, counted.dispersion), len(players))
            if evidence >= least:
                found.append(Flag(FlagKind.HIDDEN_CARDS, (player,), evidence, least, tuple(self._hands[player])))
        return found


def _ratio(right: Sequence[Tries], wrong: Sequence[Tries], dispersion: float) -> float:
    """The logarithm of the likelihood ratio of knowing all cards, wherever they may be known."""
    return mixed(
        [
            ratio_of_knowing(
                [one for one in right if scheme(one.cell)], [one for one in wrong if scheme(one.cell)], dispersion
            )
            for scheme in SCHEMES
        ]
    )


def _truth(spot: Spot) -> Truth | None:
    """Whether going on was right; None where it hardly matters."""
    turn, truth = spot.turn, spot.chances.truth
    needed = turn.price / (turn.pot + turn.price) if turn.price else EVEN
    return None if abs(truth - needed) < CLEAR else Truth(truth > needed)


def choice_cell(hand: WatchedHand, spot: Spot, truth: Truth) -> Cell:
    """What makes choices to go on alike."""
    group = FINAL * spot.is_final + bool(spot.turn.price)
    return (group, truth, spot.strength_step, min(2, len(spot.turn.rivals)), *traits(hand, spot))


def _is_telling(spot: Spot, goes_on: bool) -> bool:
    strength, truth = spot.chances
    return truth - strength > TOLD if goes_on else strength - truth > TOLD
