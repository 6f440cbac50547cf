"""T6: tables stay within one player of each other."""

from games.engine.rules.button import NOBODY
from tournaments.engine.seating.blinds import upcoming, worst_seat
from tournaments.engine.seating.break_tables import tables_to_break
from tournaments.engine.seating.draw import move
from tournaments.engine.seating.final_table import merging
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.reasons import MoveReason
from tournaments.engine.state.table import Table

MOVE_AT_DIFFERENCE = 2
"""At a difference of this many players somebody moves."""


def balance(d: Decider) -> None:
    """Move players between hands until no fuller table can help an emptier one.

    The fullest table gives the player due for its next big blind; an emptiest one takes that player in its worst open
    seat.
    """
    if (
        d.t.setup.shootout
        or merging(d.t)
        or len(d.t.tables) < MOVE_AT_DIFFERENCE
        or max(d.t.table_sizes) - min(d.t.table_sizes) < MOVE_AT_DIFFERENCE
    ):
        return
    while pair := next_move(d):
        giving, player, taking, seat = pair
        assert giving.number in d.t.idle
        move(d, player, taking.number, seat, MoveReason.BALANCE)


def next_move(d: Decider) -> tuple[Table, int, Table, int] | None:
    """The giving table, the player, the taking table and the seat of the next move; None when no move is needed."""
    t, leaving = d.t, set(tables_to_break(d.t))
    tables = [table for number, table in t.tables.items() if number not in leaving]
    if len(tables) < MOVE_AT_DIFFERENCE:
        return None
    most, fewest = max(table.taken for table in tables), min(table.taken for table in tables)
    if most - fewest < MOVE_AT_DIFFERENCE:
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
    """The player due for the next big blind; before the first hand the one in the last seat; 0 when nobody can move."""
    ready = d.t.ready(table)
    if len(ready) < 2:
        return 0
    if table.positions.button == NOBODY:
        return table.seats[ready[-1]]
    return table.seats[upcoming(table, ready).big]


def _fullest(table: Table) -> tuple[int, int]:
    return -table.taken, table.number


def _first(table: Table) -> tuple[bool, int]:
    """Tables between hands come first: there the player is dealt in at once."""
    return table.running, table.number
