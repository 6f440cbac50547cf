"""Commands to a tournament: from players, its tables, its director and the clock."""

from typing import NamedTuple, TypeAlias

from games.engine.events.distinct import distinct
from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import HouseRules as TableHouseRules
from games.engine.rules.rules import Clock
from tournaments.engine.setup.house_rules import HouseRules
from tournaments.engine.setup.setup import Setup
from tournaments.engine.state.reasons import DealKind, DeferredKind


@distinct
class Enter(NamedTuple):
    """Register, enter late or enter again; the price is held, or a `ticket` pays (T2, T12)."""

    player: int
    name: str
    ticket: bool = False


@distinct
class Unregister(NamedTuple):
    """Take the entry back before the start (T2)."""

    player: int


@distinct
class TakeRebuy(NamedTuple):
    """Re-buy; the price is held (T12)."""

    player: int


@distinct
class DeclineRebuy(NamedTuple):
    """Turn a re-buy down."""

    player: int


@distinct
class TakeAddOn(NamedTuple):
    """Take the add-on; the price is held (T12)."""

    player: int


@distinct
class Leave(NamedTuple):
    """Leave: by the house rule `leave` the room plays the stack on, or it is given up (T13)."""

    player: int


@distinct
class ComeBack(NamedTuple):
    """Take over again from the room (T3, T13)."""

    player: int


@distinct
class Bust(NamedTuple):
    """How a player lost the last chip: `all_in` orders the all-ins, across tables where times are known.

    `strength` ranks the hand, higher is better, comparable at least among equal stacks; `by` are the winners of the
    chips.
    """

    player: int
    all_in: int = 0
    strength: int = 0
    by: tuple[int, ...] = ()


@distinct
class ReportHand(NamedTuple):
    """A table finished a hand: `stacks` of everybody dealt in, as (player, chips).

    `shown_until` is when the table has shown its end and may begin another hand, ms; 0 = at once.
    """

    table: int
    hand: int
    stacks: tuple[tuple[int, int], ...]
    busts: tuple[Bust, ...] = ()
    shown_until: int = 0


@distinct
class ReportVoid(NamedTuple):
    """A table voided a hand: stacks return to those at its start, button and blinds repeat (F5, X2).

    `why` is the director's reason, or "fault". With `refused` the hand had not begun yet, so it is not void.
    `shown_until` as in `ReportHand`.
    """

    table: int
    hand: int
    why: str = ""
    refused: bool = False
    shown_until: int = 0


@distinct
class VoidHand(NamedTuple):
    """Director: void the running hand of a table, or its last one (F5).

    `hand` is the one that the director means, 0 for whichever it is then.
    """

    table: int
    why: str
    hand: int = 0


@distinct
class Tick(NamedTuple):
    """The clock: carry out everything due by now."""


@distinct
class Start(NamedTuple):
    """Director: start now with these seats as (player, table, seat), tables from 1; if empty they are drawn (T3)."""

    seats: tuple[tuple[int, int, int], ...] = ()


@distinct
class ChangeSetup(NamedTuple):
    """Director: replace the announcement before the start; prices only while nobody has entered."""

    setup: Setup
    why: str = ""


@distinct
class ChangeHouseRules(NamedTuple):
    """Director: play on by these house rules and this clock, tables from their next hand on (section Y)."""

    preset: Preset
    house: HouseRules
    table_house: TableHouseRules
    clock: Clock
    why: str = ""

    def applied_to(self, setup: Setup) -> Setup:
        """The announcement with these rules."""
        return setup._replace(preset=self.preset, house=self.house, table_house=self.table_house, clock=self.clock)


@distinct
class Pause(NamedTuple):
    """Director: begin no new hands and stop the clock."""

    why: str = ""


@distinct
class Resume(NamedTuple):
    """Director: resume play."""

    why: str = ""


