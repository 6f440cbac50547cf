"""What a tournament table has in addition to a cash table: its tournament rules and the orders of its director."""

from enum import StrEnum
from typing import Any, NamedTuple

from games.engine.cards import Card
from games.engine.rules.button import NOBODY


class LateReturn(StrEnum):
    """T3 `late_return`: when an absent player who arrives takes over the seat."""

    AT_ONCE = "at_once"
    NEXT_HAND = "next_hand"


class Tournament(NamedTuple):
    """The tournament that a table belongs to, and its rules for absent players and re-buys.

    The room waits `pause` ms before it acts for an absent player (T13). With `rebuys` a player who has lost all chips
    keeps the seat, and the table waits until the director adds chips or removes the player (T12).
    """

    id: int
    late_return: LateReturn = LateReturn.AT_ONCE
    pause: int = 600
    rebuys: bool = False

    def to_data(self) -> list[int | str]:
        """JSON-ready data."""
        return [self.id, str(self.late_return), self.pause, self.rebuys]

    @classmethod
    def from_data(cls, data: list[Any]) -> "Tournament":
        """The tournament rules that `to_data` wrote; `Any` because the items are of many types."""
        number, late_return, *rest = data
        return cls(number, LateReturn(late_return), *rest)


class HandRelease(NamedTuple):
    """One hand that the director has released (T9); with `dealt` also its players and the positions of the blinds.

    `button_draw` are the cards of the draw for the first button (D1), `dead` the seats whose hands are dead (T14).
    """

    button: int = NOBODY
    small: int = NOBODY
    big: int = NOBODY
    dealt: tuple[int, ...] = ()
    button_draw: tuple[tuple[int, Card], ...] = ()
    dead: tuple[int, ...] = ()


class ChipRaceRow(NamedTuple):
    """One player of a chip race: a card for each odd chip, and the stack before and after it (T11)."""

    seat: int
    name: str
    cards: tuple[Card, ...]
    before: int
    after: int


class ChipRace(NamedTuple):
    """A chip race on display: chips of `chip` were exchanged for `into` (T11).

    `won` are the seats that won a chip with a card, `saved` those that got one so as not to be eliminated.
    """

    chip: int
    into: int
    rows: tuple[ChipRaceRow, ...]
    won: tuple[int, ...]
    saved: tuple[int, ...]


class DirectorOrders(NamedTuple):
    """The director's orders for a table.

    With `held` only released hands are dealt, with `together` at the same time as at all other tables (T9); `deal` is
    the hand that has been released, `race` the chip race on display.
    """

    held: bool = False
    together: bool = False
    deal: HandRelease | None = None
    race: ChipRace | None = None
