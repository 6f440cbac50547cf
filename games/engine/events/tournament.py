"""What happens only at tables of tournaments, in the past tense."""

from typing import NamedTuple, TypeAlias

from games.engine.cards import Card
from games.engine.events.distinct import distinct


@distinct
class UnseatAsked(NamedTuple):
    """The player goes with all chips when the running hand is over (T6)."""

    seat: int


@distinct
class ChipsSet(NamedTuple):
    """The stack was `before` and is now `after`, by the director's word; `reason` is the director's."""

    seat: int
    before: int
    after: int
    reason: str


@distinct
class ChipsRaced(NamedTuple):
    """`chip` was changed for `into` (T11): rows of seat, name, cards, stack before and after it.

    Seats that `won` one with a card, seats `saved` by one from being raced out.
    """

    chip: int
    into: int
    rows: tuple[tuple[int, str, tuple[Card, ...], int, int], ...]
    won: tuple[int, ...]
    saved: tuple[int, ...]


@distinct
class HandsHeld(NamedTuple):
    """Only released hands are dealt, or all again (T9)."""

    held: bool
    together: bool


@distinct
class HandReleased(NamedTuple):
    """One hand may be dealt (T9); see `HandRelease`."""

    button: int
    small: int
    big: int
    dealt: tuple[int, ...]
    drawn: tuple[tuple[int, Card], ...]
    dead: tuple[int, ...]


@distinct
class Penalised(NamedTuple):
    """The seat's next so many hands are folded (T14)."""

    seat: int
    length: int


TournamentOnly: TypeAlias = UnseatAsked | ChipsSet | ChipsRaced | HandsHeld | HandReleased | Penalised
