"""Absences, warnings, penalties and disqualification, and commands deferred to the end of a hand."""

from typing import NamedTuple, TypeAlias

from games.engine.events.distinct import distinct
from games.engine.rules.button import NOBODY
from tournaments.engine.state.reasons import DeferredKind


@distinct
class MarkedAway(NamedTuple):
    """A player left; the room plays the stack on (T13)."""

    player: int


@distinct
class MarkedBack(NamedTuple):
    """A player took over again."""

    player: int


@distinct
class Deferred(NamedTuple):
    """A command waits until the hand at the table is over.

    For a penalty `table` is its number of hands and `time` its length in ms.
    """

    kind: DeferredKind
    player: int
    table: int = 0
    seat: int = NOBODY
    chips: int = 0
    why: str = ""
    time: int = 0


@distinct
class Undeferred(NamedTuple):
    """A deferred command was carried out or taken back: the player's `nth` of its kind, counted from 0."""

    kind: DeferredKind
    player: int
    nth: int = 0


@distinct
class TablesTold(NamedTuple):
    """The director told everybody at a table something, at all tables with `table` 0 (F1)."""

    table: int
    text: str


@distinct
class Warned(NamedTuple):
    """The director warned a player (T14)."""

    player: int
    why: str


@distinct
class Penalised(NamedTuple):
    """A player sits out this many more penalty hands and ms; negative numbers lift them (T14)."""

    player: int
    hands: int
    why: str
    time: int = 0

    @property
    def is_lifted(self) -> bool:
        """Whether the penalty is taken away."""
        return self.hands < 0 or self.time < 0


@distinct
class PenaltyTimed(NamedTuple):
    """A penalty in minutes ends at `ends` ms, stands still with `left` ms in it, or is over, both 0 (T14)."""

    player: int
    ends: int
    left: int


@distinct
class PlayerDisqualified(NamedTuple):
    """A player was disqualified; with `played_on` the room plays the stack (T14)."""

    player: int
    played_on: bool
    why: str


DirectorEvent: TypeAlias = (
    MarkedAway
    | MarkedBack
    | Deferred
    | Undeferred
    | TablesTold
    | Warned
    | Penalised
    | PenaltyTimed
    | PlayerDisqualified
)
