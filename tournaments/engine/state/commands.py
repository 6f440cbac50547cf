"""What a tournament can be told: by players, by its tables, by its director, and by the clock."""

from typing import NamedTuple, TypeAlias

from games.engine.events.distinct import distinct
from tournaments.engine.setup.setup import Setup
from tournaments.engine.state.reasons import DealKind


@distinct
class Enter(NamedTuple):
    """Register, enter late or enter again; the price is held, or paid with a `ticket` (T2, T12)."""

    player: int
    name: str
    ticket: bool = False


@distinct
class Unregister(NamedTuple):
    """Take the entry back before the start (T2)."""

    player: int


@distinct
class TakeRebuy(NamedTuple):
    """Re-buy: the price is held (T12)."""

    player: int


@distinct
class DeclineRebuy(NamedTuple):
    """Rather be out than re-buy."""

    player: int


@distinct
class TakeAddOn(NamedTuple):
    """The add-on: the price is held (T12)."""

    player: int


@distinct
class Leave(NamedTuple):
    """Go; by `leave_tournament` the room plays on, or the stack is given up (T13)."""

    player: int


@distinct
class ComeBack(NamedTuple):
    """Take over again what the room plays (T3, T13)."""

    player: int


@distinct
class Bust(NamedTuple):
    """How a player lost the last chip: `all_in` counts up in the order players were, over all tables if it can.

    `strength` is the hand, greater is better, comparable at least among equal stacks; `by` won the chips.
    """

    player: int
    all_in: int = 0
    strength: int = 0
    by: tuple[int, ...] = ()


@distinct
class ReportHand(NamedTuple):
    """A table's hand is over: `stacks` of all dealt in as (player, chips)."""

    table: int
    hand: int
    stacks: tuple[tuple[int, int], ...]
    busts: tuple[Bust, ...] = ()


@distinct
class ReportVoid(NamedTuple):
    """A table's hand is void: stacks as at its start, the same button and blinds again (F5, X2).

    `why` is the director's word, or fault.
    """

    table: int
    hand: int
    why: str = ""


@distinct
class VoidHand(NamedTuple):
    """Director: the hand that runs at this table, or ended last and put nobody out, never was (F5)."""

    table: int
    why: str


@distinct
class Tick(NamedTuple):
    """The clock: whatever is due by now happens."""


@distinct
class Start(NamedTuple):
    """Director: start now; seats as (player, table, seat), tables from 1, or none for a draw (T3)."""

    seats: tuple[tuple[int, int, int], ...] = ()


@distinct
class ChangeSetup(NamedTuple):
    """Director: another announcement, before anybody has entered as to prices, before the start as to the rest."""

    setup: Setup


@distinct
class Pause(NamedTuple):
    """Director: no new hands, the clock stops."""

    why: str = ""


@distinct
class Resume(NamedTuple):
    """Director: go on."""


@distinct
class NextLevel(NamedTuple):
    """Director: the next level at once."""

    why: str = ""


@distinct
class PreviousLevel(NamedTuple):
    """Director: back to the level before, from its beginning."""

    why: str = ""


@distinct
class BreakNow(NamedTuple):
    """Director: a break of `length` ms once all tables have finished their hands (T5)."""

    length: int
    why: str = ""


@distinct
class EndBreak(NamedTuple):
    """Director: the break is over, or does not come (T5)."""

    why: str = ""


@distinct
class MovePlayer(NamedTuple):
    """Director: move a player once the hand is over; seat -1 is any free one."""

    player: int
    table: int
    seat: int
    why: str


@distinct
class BreakTable(NamedTuple):
    """Director: break this table next (T7)."""

    table: int
    why: str


@distinct
class SetHandForHand(NamedTuple):
    """Director: hand-for-hand on or off (T9)."""

    on: bool
    why: str = ""


@distinct
class Warn(NamedTuple):
    """Director: a warning (T14)."""

    player: int
    why: str


@distinct
class Penalise(NamedTuple):
    """Director: dealt in, blinded and folded for `hands` hands, and `chips` taken (T14)."""

    player: int
    hands: int
    chips: int
    why: str


@distinct
class LiftPenalty(NamedTuple):
    """Director: the hands of a penalty that are left are played (T14)."""

    player: int
    why: str


@distinct
class Disqualify(NamedTuple):
    """Director: out of the tournament (T14)."""

    player: int
    why: str


@distinct
class TakeBackDeferred(NamedTuple):
    """Director: take back what still waits for the end of a hand: about this player, or this table (0 = neither)."""

    player: int = 0
    table: int = 0


@distinct
class OpenDealTalk(NamedTuple):
    """Stop after the running hands for a deal (T17)."""


@distinct
class ProposeDeal(NamedTuple):
    """A deal between all who are left: `kept` is played for (T17).

    `shares` as (player, minor units), for `own` alone.
    """

    kind: DealKind
    kept: int = 0
    shares: tuple[tuple[int, int], ...] = ()


@distinct
class AgreeDeal(NamedTuple):
    """A player agrees to the deal proposed."""

    player: int


@distinct
class RefuseDeal(NamedTuple):
    """A player does not; play goes on."""

    player: int


@distinct
class ConfirmDeal(NamedTuple):
    """Director: the deal stands."""


@distinct
class EndNow(NamedTuple):
    """Director: over once the running hands are, by chips (T15)."""

    why: str


@distinct
class TakeBackEnd(NamedTuple):
    """Director: hands still run, and it goes on after them (T15)."""

    why: str = ""


@distinct
class Cancel(NamedTuple):
    """Director: no places, all fees back; or `forward`, the pool to those who are left (T15)."""

    why: str
    forward: bool = False


Command: TypeAlias = (
    Enter
    | Unregister
    | TakeRebuy
    | DeclineRebuy
    | TakeAddOn
    | Leave
    | ComeBack
    | ReportHand
    | ReportVoid
    | VoidHand
    | Tick
    | Start
    | ChangeSetup
    | Pause
    | Resume
    | NextLevel
    | PreviousLevel
    | BreakNow
    | EndBreak
    | MovePlayer
    | BreakTable
    | SetHandForHand
    | Warn
    | Penalise
    | LiftPenalty
    | Disqualify
    | TakeBackDeferred
    | OpenDealTalk
    | ProposeDeal
    | AgreeDeal
    | RefuseDeal
    | ConfirmDeal
    | EndNow
    | TakeBackEnd
    | Cancel
)
