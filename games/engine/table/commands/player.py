"""Commands of a table's players, and whether they are connected."""

from typing import NamedTuple, TypeAlias

from games.engine.events.distinct import distinct
from games.engine.events.kinds import PreAction, StopPlan
from games.engine.hand.actions import Action


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


PlayerCommand: TypeAlias = (
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
)
