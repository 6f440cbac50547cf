"""The commands a table accepts: from its players, from the house, and from the clock."""

from typing import NamedTuple, TypeAlias

from games.engine.events.distinct import distinct
from games.engine.events.kinds import Announcement, PreAction, StopPlan
from games.engine.events.table import Change
from games.engine.hand.actions import Action
from games.engine.rules.button import NOBODY
from games.engine.rules.rules import Rules
from games.engine.table.tournament_commands import TournamentCommand


@distinct
class Act(NamedTuple):
    """A player's action on a turn.

    `hand`, `turn` and `price` are what the player saw, so that a late or repeated command changes nothing (B9, B10);
    `price` is the amount to call on the button, minor units.
    """

    player: int
    hand: int
    turn: int
    price: int
    action: Action


@distinct
class SetPreAction(NamedTuple):
    """Choose a pre-action, or take it back (B10).

    `amount` is the price the player saw; a `call` is dropped when the price has changed since.
    """

    player: int
    hand: int
    kind: PreAction
    amount: int


@distinct
class ShowCards(NamedTuple):
    """Show hole cards after the hand (H4): those at `places`, or all if it is empty."""

    player: int
    hand: int
    places: tuple[int, ...]


@distinct
class SitOut(NamedTuple):
    """Sit out from the next hand on (D11)."""

    player: int


@distinct
class SitIn(NamedTuple):
    """Play again, or cancel a sit-out that has not begun."""

    player: int


@distinct
class Leave(NamedTuple):
    """Leave with all chips, after the running hand if the player is in it (K6)."""

    player: int


@distinct
class SetStopPlan(NamedTuple):
    """Choose how to stop playing: after this hand, or when the big blind comes (K6, D11).

    `NONE` cancels any such plan, a requested leave, and a move to another table unless it is a must-move.
    """

    player: int
    plan: StopPlan


@distinct
class FoldAndSitOut(NamedTuple):
    """Fold on the player's turn and sit out from the next hand on (D12); the fields are those of `Act`."""

    player: int
    hand: int
    turn: int
    price: int


@distinct
class SetAutoActions(NamedTuple):
    """Choose whether losing hands are mucked (H2) and blinds posted (D12) without asking."""

    player: int
    auto_muck: bool
    auto_post: bool


@distinct
class PostBlind(NamedTuple):
    """Agree to post the blind that is due, or decline and sit out (D12)."""

    player: int
    agree: bool


@distinct
class CallTime(NamedTuple):
    """Call time on the player whose turn it is (B14)."""

    player: int


@distinct
class ChangeSeat(NamedTuple):
    """Change to another free seat; -1 cancels the change (D8)."""

    player: int
    seat: int


@distinct
class AskRabbit(NamedTuple):
    """Ask for a rabbit hunt, or agree to one that was asked for (H7)."""

    player: int
    hand: int


@distinct
class EnterNow(NamedTuple):
    """Post the price of entry and play at once, or wait for the big blind (D6, D7)."""

    player: int
    now: bool


@distinct
class SetStraddle(NamedTuple):
    """Straddle whenever the seat is allowed to, or stop doing so (D9)."""

    player: int
    on: bool


@distinct
class SetConnected(NamedTuple):
    """Report that the player is connected or disconnected (B15)."""

    player: int
    connected: bool


@distinct
class TakeSeat(NamedTuple):
    """House order: seat a player whose `chips` are in escrow, in any free seat if `seat` is -1.

    A player from another table posts nothing to enter when `free` (K8), and still owes the blinds owed there (D7). Who
    asked for the move had `hands` left before the big blind in a game of `players`, and may skip the small blind (D8).
    """

    player: int
    name: str
    bot: bool
    seat: int
    chips: int
    auto_muck: bool = False
    auto_post: bool = True
    enter_now: bool = True
    free: bool = False
    owes_small: bool = False
    owes_big: bool = False
    hands: int = NOBODY
    players: int = 0
    skips_small: bool = False


@distinct
class AddChips(NamedTuple):
    """House order: add chips from escrow to the player's stack, now or after the running hand (K5).

    Chips that would lift the stack above `most` (minor units, 0 for no limit) are returned to the wallet.
    """

    player: int
    chips: int
    most: int = 0


@distinct
class SetRefill(NamedTuple):
    """House order: top the stack up to `to` between hands when it is under `below`, and after a bust if `rebuy` (K5).

    Amounts are minor units; with `below` 0 a stack that still has chips is never topped up.
    """

    player: int
    to: int
    below: int
    rebuy: bool


@distinct
class SetTableMove(NamedTuple):
    """House order: move the player to table `table`, called `name`, with the whole stack after the hand (K8).

    0 cancels the move. A `must` move replaces one the player asked for, and only the house can cancel it.
    """

    player: int
    table: int
    name: str = ""
    must: bool = False


@distinct
class MoveToTable(NamedTuple):
    """Carry out the player's move to another table; sent by the host once the player's hand is over (K8)."""

    player: int


@distinct
class ChangeRules(NamedTuple):
    """House order: play under these rules from the next hand on.

    `changes` are what else changed at the table, told to the players with the rules.
    """

    rules: Rules
    changes: tuple[Change, ...] = ()
    reason: str = ""


@distinct
class Pause(NamedTuple):
    """House order: start no new hand."""

    reason: str = ""


@distinct
class Resume(NamedTuple):
    """House order: start hands again."""

    reason: str = ""


@distinct
class VoidHand(NamedTuple):
    """House order: void this hand and return all chips (F5).

    It is the running hand or, if `last`, also the one that ended last. `reason` is the floor's or the director's text,
    or "fault".
    """

    hand: int
    reason: str
    last: bool = False


@distinct
class Close(NamedTuple):
    """House order: close the table after the running hand."""

    reason: str = ""


@distinct
class RemovePlayer(NamedTuple):
    """House order: take the seat from the player, with all chips, after the running hand; the cards are folded."""

    player: int
    reason: str


@distinct
class Announce(NamedTuple):
    """House order: tell the table what the house did; `name` is the player or table it is about."""

    kind: Announcement
    name: str = ""
    reason: str = ""


@distinct
class Recover(NamedTuple):
    """Give whatever the table waits for a fresh clock; sent after a fault (X2)."""


@distinct
class Tick(NamedTuple):
    """Let the clock do whatever is due by now; sent too early, it does nothing."""


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
    | RemovePlayer
    | Announce
    | Recover
    | Tick
    | TournamentCommand
)
