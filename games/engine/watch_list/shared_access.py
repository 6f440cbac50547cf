"""Players at one table who use one device or one network address (F7)."""

from collections import defaultdict
from collections.abc import Mapping
from itertools import combinations

from games.engine.watch_list.flags import MOST_HANDS, Flag, FlagKind
from games.engine.watch_list.hands import HandId, WatchedHand


class SharedAccess:
    """Counts the hands in which both were dealt in; the figure is how many."""

    def __init__(self) -> None:
        self._hands: dict[tuple[FlagKind, int, int], list[HandId]] = defaultdict(list)
        self._times: dict[tuple[FlagKind, int, int], int] = defaultdict(int)

    def count(self, hand: WatchedHand) -> None:
        """Count one hand."""
        for one, other in combinations(sorted(hand.parts, key=lambda part: part.player), 2):
            if one.devices & other.devices:
                kind = FlagKind.SHARED_DEVICE
            elif one.addresses & other.addresses:
                kind = FlagKind.SHARED_ADDRESS
            else:
                continue
            key = (kind, one.player, other.player)
            self._times[key] += 1
            hands = self._hands[key]
            hands.append(hand.id)
            del hands[:-MOST_HANDS]

    def flags(self, thresholds: Mapping[FlagKind, int]) -> list[Flag]:
        """Pairs who played enough hands together; one device is not flagged as one address again."""
        return [
            Flag(kind, (one, other), times, thresholds[kind], tuple(self._hands[kind, one, other]))
            for (kind, one, other), times in self._times.items()
            if times >= thresholds[kind]
        ]
