"""Soft play: two players who do not bet and raise against each other as they do against others (F7, T14)."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from games.engine.watch_list.flags import MOST_HANDS, Flag, FlagKind
from games.engine.watch_list.hands import Did, HandId, WatchedHand
from games.engine.watch_list.likelihood import mixed, none_done, rank_tests, ratio_of_fewer
from games.engine.watch_list.pair_odds import Cell, Pair, PairOdds, Tries
from games.engine.watch_list.probability import evidence_of
from games.engine.watch_list.spots import Spot, spots, traits

GOOD: Final = 0.7
FIRST, LATER, FINAL = 0, 1, 3
"""Groups: the first street, those between, the last; one more where there is a bet to call."""
STRONG, VERY_STRONG = 4, 6
"""Steps of strength, from 0.7 and from 0.9."""

SCHEMES: Final[Sequence[Callable[[Cell], bool]]] = (
    lambda _cell: True,
    lambda cell: cell[0] >= LATER,
    lambda cell: cell[0] >= LATER and cell[1] >= STRONG,
    lambda cell: cell[0] >= FINAL and cell[1] >= VERY_STRONG,
)
"""Where two may play soft: always, after the first street, with strong hands only, with nearly the best at the end."""


class SoftPlay:
    """Counts bets and raises of two players who are alone in the pot, in situations that are alike.

    The figure is the evidence that the two attack each other less often than each of them attacks others, and others
    attack them: in all situations or in some.
    """

    def __init__(self) -> None:
        self._odds = PairOdds()
        self._hands: dict[Pair, list[HandId]] = defaultdict(list)

    def count(self, hand: WatchedHand) -> None:
        """Count one hand."""
        for spot in spots(hand):
            turn = spot.turn
            if len(turn.rivals) != 1 or not turn.may_raise:
                continue
            pair = (turn.player, turn.rivals[0])
            attacks = turn.did is Did.RAISE
            self._odds.count(pair, attack_cell(hand, spot), happened=attacks)
            both = (min(pair), max(pair))
            if not attacks and spot.chances.strength >= GOOD and hand.id not in self._hands[both][-1:]:
                self._hands[both].append(hand.id)

    def flags(self, thresholds: Mapping[FlagKind, int]) -> list[Flag]:
        """Pairs who attack each other too rarely."""
        least, found = thresholds[FlagKind.SOFT_PLAY], []
        counted = self._odds.tries()
        pairs: dict[Pair, list[Tries]] = defaultdict(list)
        for (one, other), tries in counted.pairs.items():
            pairs[min(one, other), max(one, other)] += tries
        tests = rank_tests({pair: _ratio(none_done(tries), counted.dispersion) for pair, tries in pairs.items()})
        for pair, tries in sorted(pairs.items()):
            evidence = evidence_of(_ratio(tries, counted.dispersion), tests[pair])
            if evidence >= least:
                found.append(Flag(FlagKind.SOFT_PLAY, pair, evidence, least, tuple(self._hands[pair][-MOST_HANDS:])))
        return found


def attack_cell(hand: WatchedHand, spot: Spot) -> Cell:
    """What makes decisions whether to bet or raise alike."""
    group = FIRST if not spot.turn.street else (FINAL if spot.is_final else LATER) + bool(spot.turn.price)
    return (group, spot.strength_step, *traits(hand, spot))


def _ratio(tries: Sequence[Tries], dispersion: float) -> float:
    """The logarithm of the likelihood ratio of soft play, wherever it may be."""
    return mixed([ratio_of_fewer([one for one in tries if scheme(one.cell)], dispersion) for scheme in SCHEMES])
