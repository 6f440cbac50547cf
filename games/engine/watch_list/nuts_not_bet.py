"""Checking or just calling the nuts when last to act on the last street (F7)."""

from collections import defaultdict
from collections.abc import Mapping

from games.engine.rules.variants import CATALOGUE
from games.engine.watch_list.flags import MOST_HANDS, Flag, FlagKind
from games.engine.watch_list.hands import Did, HandId, Turn, WatchedHand
from games.engine.watch_list.nuts import is_nuts

GOOD = 0.9
"""A hand that wins less often than this is not worth the exact question."""


class NutsNotBet:
    """Counts each player's hands of this kind against each opponent who was left; the figure is how many."""

    def __init__(self) -> None:
        self._hands: dict[tuple[int, int], list[HandId]] = defaultdict(list)

    def count(self, hand: WatchedHand) -> None:
        """Count one hand."""
        for turn in hand.turns:
            if may_be_nuts(hand, turn) and _is_nuts(hand, turn):
                for rival in turn.rivals:
                    self._hands[turn.player, rival].append(hand.id)

    def flags(self, thresholds: Mapping[FlagKind, int]) -> list[Flag]:
        """Players who did it often enough to the same opponent."""
        least = thresholds[FlagKind.NUTS]
        return [
            Flag(FlagKind.NUTS, pair, len(hands), least, tuple(hands[-MOST_HANDS:]))
            for pair, hands in self._hands.items()
            if len(hands) >= least
        ]


def may_be_nuts(hand: WatchedHand, turn: Turn) -> bool:
    """Whether a player who chose, was last and could bet did not, with a good hand on the last street."""
    last = turn.street + 1 == len(CATALOGUE[hand.game].streets)
    passive = turn.did in (Did.CHECK, Did.CALL)
    chose = passive and last and turn.is_last and turn.may_raise and not turn.is_forced
    return chose and (turn.chances is None or turn.chances.strength >= GOOD)


def _is_nuts(hand: WatchedHand, turn: Turn) -> bool:
    return is_nuts(CATALOGUE[hand.game], turn.holes[0], turn.board, turn.up[1:], turn.seen)
