"""Commands of the house to a table, its host and its clock."""

from typing import NamedTuple, TypeAlias

from games.engine.events.distinct import distinct
from games.engine.events.kinds import Announcement
from games.engine.events.table import Change
from games.engine.rules.button import NOBODY
from games.engine.rules.rules import Rules


@distinct
class TakeSeat(NamedTuple):
    """House order: seat a player whose `chips` are in escrow, in any free seat if `seat` is -1.

    A player from another table posts nothing to enter when `free` (K8), and still owes the blinds owed there (D7). Who
    asked for the move, or left and bought in here, had `hands_left` before the big blind in a game of `players`, and
    may skip the small blind (D8).
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
    hands_left: int = NOBODY
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
    """House order: play under these rules from the next hand on, and with so many `seats`, 0 for as many as now.

    The number of seats changes only while nobody sits here. `changes` are what else changed at the table, told to the
    players with the rules.
    """

    rules: Rules
    changes: tuple[Change, ...] = ()
    reason: str = ""
    seats: int = 0


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
    """House order: close the table after the running hand or, with `after_orbit`, after one more round of the blinds.

    That round begins with the next hand. It ends sooner where fewer than two can play on.
    """

    reason: str = ""
    after_orbit: bool = False


@distinct
class KeepOpen(NamedTuple):
    """House order: call off a closing that waits for the end of the hand or of the orbit."""

    reason: str = ""


@distinct
class RemovePlayer(NamedTuple):
    """House order: take the seat from the player, with all chips, after the running hand.

    The cards are folded, unless the player `finishes` the hand.
    """

    player: int
    reason: str
    finishes: bool = False


@distinct
class KeepSeat(NamedTuple):
    """House order: let a player keep the seat that was to be taken away after the running hand."""

    player: int
    reason: str


@distinct
class SeatOut(NamedTuple):
    """House order: have the player sit out from the next hand on if `out`, else play again (D11)."""

    player: int
    out: bool
    reason: str


@distinct
class Warn(NamedTuple):
    """House order: warn the player before everybody at the table (T14)."""

    player: int
    reason: str


@distinct
class Penalise(NamedTuple):
    """Give the player a penalty (T14); without any length it lifts the penalty.

    At a tournament table the next `hands` hands are dealt in, blinded and folded. At a cash table the seat is not dealt
    in for `hands` hands, for `rounds` of as many hands as there are players now, or for `minutes`.
    """

    player: int
    hands: int
    rounds: int = 0
    minutes: int = 0
    reason: str = ""


@distinct
class StandUp(NamedTuple):
    """House order: the player gets up, with all chips, after the running hand, which they play to its end (M7).

    Nobody else at the table is told. A `final` order cannot be taken back by the player.
    """

    player: int
    final: bool = True


@distinct
class Announce(NamedTuple):
    """House order: tell the table what the house did; `name` is the player or table it is about."""

    kind: Announcement
    name: str = ""
    reason: str = ""


@distinct
class ClearLog(NamedTuple):
    """House order: put the log of the last hand away before the next one begins, as it names a deleted player."""


@distinct
class Recover(NamedTuple):
    """Give whatever the table waits for a fresh clock; sent after a fault (X2)."""


@distinct
class Tick(NamedTuple):
    """Let the clock do whatever is due by now; sent too early, it does nothing."""


HouseCommand: TypeAlias = (
    TakeSeat
    | AddChips
    | SetRefill
    | SetTableMove
    | MoveToTable
    | ChangeRules
    | Pause
    | Resume
    | VoidHand
    | Close
    | KeepOpen
    | RemovePlayer
    | KeepSeat
    | SeatOut
    | Warn
    | Penalise
    | StandUp
    | Announce
    | ClearLog
    | Recover
    | Tick
)
