"""Hands and chips: hands released, played and voided, busts, chips that join or leave stacks, chip races."""

from typing import NamedTuple, TypeAlias

from games.engine.cards import Card
from games.engine.events.distinct import distinct
from tournaments.engine.state.reasons import RemovalReason


@distinct
class HandReleased(NamedTuple):
    """The table may deal hand `hand`: `level`, turn of the rotation, smallest chip, positions, seats dealt in.

    The room checks or folds for the seats in `absent` and folds those in `dead` (T3, T13, T14). `hand_for_hand` in
    hand-for-hand (T9).
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
    """A hand ended with these stacks, as (player, chips)."""

    table: int
    hand: int
    stacks: tuple[tuple[int, int], ...]


@distinct
class VoidRequested(NamedTuple):
    """The director wants the running hand of the table void: the table says when it is (F5)."""

    table: int
    hand: int
    why: str


@distinct
class HandVoided(NamedTuple):
    """A hand never was; it is dealt anew with the same button and blinds (F5, X2). `why` as told, or fault.

    Where it had ended, `undone` is what goes back to its players or from them, as (player, chips).
    """

    table: int
    hand: int
    why: str = ""
    undone: tuple[tuple[int, int], ...] = ()


@distinct
class Busted(NamedTuple):
    """A player lost the last chip; what decides the place (T10): see `commands.Bust`; `started` with so many."""

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
    """Chips given up by another are the player's as soon as no hand runs at the table (T13)."""

    player: int
    chips: int


@distinct
class ChipsAdded(NamedTuple):
    """Chips bought or owed joined a stack between two hands."""

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
    """`chip` was changed for `into` at a table (T11): one card for each odd chip, as (player, card) in dealing order.

    `stacks` as (player, chips after it); `won` one chip with a card, `saved` were given one to stay in;
    `change` is what the race added to the chips in play.
    """

    table: int
    chip: int
    into: int
    cards: tuple[tuple[int, Card], ...]
    won: tuple[int, ...]
    saved: tuple[int, ...]
    stacks: tuple[tuple[int, int], ...]
    change: int


HandEvent: TypeAlias = (
    HandReleased | HandPlayed | VoidRequested | HandVoided | Busted | ChipsOwed | ChipsAdded | ChipsRemoved | ChipsRaced
)
