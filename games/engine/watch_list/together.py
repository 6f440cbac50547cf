"""Players who are always at the same table, and come and leave together (F7)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.engine.watch_list.flags import MOST_HANDS, Flag, FlagKind
from games.engine.watch_list.hands import WatchedHand
from games.engine.watch_list.probability import evidence_of_many
from games.engine.watch_list.sittings import Sitting, Sittings

NEAR_MS = 5 * 60 * 1000
"""People who come and go within this time of each other do it together."""
ALWAYS = 0.7
FEWEST = 4
LEAST_NEAR = 0.02


class _Joint(NamedTuple):
    """Two players at one table at the same time."""

    one: Sitting
    other: Sitting

    @property
    def is_near(self) -> bool:
        """Whether they came together and left together."""
        came, left = abs(self.one.began - self.other.began), abs(self.one.ended - self.other.ended)
        return max(came, left) <= NEAR_MS


class Together:
    """Compares how often two players sit down at one table, and leave it, together with how often chance would do it.

    Chance puts a player at any of the tables of that game and stakes that are then played at. Friends who often, but
    not always, play together are not flagged.
    """

    def __init__(self) -> None:
        self._sittings = Sittings()

    def count(self, hand: WatchedHand) -> None:
        """Count one hand."""
        self._sittings.count(hand)

    def flags(self, thresholds: Mapping[FlagKind, int]) -> list[Flag]:
        """Pairs who are together far more than by chance."""
        least, players = thresholds[FlagKind.TOGETHER], self._sittings.by_player()
        joint = _joint_sittings(players)
        everybody = [one for sittings in joint.values() for one in sittings]
        near = max(LEAST_NEAR, sum(one.is_near for one in everybody) / max(1, len(everybody)))
        tables = _tables(players)
        found = []
        for (first, second), sittings in sorted(joint.items()):
            total = max(len(players[first]), len(players[second]))
            if len(sittings) < max(FEWEST, ALWAYS * total):
                continue
            met = [one for one in players[first] if any(one.overlaps(other) for other in players[second])]
            expected = sum(near / _choices(one, tables) for one in met)
            times = min(len(met), sum(one.is_near for one in sittings))
            evidence = evidence_of_many(times, expected, len(met), len(joint))
            if evidence >= least:
                hands = tuple(one.one.last for one in sittings[-MOST_HANDS:])
                found.append(Flag(FlagKind.TOGETHER, (first, second), evidence, least, hands))
        return found


def _joint_sittings(players: Mapping[int, Sequence[Sitting]]) -> dict[tuple[int, int], list[_Joint]]:
    at_table: dict[int, list[Sitting]] = defaultdict(list)
    for sittings in players.values():
        for sitting in sittings:
            at_table[sitting.table].append(sitting)
    found: dict[tuple[int, int], list[_Joint]] = defaultdict(list)
    for sittings in at_table.values():
        sittings.sort(key=lambda one: one.began)
        for place, one in enumerate(sittings):
            for other in sittings[place + 1 :]:
                if other.began > one.ended:
                    break
                if one.player != other.player:
                    low, high = sorted((one, other), key=lambda sitting: sitting.player)
                    found[low.player, high.player].append(_Joint(low, high))
    return found


def _tables(players: Mapping[int, Sequence[Sitting]]) -> dict[tuple[str, int], list[Sitting]]:
    """All sittings by game and stakes."""
    found: dict[tuple[str, int], list[Sitting]] = defaultdict(list)
    for sittings in players.values():
        for sitting in sittings:
            found[sitting.kind].append(sitting)
    return found


def _choices(sitting: Sitting, tables: Mapping[tuple[str, int], Sequence[Sitting]]) -> int:
    """At how many tables of the game the player could have been."""
    return len({other.table for other in tables[sitting.kind] if other.overlaps(sitting)})
