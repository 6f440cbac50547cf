"""The events of the seats of a table, in the past tense: players who come and go, their chips and what they choose."""

from typing import NamedTuple, TypeAlias

from games.engine.events.distinct import distinct
from games.engine.events.kinds import LeaveReason, PreAction, SitOutReason, StopPlan


@distinct
class SeatTaken(NamedTuple):
    """A player sat down with `chips`.

    Who moved here from another table may do so `free`, or keeps an `old_distance` from the big blind and what a seat
    change owes (K8, D8).
    """

    seat: int
    player: int
    name: str
    bot: bool
    chips: int
    auto_muck: bool
    auto_post: bool
    at: int
    enter_now: bool = False
    free: bool = False
    owes_small: bool = False
    owes_big: bool = False
    old_distance: int = -1
    skips_small: bool = False


@distinct
class ChipsQueued(NamedTuple):
    """The player bought chips during a hand, to be added after it up to a stack of `most`, 0 = no limit (K5)."""

    seat: int
    chips: int
    most: int = 0


@distinct
class ChipsAdded(NamedTuple):
    """Chips were added to the stack."""

    seat: int
    chips: int


@distinct
class ChipsReturned(NamedTuple):
    """Queued chips above the largest stack allowed were returned to the wallet (K5)."""

    seat: int
    chips: int


@distinct
class SitOutAsked(NamedTuple):
    """The player asked to sit out from the next hand on; `asked` False cancels it."""

    seat: int
    asked: bool


@distinct
class SatOut(NamedTuple):
    """The seat sits out until its player is back; in a tournament the room plays for it (T3).

    `name` is the player's where the director decided it.
    """

    seat: int
    reason: SitOutReason
    at: int
    name: str = ""


@distinct
class SatIn(NamedTuple):
    """The player is back and plays from the next hand."""

    seat: int


@distinct
class LeaveAsked(NamedTuple):
    """The player asked to leave as soon as the hand in progress allows (K6); `asked` False cancels it."""

    seat: int
    asked: bool = True


@distinct
class RemovalAsked(NamedTuple):
    """The house takes the seat from the player called `name` as soon as the hand in progress allows.

    A player who `finishes` the hand plays it to its end; the cards of any other are folded.
    """

    seat: int
    name: str
    reason: str
    finishes: bool = False


@distinct
class SeatLeft(NamedTuple):
    """The player left; `chips` go back to the wallet, or to the table that `MovedToTable` named.

    `name` is the player's where the house gave up the seat.
    """

    seat: int
    player: int
    chips: int
    reason: LeaveReason = LeaveReason.ASKED
    name: str = ""


@distinct
class StopPlanSet(NamedTuple):
    """The player chose how to stop playing, or to play on (K6, D11)."""

    seat: int
    plan: StopPlan


@distinct
class RefillSet(NamedTuple):
    """The player chose automatic top-ups and re-buys (K5); amounts as in `SetRefill`."""

    seat: int
    to: int
    below: int
    rebuy: bool


@distinct
class TableMoveSet(NamedTuple):
    """The player moves to table `to`, called `name`, as soon as the hand allows; 0 cancels it unless `must` (K8).

    `player` is the player's name where the house moves them.
    """

    seat: int
    to: int
    name: str
    must: bool = False
    player: str = ""


@distinct
class MovedToTable(NamedTuple):
    """The player moved to table `to` with the stack and the blinds owed; with `free` nothing is posted there (K8).

    Who asked for the move has `hands_left` before the big blind in a game of `players`, and `skips_small` after a hand
    in the big blind; `hands_left` is -1 for a player who has yet to enter the game.
    """

    seat: int
    to: int
    auto_muck: bool
    auto_post: bool
    enter_now: bool
    free: bool
    owes_small: bool
    owes_big: bool
    hands_left: int = -1
    players: int = 0
    skips_small: bool = False


@distinct
class AutoActionsSet(NamedTuple):
    """The player chose whether beaten hands are mucked (H2) and blinds posted (D12) automatically."""

    seat: int
    auto_muck: bool
    auto_post: bool


@distinct
class TimedOut(NamedTuple):
    """The seat's time was up: the room acts for it (B14), and it sits out from the next hand on."""

    seat: int


@distinct
class BlindAgreed(NamedTuple):
    """The player agreed to post the blind that is due in the next hand (D12)."""

    seat: int


@distinct
class SeatChangeAsked(NamedTuple):
    """The player asked to change to seat `to` as soon as the hand allows; -1 cancels it (D8)."""

    seat: int
    to: int


@distinct
class SeatChanged(NamedTuple):
    """The player moved to seat `to`; `owes` is set if that seat is further from the big blind (D8)."""

    seat: int
    to: int
    owes: bool
    name: str = ""


@distinct
class EntrySet(NamedTuple):
    """The player chose to post and enter at once, or to wait for the big blind (D6, D7)."""

    seat: int
    now: bool


@distinct
class StraddleSet(NamedTuple):
    """The player switched the straddle on or off; when on, the seat straddles whenever it may (D9)."""

    seat: int
    on: bool


@distinct
class BlindsMissed(NamedTuple):
    """The blinds passed the seat, and it now owes these (D7)."""

    seat: int
    small: bool
    big: bool


@distinct
class BankChanged(NamedTuple):
    """The seat's time bank now holds `left` milliseconds."""

    seat: int
    left: int


@distinct
class PreActionSet(NamedTuple):
    """The seat chose a pre-action (B10, secret); an empty `kind` cancels it."""

    seat: int
    kind: PreAction
    amount: int


@distinct
class Disconnected(NamedTuple):
    """The player's connection was lost (B15)."""

    seat: int
    at: int


@distinct
class Reconnected(NamedTuple):
    """The player's connection was restored."""

    seat: int


SeatEvent: TypeAlias = (
    SeatTaken
    | ChipsQueued
    | ChipsAdded
    | ChipsReturned
    | SitOutAsked
    | SatOut
    | SatIn
    | LeaveAsked
    | RemovalAsked
    | SeatLeft
    | StopPlanSet
    | RefillSet
    | TableMoveSet
    | MovedToTable
    | AutoActionsSet
    | TimedOut
    | BlindAgreed
    | SeatChangeAsked
    | SeatChanged
    | EntrySet
    | StraddleSet
    | BlindsMissed
    | BankChanged
    | PreActionSet
    | Disconnected
    | Reconnected
)