@distinct
class PauseForOutage(NamedTuple):
    """The room: pause, because these players have lost their connection (T3)."""

    players: tuple[int, ...]


@distinct
class EndOutage(NamedTuple):
    """The room: end that pause soon, because most of them are back (T3)."""


@distinct
class NextLevel(NamedTuple):
    """Director: begin the next level at once; `level` is the one that is to end, 0 for whichever it is then."""

    why: str = ""
    level: int = 0


@distinct
class PreviousLevel(NamedTuple):
    """Director: go back to the beginning of the previous level; `level` is as in `NextLevel`."""

    why: str = ""
    level: int = 0


@distinct
class BreakNow(NamedTuple):
    """Director: a break of `length` ms once all tables have finished their hands (T5)."""

    length: int
    why: str = ""


@distinct
class EndBreak(NamedTuple):
    """Director: end the break, or call an announced one off (T5)."""

    why: str = ""


@distinct
class MovePlayer(NamedTuple):
    """Director: move a player once the hand is over; seat -1 means any free seat."""

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
    """Director: switch hand-for-hand on or off (T9)."""

    on: bool
    why: str = ""


@distinct
class TellTables(NamedTuple):
    """Director: tell everybody at this table something, at all tables with `table` 0 (F1)."""

    text: str
    table: int = 0


@distinct
class Warn(NamedTuple):
    """Director: warn a player (T14)."""

    player: int
    why: str


@distinct
class Penalise(NamedTuple):
    """Director: the player sits out, dealt in, blinded and folded, and loses `chips` (T14).

    It lasts `hands` hands, `rounds` times as many hands as players with chips are at the table now, and `time` ms.
    """

    player: int
    hands: int
    chips: int
    why: str
    rounds: int = 0
    time: int = 0


@distinct
class LiftPenalty(NamedTuple):
    """Director: end a player's penalty (T14)."""

    player: int
    why: str


@distinct
class Disqualify(NamedTuple):
    """Director: disqualify a player (T14)."""

    player: int
    why: str


@distinct
class TakeBackDeferred(NamedTuple):
    """Director: drop the commands that wait for the end of a hand, for this player or this table (0 = neither).

    With a `kind` only the player's `nth` command of that kind is dropped, counted from 0.
    """

    player: int = 0
    table: int = 0
    kind: DeferredKind | None = None
    nth: int = 0


@distinct
class OpenDealTalk(NamedTuple):
    """Director: stop play for deal talk after the running hands (T17)."""


@distinct
class ProposeDeal(NamedTuple):
    """Propose a deal among all players left; `kept` minor units are left to play for (T17).

    `shares` are (player, minor units) for the kind `own`, otherwise empty.
    """

    kind: DealKind
    kept: int = 0
    shares: tuple[tuple[int, int], ...] = ()


@distinct
class AgreeDeal(NamedTuple):
    """A player agrees to the proposed deal, whose `terms` the player has seen, "" for whichever is proposed then."""

    player: int
    terms: str = ""


@distinct
class RefuseDeal(NamedTuple):
    """A player, or the director with 0, refuses the deal; play continues."""

    player: int


@distinct
class ConfirmDeal(NamedTuple):
    """Director: confirm the deal; `terms` are as in `AgreeDeal`."""

    terms: str = ""


@distinct
class EndNow(NamedTuple):
    """Director: end after the running hands, by chips (T15)."""

    why: str


@distinct
class TakeBackEnd(NamedTuple):
    """Director: take the end back while hands still run (T15)."""

    why: str = ""


@distinct
class Cancel(NamedTuple):
    """Director: cancel and refund all fees, or pay the pool `forward` to the players left (T15)."""

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
    | ChangeHouseRules
    | Pause
    | Resume
    | PauseForOutage
    | EndOutage
    | NextLevel
    | PreviousLevel
    | BreakNow
    | EndBreak
    | MovePlayer
    | BreakTable
    | SetHandForHand
    | TellTables
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
