"""The events of a table apart from its hands, in the past tense: named tuples that equal only their own kind."""

from typing import Any, NamedTuple, TypeAlias

from games.engine.cards import Card
from games.engine.events.distinct import distinct
from games.engine.events.kinds import LeaveReason, PreAction, SitOutReason, StopPlan, WaitKind
from games.engine.events.tournament import TournamentOnly


@distinct
class RulesChanged(NamedTuple):
    """An operator changed the table; a running hand keeps the rules it began with."""

    rules: dict[str, Any]


@distinct
class GameChanged(NamedTuple):
    """The rotation advanced: the `turn`th game, counted from 0, is played from the next hand."""

    turn: int


@distinct
class SeatTaken(NamedTuple):
    """A player sat down with `chips`."""

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
    """The seat sits out until its player is back; in a tournament the room plays for it (T3)."""

    seat: int
    reason: SitOutReason
    at: int


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
class SeatLeft(NamedTuple):
    """The player left; `chips` go back to the wallet, or to the table that `MovedToTable` named."""

    seat: int
    player: int
    chips: int
    reason: LeaveReason = LeaveReason.ASKED


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
    """The player moves to table `to`, called `name`, as soon as the hand allows; 0 cancels it unless `must` (K8)."""

    seat: int
    to: int
    name: str
    must: bool = False


@distinct
class MovedToTable(NamedTuple):
    """The player moved to table `to` with the stack and the blinds owed; with `free` nothing is posted there (K8)."""

    seat: int
    to: int
    auto_muck: bool
    auto_post: bool
    free: bool
    owes_small: bool
    owes_big: bool


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
class RabbitAsked(NamedTuple):
    """The seat asked to see the cards that would have come, for `fee` minor units (H7)."""

    seat: int
    fee: int


@distinct
class RabbitAgreed(NamedTuple):
    """The seat agreed to the rabbit hunt (H7)."""

    seat: int


@distinct
class RabbitShown(NamedTuple):
    """The cards that would have come were shown; the seat that asked pays `fee` to the house (H7)."""

    seat: int
    fee: int
    cards: tuple[Card, ...]


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
class ButtonDrawn(NamedTuple):
    """One card was drawn for each seat; the highest gets the button (D1)."""

    cards: tuple[tuple[int, Card], ...]
    button: int


@distinct
class PositionsSet(NamedTuple):
    """The button, small blind and big blind of the next hand were fixed; -1 means nobody (D2)."""

    button: int
    small: int
    big: int


@distinct
class TurnBegan(NamedTuple):
    """The seat has to act before `deadline`; `turn` counts the turns of the hand."""

    turn: int
    seat: int
    deadline: int
    at: int


@distinct
class BankBegan(NamedTuple):
    """The normal time ran out; the time bank, or the grace period of a lost connection, runs until `deadline`."""

    seat: int
    deadline: int
    at: int


@distinct
class TimeCalled(NamedTuple):
    """`by` called time on the seat: its bank ends and the countdown runs until `deadline` (B14)."""

    by: int
    seat: int
    deadline: int
    at: int


@distinct
class BankChanged(NamedTuple):
    """The seat's time bank now holds `left` milliseconds."""

    seat: int
    left: int


@distinct
class WaitBegan(NamedTuple):
    """The table waits until `deadline`, for the seat or, with -1, for nobody in particular."""

    kind: WaitKind
    seat: int
    deadline: int
    at: int


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


@distinct
class HandVoided(NamedTuple):
    """The hand was declared void (F5, X2); `reason` is given by the floor or the director, or is `fault`.

    Stacks of a running hand are restored; for a hand that had ended, `undone` are the chips returned to a seat or
    taken from it.
    """

    number: int
    reason: str
    undone: tuple[tuple[int, int], ...] = ()


@distinct
class Paused(NamedTuple):
    """The table was paused: no new hand starts."""


@distinct
class Resumed(NamedTuple):
    """The pause ended: hands start again."""


@distinct
class Closing(NamedTuple):
    """The table will close after the running hand."""


@distinct
class Closed(NamedTuple):
    """The table closed; everybody has left with their chips."""


TableOnly: TypeAlias = (
    RulesChanged
    | GameChanged
    | SeatTaken
    | ChipsQueued
    | ChipsAdded
    | ChipsReturned
    | SitOutAsked
    | SatOut
    | SatIn
    | LeaveAsked
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
    | RabbitAsked
    | RabbitAgreed
    | RabbitShown
    | EntrySet
    | StraddleSet
    | BlindsMissed
    | ButtonDrawn
    | PositionsSet
    | TurnBegan
    | BankBegan
    | TimeCalled
    | BankChanged
    | WaitBegan
    | PreActionSet
    | HandVoided
    | Disconnected
    | Reconnected
    | Paused
    | Resumed
    | Closing
    | Closed
    | TournamentOnly
)
