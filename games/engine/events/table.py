"""What happened at a table around its hands, in the past tense: plain tuples like the hand's own events."""

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
    """The rotation went on: the `turn`th game, counted from 0, is played from the next hand."""

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
    """Chips bought during a hand wait until it is over; the stack may then be `most` with them, 0 = any (K5)."""

    seat: int
    chips: int
    most: int = 0


@distinct
class ChipsAdded(NamedTuple):
    """Chips joined the stack."""

    seat: int
    chips: int


@distinct
class ChipsReturned(NamedTuple):
    """Queued chips that would have passed the most allowed go back to the wallet (K5)."""

    seat: int
    chips: int


@distinct
class SitOutAsked(NamedTuple):
    """The player sits out from the next hand on; `asked` False takes it back."""

    seat: int
    asked: bool


@distinct
class SatOut(NamedTuple):
    """The seat gets no cards until its player is back; in a tournament the room plays for it (T3)."""

    seat: int
    reason: SitOutReason
    at: int


@distinct
class SatIn(NamedTuple):
    """The player is back and plays from the next hand."""

    seat: int


@distinct
class LeaveAsked(NamedTuple):
    """The player goes as soon as the cards in play allow (K6); `asked` False takes it back."""

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
    """The player's choice of automatic top-ups and re-buys (K5); amounts as in `SetRefill`."""

    seat: int
    to: int
    below: int
    rebuy: bool


@distinct
class TableMoveSet(NamedTuple):
    """The player goes to table `to`, called `name`, as soon as the cards allow; 0 takes it back, unless `must` (K8)."""

    seat: int
    to: int
    name: str
    must: bool = False


@distinct
class MovedToTable(NamedTuple):
    """The player goes to table `to` now, with the stack and all that is owed; `free` posts nothing there (K8)."""

    seat: int
    to: int
    auto_muck: bool
    auto_post: bool
    free: bool
    owes_small: bool
    owes_big: bool


@distinct
class AutoActionsSet(NamedTuple):
    """Whether beaten hands of the seat are mucked (H2) and its blinds posted (D12) without asking."""

    seat: int
    auto_muck: bool
    auto_post: bool


@distinct
class TimedOut(NamedTuple):
    """The seat's time was up: the room acted for it (B14), and it sits out from the next hand on."""

    seat: int


@distinct
class BlindAgreed(NamedTuple):
    """The player posts the blind that is due in the next hand (D12)."""

    seat: int


@distinct
class SeatChangeAsked(NamedTuple):
    """The player changes to seat `to` as soon as the cards allow; -1 takes it back (D8)."""

    seat: int
    to: int


@distinct
class SeatChanged(NamedTuple):
    """The player moved to another seat; `owes` when that is further from the big blind (D8)."""

    seat: int
    to: int
    owes: bool
    name: str = ""


@distinct
class RabbitAsked(NamedTuple):
    """The seat asks to see the cards that would have come, for `fee` minor units (H7)."""

    seat: int
    fee: int


@distinct
class RabbitAgreed(NamedTuple):
    """The seat agrees to show them (H7)."""

    seat: int


@distinct
class RabbitShown(NamedTuple):
    """The cards that would have come; the asker's `fee` goes to the house (H7)."""

    seat: int
    fee: int
    cards: tuple[Card, ...]


@distinct
class EntrySet(NamedTuple):
    """The player posts to come in at once, or waits for the big blind (D6, D7)."""

    seat: int
    now: bool


@distinct
class StraddleSet(NamedTuple):
    """The player straddles whenever the seat may, or no longer (D9)."""

    seat: int
    on: bool


@distinct
class BlindsMissed(NamedTuple):
    """What the seat owes by now, because the blinds passed it by (D7)."""

    seat: int
    small: bool
    big: bool


@distinct
class ButtonDrawn(NamedTuple):
    """One card to each seat; the highest has the button (D1)."""

    cards: tuple[tuple[int, Card], ...]
    button: int


@distinct
class PositionsSet(NamedTuple):
    """Button, small and big blind of the hand that begins; -1 is nobody (D2)."""

    button: int
    small: int
    big: int


@distinct
class TurnBegan(NamedTuple):
    """The seat is to act until `deadline`; `turn` counts within the hand."""

    turn: int
    seat: int
    deadline: int
    at: int


@distinct
class BankBegan(NamedTuple):
    """The plain time is used up; the seat's time bank, or the grace for a lost line, runs until `deadline`."""

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
    """The table waits until `deadline`, for the seat or for nobody in particular (-1)."""

    kind: WaitKind
    seat: int
    deadline: int
    at: int


@distinct
class PreActionSet(NamedTuple):
    """A pre-action of the seat (B10, secret); `kind` empty takes it back."""

    seat: int
    kind: PreAction
    amount: int


@distinct
class Disconnected(NamedTuple):
    """The player's line dropped (B15)."""

    seat: int
    at: int


@distinct
class Reconnected(NamedTuple):
    """The player's line is there again."""

    seat: int


@distinct
class HandVoided(NamedTuple):
    """The hand never was (F5, X2); `reason` is the floor's or the director's, or fault.

    Stacks are as a running hand began with them; where it had ended, `undone` are the chips that go back to a seat,
    or from it.
    """

    number: int
    reason: str
    undone: tuple[tuple[int, int], ...] = ()


@distinct
class Paused(NamedTuple):
    """No new hand starts."""


@distinct
class Resumed(NamedTuple):
    """Hands start again."""


@distinct
class Closing(NamedTuple):
    """The table closes after the running hand."""


@distinct
class Closed(NamedTuple):
    """Nobody can sit here any more; everybody has left with their chips."""


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
