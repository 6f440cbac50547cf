"""Tables and seats: opened, drawn, moved, balanced, broken, the final table and the games of a rotation."""

from typing import NamedTuple, TypeAlias

from games.engine.cards import Card
from games.engine.distinct import distinct


@distinct
class TableOpened(NamedTuple):
    """A new table with so many seats."""

    table: int
    seats: int


@distinct
class TableClosed(NamedTuple):
    """The table is gone; `why` is broken, final, round or over."""

    table: int
    why: str


@distinct
class Seated(NamedTuple):
    """A player got a seat and `chips` on it; `why` is draw, set, late or again (T3)."""

    player: int
    table: int
    seat: int
    chips: int
    why: str


@distinct
class Moved(NamedTuple):
    """A player with all chips changed to `table` and `seat`; from table 0 when between two rounds.

    `why` is balance, break, final, round, or the director's own words. `due` is how many players were before this one
    for the big blind, there and here; -1 where no button is yet (T6).
    """

    player: int
    from_table: int
    from_seat: int
    table: int
    seat: int
    why: str
    due: int
    due_now: int


@distinct
class ButtonDrawn(NamedTuple):
    """One card to each seat of the table; the highest has the button (D1)."""

    table: int
    cards: tuple[tuple[int, Card], ...]
    button: int


@distinct
class GameChanged(NamedTuple):
    """The table's rotation went on to its `turn`th game, counted from 0."""

    table: int
    turn: int


@distinct
class TableBreakRequested(NamedTuple):
    """The director has this table broken next; `asked` False takes it back."""

    table: int
    asked: bool
    why: str


@distinct
class FinalTableMade(NamedTuple):
    """All who are left sit at this table; `drawn` when they drew new seats (T7)."""

    table: int
    drawn: bool


@distinct
class RoundBegan(NamedTuple):
    """A round of a shootout, counted from 1."""

    number: int


TableEvent: TypeAlias = (
    TableOpened
    | TableClosed
    | Seated
    | Moved
    | ButtonDrawn
    | GameChanged
    | TableBreakRequested
    | FinalTableMade
    | RoundBegan
)
