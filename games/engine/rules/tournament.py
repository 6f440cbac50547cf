"""What makes a table one of a tournament: its rules beside the game's, and what its director has said."""

from enum import StrEnum
from typing import Any, NamedTuple

from games.engine.cards import Card
from games.engine.rules.button import NOBODY


class LateReturn(StrEnum):
    """T3 `late_return`: when somebody who was not there takes over."""

    AT_ONCE = "at_once"
    NEXT_HAND = "next_hand"


class Tournament(NamedTuple):
    """Of which tournament a table is, and how it plays for it.

    The room waits `pause` ms before it acts for who is away (T13). With `rebuys` who has lost all chips keeps the
    seat, and the table waits until the director gives chips or takes the player away (T12).
    """

    id: int
    late_return: LateReturn = LateReturn.AT_ONCE
    pause: int = 600
    rebuys: bool = False

    def to_data(self) -> list[Any]:
        """JSON-ready data."""
        return [self.id, str(self.late_return), self.pause, self.rebuys]

    @classmethod
    def from_data(cls, data: list[Any]) -> "Tournament":
        """What `to_data` wrote."""
        number, late_return, *rest = data
        return cls(number, LateReturn(late_return), *rest)


class HandRelease(NamedTuple):
    """One hand that the director has released (T9); with `dealt` also who plays it and where the blinds stand.

    `drawn` are the cards of the draw for the first button (D1), `dead` seats whose hand is dead (T14).
    """

    button: int = NOBODY
    small: int = NOBODY
    big: int = NOBODY
    dealt: tuple[int, ...] = ()
    drawn: tuple[tuple[int, Card], ...] = ()
    dead: tuple[int, ...] = ()


class ChipRaceRow(NamedTuple):
    """One player of a chip race: a card for each odd chip, and the stack before and after it (T11)."""

    seat: int
    name: str
    cards: tuple[Card, ...]
    before: int
    after: int


class ChipRace(NamedTuple):
    """A chip race that is shown: `chip` was changed for `into`; seats that `won` one, or were `saved` by one (T11)."""

    chip: int
    into: int
    rows: tuple[ChipRaceRow, ...]
    won: tuple[int, ...]
    saved: tuple[int, ...]


class DirectorOrders(NamedTuple):
    """What the director has said: hands only as released, `together` with all tables (T9), and the race on show."""

    held: bool = False
    together: bool = False
    deal: HandRelease | None = None
    race: ChipRace | None = None
