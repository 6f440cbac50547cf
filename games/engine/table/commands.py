"""What a table can be told, in the imperative: asks of players, orders of the house, and the clock's tick."""

from typing import NamedTuple, TypeAlias

from games.engine.events.distinct import distinct
from games.engine.events.kinds import PreAction, StopPlan
from games.engine.hand.actions import Action
from games.engine.rules.rules import Rules
from games.engine.table.tournament_commands import TournamentCommand


@distinct
class Act(NamedTuple):
    """A player's action; names what the player was shown, so that a stale or doubled ask does nothing.

    `price` is the amount to call that the button said, minor units (B9, B10).
    """

    player: int
    hand: int
    turn: int
    price: int
    action: Action


@distinct
class SetPreAction(NamedTuple):
    """A pre-action (B10): `kind` is fold, check_fold, check, call, call_any, or empty to take it back.

    `amount` is the price shown; a `call` is dropped when the price has changed since.
    """

    player: int
    hand: int
    kind: PreAction
    amount: int


@distinct
class ShowCards(NamedTuple):
    """Show hole cards after the hand (H4): `places` none = all."""

    player: int
    hand: int
    places: tuple[int, ...]


@distinct
class SitOut(NamedTuple):
    """Get no cards from the next hand on (D11)."""

    player: int


@distinct
class SitIn(NamedTuple):
    """Play again, or take a sit-out back."""

    player: int


@distinct
class Leave(NamedTuple):
    """Go, with all chips, as soon as the cards allow (K6)."""

    player: int


@distinct
class SetStopPlan(NamedTuple):
    """How the player means to stop: `leave` after this hand, `leave_blind` or `out_blind` at the big blind (K6).

    Empty takes back whatever was planned, a leave that was asked for and a move to another table with it.
    """

    player: int
    plan: StopPlan


@distinct
class FoldAndSitOut(NamedTuple):
    """Fold on one's turn and sit out from the next hand on (D12); names what the player was shown, as `Act`."""

    player: int
    hand: int
    turn: int
    price: int


@distinct
class SetAutoActions(NamedTuple):
    """Whether beaten hands are mucked (H2) and blinds posted (D12) without asking."""

    player: int
    auto_muck: bool
    auto_post: bool


@distinct
class PostBlind(NamedTuple):
    """Post the blind that is due, or decline and sit out (D12)."""

    player: int
    agree: bool


@distinct
class CallTime(NamedTuple):
    """Call time on the player whose turn it is (B14)."""

    player: int


@distinct
class ChangeSeat(NamedTuple):
    """Move to another free seat; -1 takes it back (D8)."""

    player: int
    seat: int


@distinct
class AskRabbit(NamedTuple):
    """Ask to see, or agree to show, the cards that would have come (H7)."""

    player: int
    hand: int


@distinct
class EnterNow(NamedTuple):
    """Post what coming in costs and play at once, or wait for the big blind (D6, D7)."""

    player: int
    now: bool


@distinct
class SetStraddle(NamedTuple):
    """Straddle whenever the seat may, or no longer (D9)."""

    player: int
    on: bool


@distinct
class SetConnected(NamedTuple):
    """Whether the player's line is there (B15)."""

    player: int
    connected: bool


@distinct
class TakeSeat(NamedTuple):
    """House order: seat a player whose `chips` are in escrow; `seat` -1 = any free one.

    Who comes from another table posts nothing when `free` (K8), and still owes the blinds owed there (D7).
    """

    player: int
    name: str
    bot: bool
    seat: int
    chips: int
    auto_muck: bool = True
    auto_post: bool = True
    enter_now: bool = True
    free: bool = False
    owes_small: bool = False
    owes_big: bool = False


@distinct
class AddChips(NamedTuple):
    """House order: chips in escrow join the player's stack, now or after the hand (K5).

    What would lift the stack above `most` (minor units, 0 = no bound) goes back to the wallet.
    """

    player: int
    chips: int
    most: int = 0


@distinct
class SetRefill(NamedTuple):
    """House order: fill the stack up to `to` between hands when it is `below`, and when it is lost if `rebuy` (K5).

    Minor units; `below` 0 = never while there are chips.
    """

    player: int
    to: int
    below: int
    rebuy: bool


@distinct
class SetTableMove(NamedTuple):
    """House order: go to another table, called `name`, with the whole stack once the cards allow; 0 = stay (K8).

    What the player asked for gives way to a `must`, and only the house takes that back.
    """

    player: int
    table: int
    name: str = ""
    must: bool = False


@distinct
class MoveToTable(NamedTuple):
    """The host carries a move to another table out, when the player's hand is over (K8)."""

    player: int


@distinct
class ChangeRules(NamedTuple):
    """House order: play by these rules from the next hand on."""

    rules: Rules


@distinct
class Pause(NamedTuple):
    """House order: start no new hand."""


@distinct
class Resume(NamedTuple):
    """House order: start hands again."""


@distinct
class VoidHand(NamedTuple):
    """House order: this hand, the running one, or where `last` also the one that ended last, never was (F5).

    All chips go back to where they were; `reason` is the floor's or the director's, or fault.
    """

    hand: int
    reason: str
    last: bool = False


@distinct
class Close(NamedTuple):
    """House order: close the table after the running hand."""


@distinct
class Recover(NamedTuple):
    """After a fault: whatever the table waits for gets a fresh clock (X2)."""


@distinct
class Tick(NamedTuple):
    """The clock: whatever is due by now happens; too early, nothing does."""


Command: TypeAlias = (
    Act
    | SetPreAction
    | ShowCards
    | SitOut
    | SitIn
    | Leave
    | SetStopPlan
    | FoldAndSitOut
    | SetAutoActions
    | PostBlind
    | CallTime
    | ChangeSeat
    | AskRabbit
    | EnterNow
    | SetStraddle
    | SetConnected
    | TakeSeat
    | AddChips
    | SetRefill
    | SetTableMove
    | MoveToTable
    | ChangeRules
    | Pause
    | Resume
    | VoidHand
    | Close
    | Recover
    | Tick
    | TournamentCommand
)
