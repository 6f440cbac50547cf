"""The clock: levels, breaks, pauses and hand-for-hand."""

from typing import NamedTuple, TypeAlias

from games.engine.events.distinct import distinct


@distinct
class LevelBegan(NamedTuple):
    """A level began, counted from 1; each table plays it from its next hand on (T4). It lasts `left` ms.

    `why` is the director's reason.
    """

    level: int
    left: int
    why: str = ""


@distinct
class ClockStarted(NamedTuple):
    """The clock runs; the level ends at `ends` ms."""

    ends: int


@distinct
class ClockStopped(NamedTuple):
    """The clock stopped with `left` ms in the level."""

    left: int


@distinct
class BreakAnnounced(NamedTuple):
    """A break of `length` ms follows when the last table has finished its hand (T5).

    `why` is a `BreakReason` or the director's reason.
    """

    length: int
    why: str


@distinct
class BreakBegan(NamedTuple):
    """The break began and lasts until `until` ms (T5); `why` is the director's reason."""

    at: int
    until: int
    why: str = ""


@distinct
class BreakEnded(NamedTuple):
    """The break ended; all tables start together (T5). `why` is the reason of a director who ended it."""

    at: int
    why: str = ""


@distinct
class Paused(NamedTuple):
    """The tournament was paused: no new hands begin. `why` is the director's reason or a `PauseReason`."""

    why: str


@distinct
class Resumed(NamedTuple):
    """Play was resumed at `at` ms, 0 in logs that do not say when; `why` as in `Paused`."""

    why: str
    at: int = 0


@distinct
class ConnectionsLost(NamedTuple):
    """The room pauses at `at` ms, as these players have lost their connection, until `until` ms at most (T3)."""

    players: tuple[int, ...]
    at: int
    until: int


@distinct
class ConnectionsBack(NamedTuple):
    """Most of them are back: the pause ends at `until` ms."""

    until: int


@distinct
class HandForHandBegan(NamedTuple):
    """All tables play their next hands together; `manual` when the director switched it on (T9)."""

    why: str
    manual: bool = False


@distinct
class HandForHandEnded(NamedTuple):
    """Every table plays at its own pace again, and until the money if the director has `stopped` it on the bubble."""

    why: str
    stopped: bool = False


ClockEvent: TypeAlias = (
    LevelBegan
    | ClockStarted
    | ClockStopped
    | BreakAnnounced
    | BreakBegan
    | BreakEnded
    | Paused
    | Resumed
    | ConnectionsLost
    | ConnectionsBack
    | HandForHandBegan
    | HandForHandEnded
)
