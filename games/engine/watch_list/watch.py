"""All detectors together (F7)."""

from collections.abc import Mapping
from typing import Protocol

from games.engine.watch_list.chip_dumping import ChipDumping
from games.engine.watch_list.flags import THRESHOLDS, Flag, FlagKind
from games.engine.watch_list.hands import WatchedHand
from games.engine.watch_list.hidden_cards import HiddenCards
from games.engine.watch_list.nuts_not_bet import NutsNotBet
from games.engine.watch_list.shared_access import SharedAccess
from games.engine.watch_list.soft_play import SoftPlay
from games.engine.watch_list.timing import NoPause, Timing
from games.engine.watch_list.together import Together


class Detector(Protocol):
    """Counts hands one by one, and says what it finds in all of them."""

    def count(self, hand: WatchedHand) -> None:
        """Count one hand."""

    def flags(self, thresholds: Mapping[FlagKind, int]) -> list[Flag]:
        """What was found."""


class Watch:
    """Every detector over the same hands, which `assess` has given their chances, in order of time at each table."""

    def __init__(self) -> None:
        self._detectors: tuple[Detector, ...] = (
            *(ChipDumping(), SoftPlay(), NutsNotBet(), Together(), SharedAccess()),
            *(HiddenCards(), Timing(), NoPause()),
        )

    def count(self, hand: WatchedHand) -> None:
        """Count one hand."""
        for detector in self._detectors:
            detector.count(hand)

    def flags(self, thresholds: Mapping[FlagKind, int] = THRESHOLDS) -> list[Flag]:
        """All flags, by kind."""
        return [flag for detector in self._detectors for flag in detector.flags(thresholds)]
