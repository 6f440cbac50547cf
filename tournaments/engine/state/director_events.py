"""What happens to a player by leaving or by the director: absences, warnings, penalties, disqualification."""

from typing import NamedTuple, TypeAlias

from games.engine.events.distinct import distinct
from tournaments.engine.state.reasons import DeferredKind


@distinct
class MarkedAway(NamedTuple):
    """A player left; the room plays on for the stack (T13)."""

    player: int


@distinct
class MarkedBack(NamedTuple):
    """A player took over again."""

    player: int


@distinct
class Deferred(NamedTuple):
    """What waits until the hand at the table is over: an act of the director, or a leave."""

    kind: DeferredKind
    player: int
    table: int
    seat: int
    chips: int
    why: str


@distinct
class Undeferred(NamedTuple):
    """It was done, or taken back."""

    kind: DeferredKind
    player: int


@distinct
class Warned(NamedTuple):
    """A warning (T14)."""

    player: int
    why: str


@distinct
class Penalised(NamedTuple):
    """Dealt in, blinded and folded for so many hands more, or fewer where the rest is lifted (T14)."""

    player: int
    hands: int
    why: str


@distinct
class PlayerDisqualified(NamedTuple):
    """Disqualified; with `played_on` the room plays the stack (T14)."""

    player: int
    played_on: bool
    why: str


DirectorEvent: TypeAlias = MarkedAway | MarkedBack | Deferred | Undeferred | Warned | Penalised | PlayerDisqualified
