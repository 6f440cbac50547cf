"""Tables within one player of each other: which gives, who moves, to which seat (T6)."""

from games.engine.rules.button import NOBODY
from tournaments.engine.seating.blinds import upcoming, worst_seat
from tournaments.engine.seating.break_tables import tables_to_break
from tournaments.engine.seating.draw import move
from tournaments.engine.seating.final_table import merging
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.reasons import MoveReason
from tournaments.engine.state.table import Table

APART = 2
"""From so many players' difference on somebody moves."""


def balance(d: Decider) -> None:
    """Move players from tables between hands until no fuller one could help an emptier one.

    The fullest table gives: the player due for its next big blind. An emptiest one takes, in the worst open seat.
    """
    if (
        d.t.setup.shootout
        or merging(d.t)
        or len(d.t.tables) < APART
        or max(d.t.table_sizes) - min(d.t.table_sizes) < APART
    ):
        return
    while pair := next_move(d):
        giving, player, taking, seat = pair
        assert giving.number in d.t.idle
        move(d, player, taking.number, seat, MoveReason.BALANCE)


def next_move(d: Decider) -> tuple[Table, int, Table, int] | None:
    """The table that gives, who moves, the table that takes and the seat there; None when nothing is to be done."""
    t, leaving = d.t, set(tables_to_break(d.t))
    tables = [table for number, table in t.tables.items() if number not in leaving]
    if len(tables) < APART:
        return None
    most, fewest = max(table.taken for table in tables), min(table.taken for table in tables)
    if most - fewest < APART:
        return None
    for giving in sorted(
        (table for table in tables if table.number in t.idle and not t.owes_hand(table)), key=_fullest
    ):
        if giving.taken != most:
            return None
        player = due_player(d, giving)
        for taking in sorted((table for table in tables if table.taken == fewest), key=_first):
            seat = worst_seat(taking, t.ready(taking))
            if player and seat != NOBODY:
                return giving, player, taking, seat
    return None


def due_player(d: Decider, table: Table) -> int:
    """Who is due for the next big blind; before the first hand the last seat; 0 when nobody can go."""
    ready = d.t.ready(table)
    if len(ready) < 2:
        return 0
    if table.positions.button == NOBODY:
        return table.seats[ready[-1]]
    return table.seats[upcoming(table, ready).big]


def _fullest(table: Table) -> tuple[int, int]:
    return -table.taken, table.number


def _first(table: Table) -> tuple[bool, int]:
    """A table between hands first: who comes there plays at once."""
    return table.running, table.number
