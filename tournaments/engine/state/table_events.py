"""Tables and seats: opened, drawn, moved, balanced, broken, the final table and the games of a rotation."""

from typing import NamedTuple, TypeAlias

from games.engine.cards import Card
from games.engine.events.distinct import distinct
from tournaments.engine.state.reasons import CloseReason, MoveReason, SeatReason


@distinct
class TableOpened(NamedTuple):
    """A table with this number of seats opened."""

    table: int
    seats: int


@distinct
class TableClosed(NamedTuple):
    """A table closed."""

    table: int
    why: CloseReason


@distinct
class Seated(NamedTuple):
    """A player got a seat with `chips` (T3)."""

    player: int
    table: int
    seat: int
    chips: int
    why: SeatReason


@distinct
class Moved(NamedTuple):
    """A player with all chips changed to `table` and `seat`; `from_table` is 0 between two rounds.

    `due` counts the players who were to have the big blind before this one at the old table, `due_now` at the new one;
    -1 while the table has no button (T6). `note` is the director's reason.
    """

    player: int
    from_table: int
    from_seat: int
    table: int
    seat: int
    why: MoveReason
    due: int
    due_now: int
    note: str = ""


@distinct
class ButtonDrawn(NamedTuple):
    """Each seat of the table was dealt one card and the highest gets the button, or no cards were dealt for it (D1)."""

    table: int
    cards: tuple[tuple[int, Card], ...]
    button: int


@distinct
class GameChanged(NamedTuple):
    """The table's rotation moved on to game number `turn`, counted from 0."""

    table: int
    turn: int


@distinct
class TableBreakRequested(NamedTuple):
    """The director wants this table broken next, or with `requested` False takes that back."""

    table: int
    requested: bool
    why: str


@distinct
class FinalTableMade(NamedTuple):
    """Everybody left sits at this table; `redrawn` when they drew new seats (T7)."""

    table: int
    redrawn: bool


@distinct
class RoundBegan(NamedTuple):
    """A round of a shootout began, counted from 1."""

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
