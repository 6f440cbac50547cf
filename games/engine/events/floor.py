"""The events by which the floor deals with one player at a table, in the past tense."""

from typing import NamedTuple, TypeAlias

from games.engine.events.distinct import distinct


@distinct
class SitOutOrdered(NamedTuple):
    """The house has the player called `name` sit out from the next hand on if `out`, else play again."""

    seat: int
    out: bool
    name: str
    reason: str


@distinct
class Warned(NamedTuple):
    """The house warned the player called `name` (T14)."""

    seat: int
    name: str
    reason: str


@distinct
class Penalised(NamedTuple):
    """The player called `name` got a penalty of `length` hands (T14), or of `minutes` until `until` (ms), at `at`.

    The hands are folded in a tournament; at a cash table the seat `sits_out`. Without any length the penalty is over.
    """

    seat: int
    length: int
    name: str = ""
    reason: str = ""
    sits_out: bool = False
    minutes: int = 0
    until: int = 0
    at: int = 0


@distinct
class PenaltyServed(NamedTuple):
    """A hand of the penalty passed, or its time; `left` hands are still to come, and with 0 the penalty is over.

    `undealt`: no hand was dealt, but the time of one passed while none could be.
    """

    seat: int
    left: int
    at: int
    name: str = ""
    undealt: bool = False


@distinct
class RemovalCalledOff(NamedTuple):
    """The player called `name`, whose seat the house has taken, keeps it: the hand is not over yet."""

    seat: int
    name: str
    reason: str


FloorEvent: TypeAlias = SitOutOrdered | Warned | Penalised | PenaltyServed | RemovalCalledOff
