"""Commands of a tournament's director to a table; each reaches it through the inbox, exactly once."""

from typing import NamedTuple, TypeAlias

from games.engine.cards import Card
from games.engine.events.distinct import distinct
from games.engine.events.kinds import SitOutReason
from games.engine.rules.button import NOBODY


@distinct
class SeatEntrant(NamedTuple):
    """Seat a player with tournament `chips`, in any free seat if `seat` is -1 (T3, T6, T7).

    `away` says why the room plays for them, if it does: `ABSENT` until they are connected, `ASKED` until they sit in,
    `BARRED` for good.
    """

    player: int
    name: str
    bot: bool
    seat: int
    chips: int
    away: SitOutReason | None = None
    auto_muck: bool = False


@distinct
class UnseatEntrant(NamedTuple):
    """Remove a player with all chips after the running hand (T6, T7); with `folds` the hand is folded at once."""

    player: int
    folds: bool = False


@distinct
class SetChips(NamedTuple):
    """Set the player's stack to `chips` between hands; refused unless the stack is `was` (-1: any)."""

    player: int
    chips: int
    reason: str
    was: int = -1


@distinct
class GiveChips(NamedTuple):
    """Add chips to the stack, now or after the running hand: a re-buy or an add-on (T12)."""

    player: int
    chips: int


@distinct
class RunChipRace(NamedTuple):
    """Show a chip race and set the stacks after it (T11); `cards` as (player, card), `stacks` as (player, chips).

    `chip` is exchanged for `into`; players in `won` got one for a card, those in `saved` were not raced out.
    """

    chip: int
    into: int
    cards: tuple[tuple[int, Card], ...]
    won: tuple[int, ...]
    saved: tuple[int, ...]
    stacks: tuple[tuple[int, int], ...]


@distinct
class HoldHands(NamedTuple):
    """Deal only released hands, `together` with the other tables (hand-for-hand), or deal freely again (T9)."""

    held: bool
    together: bool = False
    reason: str = ""


@distinct
class ReleaseHand(NamedTuple):
    """Release one hand (T9); if `dealt` is given, those seats play it with these positions, see `HandRelease`."""

    button: int = NOBODY
    small: int = NOBODY
    big: int = NOBODY
    dealt: tuple[int, ...] = ()
    button_draw: tuple[tuple[int, Card], ...] = ()
    dead: tuple[int, ...] = ()


@distinct
class SetAbsent(NamedTuple):
    """Let the room play for a player (T13), for good if `barred` (T14), or stop doing so."""

    player: int
    absent: bool
    barred: bool = False


@distinct
class SetPenaltyClock(NamedTuple):
    """Show everybody a penalty in minutes, which the director measures (T14): it ends at `until` ms.

    While play is stopped, `left` ms are left instead; with both 0 it is over.
    """

    player: int
    until: int
    left: int


TournamentCommand: TypeAlias = (
    SeatEntrant
    | UnseatEntrant
    | SetChips
    | GiveChips
    | RunChipRace
    | HoldHands
    | ReleaseHand
    | SetAbsent
    | SetPenaltyClock
)
