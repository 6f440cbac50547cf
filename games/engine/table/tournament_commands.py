"""What a tournament's director orders of a table; each reaches it by the inbox, exactly once."""

from typing import NamedTuple, TypeAlias

from games.engine.cards import Card
from games.engine.events.distinct import distinct
from games.engine.events.kinds import SitOutReason
from games.engine.rules.button import NOBODY


@distinct
class SeatEntrant(NamedTuple):
    """Give a player this seat with tournament `chips` (T3, T6, T7); seat -1 is any free one.

    `away` says why the room plays for them, if it does: `ABSENT` until they are connected, `ASKED` until they sit in,
    `BARRED` for good.
    """

    player: int
    name: str
    bot: bool
    seat: int
    chips: int
    away: SitOutReason | None = None
    auto_muck: bool = True


@distinct
class UnseatEntrant(NamedTuple):
    """Take a player out of the seat with all chips, after a running hand (T6, T7); `folds` plays it no further."""

    player: int
    folds: bool = False


@distinct
class SetChips(NamedTuple):
    """Between hands: the player's stack is `chips`; `was` is what the director takes it for, -1 = whatever."""

    player: int
    chips: int
    reason: str
    was: int = -1


@distinct
class GiveChips(NamedTuple):
    """Chips join the stack, now or after the running hand: re-buy, add-on (T12)."""

    player: int
    chips: int


@distinct
class RunChipRace(NamedTuple):
    """Show a chip race and set the stacks (T11): cards and stacks as (player, card) and (player, chips)."""

    chip: int
    into: int
    cards: tuple[tuple[int, Card], ...]
    won: tuple[int, ...]
    saved: tuple[int, ...]
    stacks: tuple[tuple[int, int], ...]


@distinct
class HoldHands(NamedTuple):
    """Deal only hands that are released, or every hand again; `together` with all tables (T9)."""

    held: bool
    together: bool = False


@distinct
class ReleaseHand(NamedTuple):
    """Release one hand (T9); with `dealt` these seats play it with these positions: see `HandRelease`."""

    button: int = NOBODY
    small: int = NOBODY
    big: int = NOBODY
    dealt: tuple[int, ...] = ()
    drawn: tuple[tuple[int, Card], ...] = ()
    dead: tuple[int, ...] = ()


@distinct
class SetAbsent(NamedTuple):
    """Let the room play for a player (T13), `barred` for good (T14); or no longer."""

    player: int
    absent: bool
    barred: bool = False


@distinct
class Penalise(NamedTuple):
    """Dealt in, blinded and folded for `hands` hands from the next on (T14); 0 takes it back."""

    player: int
    hands: int


TournamentCommand: TypeAlias = (
    SeatEntrant | UnseatEntrant | SetChips | GiveChips | RunChipRace | HoldHands | ReleaseHand | SetAbsent | Penalise
)
