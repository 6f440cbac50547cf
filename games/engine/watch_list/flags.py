"""What the detectors find (F7)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from games.engine.watch_list.hands import HandId

MOST_HANDS: Final = 50
"""The most hands that one flag names."""


class FlagKind(StrEnum):
    """What a flag is about."""

    CHIP_DUMPING = "chip_dumping"
    SOFT_PLAY = "soft_play"
    NUTS = "nuts"
    TOGETHER = "together"
    SHARED_DEVICE = "shared_device"
    SHARED_ADDRESS = "shared_address"
    HIDDEN_CARDS = "hidden_cards"
    TIMING = "timing"
    NO_PAUSE = "no_pause"


EVIDENCE: Final = frozenset(
    {FlagKind.CHIP_DUMPING, FlagKind.SOFT_PLAY, FlagKind.TOGETHER, FlagKind.HIDDEN_CARDS, FlagKind.TIMING}
)
"""The kinds whose figure is evidence: n means that chance explains it less than once in ten to the power of n."""

THRESHOLDS: Final[Mapping[FlagKind, int]] = {
    FlagKind.CHIP_DUMPING: 3,
    FlagKind.SOFT_PLAY: 3,
    FlagKind.NUTS: 2,
    FlagKind.TOGETHER: 3,
    FlagKind.SHARED_DEVICE: 20,
    FlagKind.SHARED_ADDRESS: 50,
    FlagKind.HIDDEN_CARDS: 3,
    FlagKind.TIMING: 4,
    FlagKind.NO_PAUSE: 10,
}
"""The least figure that is flagged: evidence, times (nuts), hands together (device, address), hours (no pause)."""


class Flag(NamedTuple):
    """One reason to look: the people (the giver of chips first), the figure, its threshold, and the hands behind it.

    It holds no card.
    """

    kind: FlagKind
    people: tuple[int, ...]
    figure: int
    threshold: int
    hands: tuple[HandId, ...]
