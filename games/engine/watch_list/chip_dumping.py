"""Chip dumping: chips that go one way between two players and that their cards do not explain (F7, T14)."""

from collections import defaultdict
from collections.abc import Mapping

from games.engine.watch_list.flags import MOST_HANDS, Flag, FlagKind
from games.engine.watch_list.hands import Did, HandId, Turn, WatchedHand
from games.engine.watch_list.pair_rates import PairRates
from games.engine.watch_list.probability import evidence_of_many

WEAK, STRONG = 0.45, 0.6
LEAST_BLINDS = 10
"""What a hand must give away to count, in big blinds."""


class ChipDumping:
    """Counts hands in which one player gave chips to another against all sense of the cards.

    A weak hand that raises and then folds or loses, a call with nothing, a winner that is folded: what it gave up by
    the cards that were really held. The figure is the evidence that there are more of them between these two than each
    of them has with others.
    """

    def __init__(self) -> None:
        self._rates = PairRates()
        self._hands: dict[tuple[int, int], list[HandId]] = defaultdict(list)

    def count(self, hand: WatchedHand) -> None:
        """Count one hand."""
        acted = {turn.player for turn in hand.turns}
        winner = max(hand.parts, key=lambda part: part.net)
        for part in hand.parts:
            if part.player == winner.player or part.player not in acted:
                continue
            gave = given_away(hand, part.player, winner.player) >= LEAST_BLINDS * hand.big_blind
            self._rates.count((part.player, winner.player), (), happened=gave)
            if gave:
                self._hands[part.player, winner.player].append(hand.id)

    def flags(self, thresholds: Mapping[FlagKind, int]) -> list[Flag]:
        """Pairs, giver first, between whom chips went one way too often."""
        rates, least, found = self._rates.rates(), thresholds[FlagKind.CHIP_DUMPING], []
        for pair, rate in rates.items():
            back = rates.get((pair[1], pair[0]))
            evidence = evidence_of_many(rate.found, rate.expected, rate.chances, len(rates))
            if evidence >= least and (back is None or 2 * back.found <= rate.found):
                hands = tuple(self._hands[pair][-MOST_HANDS:])
                found.append(Flag(FlagKind.CHIP_DUMPING, pair, evidence, least, hands))
        return found


def given_away(hand: WatchedHand, giver: int, taker: int) -> float:
    """The chips that the giver's decisions against the taker cost, by the cards that were held, in minor units."""
    return sum(_cost(turn) for turn in hand.turns if turn.player == giver and taker in turn.rivals)


def _cost(turn: Turn) -> float:
    """What a decision costs that the player's own cards do not explain; 0 for any other."""
    if turn.chances is None or turn.is_forced:
        return 0.0
    strength, truth = turn.chances
    if turn.did is Did.FOLD:
        lost = truth * (turn.pot + turn.price) - turn.price
        return max(0.0, lost) if strength >= STRONG else 0.0
    if strength > WEAK:
        return 0.0
    return max(0.0, turn.paid - truth * (turn.pot + turn.paid if turn.did is Did.CALL else 2 * turn.paid))
