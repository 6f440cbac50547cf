"""The clock: levels, breaks, pauses and hand-for-hand."""

from typing import NamedTuple, TypeAlias

from games.engine.events.distinct import distinct


@distinct
class LevelBegan(NamedTuple):
    """A level, counted from 1; each table plays it from its next hand (T4). `left` ms remain in it."""

    level: int
    left: int
    why: str = ""


@distinct
class ClockStarted(NamedTuple):
    """The level clock runs: the level ends at `ends`."""

    ends: int


@distinct
class ClockStopped(NamedTuple):
    """The level clock stands with `left` ms in the level."""

    left: int


@distinct
class BreakAnnounced(NamedTuple):
    """A break of `length` ms comes when the last table has finished its hand (T5)."""

    length: int
    why: str


@distinct
class BreakBegan(NamedTuple):
    """All tables rest until `until` (T5)."""

    at: int
    until: int


@distinct
class BreakEnded(NamedTuple):
    """All tables start together (T5)."""

    at: int


@distinct
class Paused(NamedTuple):
    """No new hands until the director says so."""

    why: str


@distinct
class Resumed(NamedTuple):
    """Hands begin again."""


@distinct
class HandForHandBegan(NamedTuple):
    """All tables play their next hands together; `manual` when the director switched it on (T9)."""

    why: str
    manual: bool = False


@distinct
class HandForHandEnded(NamedTuple):
    """Every table plays at its own pace again."""

    why: str


ClockEvent: TypeAlias = (
    LevelBegan
    | ClockStarted
    | ClockStopped
    | BreakAnnounced
    | BreakBegan
    | BreakEnded
    | Paused
    | Resumed
    | HandForHandBegan
    | HandForHandEnded
)
