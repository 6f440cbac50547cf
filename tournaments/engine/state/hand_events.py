"""Hands and chips: hands released, played and voided, busts, chips joining or leaving stacks, chip races."""

from typing import NamedTuple, TypeAlias

from games.engine.cards import Card
from games.engine.events.distinct import distinct
from tournaments.engine.state.reasons import RemovalReason


@distinct
class HandReleased(NamedTuple):
    """The table may deal hand `hand` with this level, game of the rotation, smallest chip, button, blinds and seats.

    The room checks or folds for the seats in `absent` and folds those in `dead` (T3, T13, T14). `hand_for_hand` marks a
    hand of a hand-for-hand round (T9).
    """

    table: int
    hand: int
    level: int
    game: int
    unit: int
    button: int
    small: int
    big: int
    dealt: tuple[int, ...]
    absent: tuple[int, ...]
    dead: tuple[int, ...]
    hand_for_hand: bool


@distinct
class HandPlayed(NamedTuple):
    """A hand ended with these stacks, as (player, chips); the table shows its end until `shown_until` ms."""

    table: int
    hand: int
    stacks: tuple[tuple[int, int], ...]
    shown_until: int = 0


@distinct
class VoidRequested(NamedTuple):
    """The director wants the table's running hand voided; the table reports when it is (F5)."""

    table: int
    hand: int
    why: str


@distinct
class VoidRefused(NamedTuple):
    """The hand to be voided had not begun when the order reached its table: it is played, and no hand is void (F5)."""

    table: int
    hand: int


@distinct
class HandVoided(NamedTuple):
    """A hand was voided and is dealt again with the same button and blinds (F5, X2).

    `why` is the director's reason or "fault". If the hand had already ended, `undone` lists what its players get back
    or return, as (player, chips). The table shows it until `shown_until` ms.
    """

    table: int
    hand: int
    why: str = ""
    undone: tuple[tuple[int, int], ...] = ()
    shown_until: int = 0


@distinct
class BustUndone(NamedTuple):
    """A player knocked out in a void hand plays on with `chips` in the same seat; those out since place lower (F5).

    `bounties` are taken back as (winner or 0 for nobody, cash, raised). `why` is the director's reason.
    """

    player: int
    table: int
    seat: int
    chips: int
    bounties: tuple[tuple[int, int, int], ...]
    why: str


@distinct
class Busted(NamedTuple):
    """A player lost the last chip of the `started` chips at the start of the hand.

    The other fields decide the place, see `commands.Bust` (T10).
    """

    player: int
    table: int
    started: int
    all_in: int
    strength: int
    by: tuple[int, ...]
    hand_for_hand: bool
    at: int


@distinct
class ChipsOwed(NamedTuple):
    """A player gets chips that another gave up as soon as no hand runs at the table (T13)."""

    player: int
    chips: int


@distinct
class ChipsAdded(NamedTuple):
    """Pending chips joined a stack between two hands."""

    player: int
    chips: int


@distinct
class ChipsRemoved(NamedTuple):
    """Chips went out of play."""

    player: int
    chips: int
    why: RemovalReason


@distinct
class ChipsRaced(NamedTuple):
    """`chip` was exchanged for `into` at a table (T11); `cards` are (player, card) in dealing order, one per odd chip.

    `stacks` are (player, chips afterwards); `won` won a chip with a card, `saved` were given one to stay in; `change`
    is the difference to the chips in play. The table shows it until `shown_until` ms.
    """

    table: int
    chip: int
    into: int
    cards: tuple[tuple[int, Card], ...]
    won: tuple[int, ...]
    saved: tuple[int, ...]
    stacks: tuple[tuple[int, int], ...]
    change: int
    shown_until: int = 0


HandEvent: TypeAlias = (
    HandReleased
    | HandPlayed
    | VoidRequested
    | VoidRefused
    | HandVoided
    | BustUndone
    | Busted
    | ChipsOwed
    | ChipsAdded
    | ChipsRemoved
    | ChipsRaced
)
