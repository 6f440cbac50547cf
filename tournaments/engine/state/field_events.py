"""What happened to the field of a tournament: entries, tables, seats, the clock; plain tuples as in `events`."""

from typing import NamedTuple, TypeAlias

from games.engine.cards import Card
from games.engine.distinct import distinct
from tournaments.engine.setup.setup import Setup


@distinct
class SetupChanged(NamedTuple):
    """The announcement was changed (T1)."""

    setup: Setup


@distinct
class Entered(NamedTuple):
    """A player paid an entry, or used a ticket; again after being out is a re-entry (T2, T12)."""

    player: int
    name: str
    ticket: bool
    at: int


@distinct
class Unregistered(NamedTuple):
    """The entry was taken back before the start."""

    player: int


@distinct
class Started(NamedTuple):
    """Registration is over but for late entries; seats are drawn (T3)."""

    at: int


@distinct
class EntriesClosed(NamedTuple):
    """No chips can be bought any more: field, pool and prizes are final (T16).

    `collected` of the players, `overlay` added by the house; `prizes` by place, the first `tickets` as tickets.
    """

    collected: int
    overlay: int
    prizes: tuple[int, ...]
    tickets: int


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
class FinalTableMade(NamedTuple):
    """All who are left sit at this table; `drawn` when they drew new seats (T7)."""

    table: int
    drawn: bool


@distinct
class RoundBegan(NamedTuple):
    """A round of a shootout, counted from 1."""

    number: int


@distinct
class LevelBegan(NamedTuple):
    """A level, counted from 1; each table plays it from its next hand (T4). `left` ms remain in it."""

    level: int
    left: int
    why: str = ""


@distinct
class ClockStarted(NamedTuple):
    """The level clock runs: the level ends at `ends`."""

    ends: int


@distinct
class ClockStopped(NamedTuple):
    """The level clock stands with `left` ms in the level."""

    left: int


@distinct
class BreakAnnounced(NamedTuple):
    """A break of `length` ms comes when the last table has finished its hand (T5)."""

    length: int
    why: str


@distinct
class BreakBegan(NamedTuple):
    """All tables rest until `until` (T5)."""

    at: int
    until: int


@distinct
class BreakEnded(NamedTuple):
    """All tables start together (T5)."""

    at: int


@distinct
class Paused(NamedTuple):
    """No new hands until the director says so."""

    why: str


@distinct
class Resumed(NamedTuple):
    """Hands begin again."""


FieldEvent: TypeAlias = (
    SetupChanged
    | Entered
    | Unregistered
    | Started
    | EntriesClosed
    | TableOpened
    | TableClosed
    | Seated
    | Moved
    | ButtonDrawn
    | FinalTableMade
    | RoundBegan
    | LevelBegan
    | ClockStarted
    | ClockStopped
    | BreakAnnounced
    | BreakBegan
    | BreakEnded
    | Paused
    | Resumed
)
