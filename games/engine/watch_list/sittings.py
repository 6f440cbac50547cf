"""When players sat at which tables, as their hands tell it."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple

from games.engine.watch_list.hands import HandId, WatchedHand

BREAK_MS: Final = 30 * 60 * 1000
"""After so long without a hand a new sitting begins."""


class Sitting(NamedTuple):
    """One player's time at one table, in ms, with its last hand; `kind` are game and big blind."""

    player: int
    table: int
    kind: tuple[str, int]
    began: int
    ended: int
    last: HandId

    def overlaps(self, other: "Sitting") -> bool:
        """Whether there was a time when both were sitting."""
        return self.began <= other.ended and other.began <= self.ended


class Sittings:
    """Collects them from hands, which come in order of time at each table."""

    def __init__(self) -> None:
        self._open: dict[tuple[int, int], Sitting] = {}
        self._ended: list[Sitting] = []

    def count(self, hand: WatchedHand) -> None:
        """Count one hand."""
        for part in hand.parts:
            key = (part.player, hand.id.table)
            now = self._open.get(key)
            if now is not None and hand.at - now.ended <= BREAK_MS:
                self._open[key] = now._replace(ended=hand.at, last=hand.id)
                continue
            if now is not None:
                self._ended.append(now)
            kind = (hand.game, hand.big_blind)
            self._open[key] = Sitting(part.player, hand.id.table, kind, hand.at, hand.at, hand.id)

    def by_player(self) -> dict[int, Sequence[Sitting]]:
        """All sittings of each player, in order of time."""
        found: dict[int, list[Sitting]] = defaultdict(list)
        for sitting in sorted([*self._ended, *self._open.values()], key=lambda one: (one.began, one.table)):
            found[sitting.player].append(sitting)
        return dict(found)
