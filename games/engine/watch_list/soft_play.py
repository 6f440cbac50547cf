"""Soft play: two players who do not bet and raise against each other as they do against others (F7, T14)."""

from collections import defaultdict
from collections.abc import Mapping

from games.engine.watch_list.flags import MOST_HANDS, Flag, FlagKind
from games.engine.watch_list.hands import Did, HandId, Turn, WatchedHand
from games.engine.watch_list.pair_rates import Cell, PairRates
from games.engine.watch_list.probability import evidence_of_few

GOOD = 0.7
STEPS = (0.35, 0.5, 0.6, 0.7, 0.8, 0.9)
SMALL = 0.4


class SoftPlay:
    """Counts bets and raises of two players who are alone in the pot, in situations that are alike.

    Situations are alike by street, strength of the hand and price. The figure is the evidence that the two attack each
    other less often than each of them attacks others, and others attack them.
    """

    def __init__(self) -> None:
        self._rates = PairRates()
        self._hands: dict[tuple[int, int], list[HandId]] = defaultdict(list)

    def count(self, hand: WatchedHand) -> None:
        """Count one hand."""
        for turn in hand.turns:
            if len(turn.rivals) != 1 or not turn.may_raise or turn.is_forced or turn.chances is None:
                continue
            pair = (turn.player, turn.rivals[0])
            attacks = turn.did is Did.RAISE
            self._rates.count(pair, _cell(turn), happened=attacks)
            both = (min(pair), max(pair))
            if not attacks and turn.chances.strength >= GOOD and hand.id not in self._hands[both][-1:]:
                self._hands[both].append(hand.id)

    def flags(self, thresholds: Mapping[FlagKind, int]) -> list[Flag]:
        """Pairs who attack each other too rarely."""
        rates, least, found = self._rates.rates(), thresholds[FlagKind.SOFT_PLAY], []
        pairs = {(min(pair), max(pair)) for pair in rates}
        for first, second in sorted(pairs):
            both = [rates[pair] for pair in ((first, second), (second, first)) if pair in rates]
            events, expected = sum(rate.found for rate in both), sum(rate.expected for rate in both)
            evidence = evidence_of_few(events, expected, sum(rate.chances for rate in both), len(pairs))
            if evidence >= least:
                hands = tuple(self._hands[first, second][-MOST_HANDS:])
                found.append(Flag(FlagKind.SOFT_PLAY, (first, second), evidence, least, hands))
        return found


def _cell(turn: Turn) -> Cell:
    assert turn.chances is not None
    step = sum(turn.chances.strength >= limit for limit in STEPS)
    price = 0 if not turn.price else 1 if turn.price <= SMALL * turn.pot else 2
    return (min(turn.street, 1) + (turn.street > 2), step, price)
