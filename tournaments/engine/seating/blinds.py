"""D2, T7, T8: the dead button, the blinds of a table's next hand, and the seats it leaves out."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.engine.rules.button import NOBODY, Positions, next_positions
from games.engine.rules.house_rules import ButtonRule
from tournaments.engine.state.table import Table


class Seating(NamedTuple):
    """The seats dealt in, ascending, and the positions of the hand."""

    dealt: tuple[int, ...]
    positions: Positions


def upcoming(table: Table, ready: Sequence[int]) -> Positions:
    """The positions of the next hand when these two or more seats play it."""
    return next_positions(table.positions, ready=ready, rule=ButtonRule.DEAD)


def next_hand(table: Table, ready: Sequence[int], *, keep_button: bool = False) -> Seating:
    """The next hand: everybody is dealt in except newcomers between button and small blind (T7).

    With `keep_button` the button stays: in a rotation stud does not move it, as at cash tables.
    """
    if keep_button:
        return Seating(tuple(ready), table.positions)
    positions = upcoming(table, ready)
    dealt = [seat for seat in ready if not (table.seats[seat] in table.newcomers and between(table, seat, positions))]
    return Seating(tuple(dealt if len(dealt) > 1 else ready), positions)


def between(table: Table, seat: int, positions: Positions) -> bool:
    """Whether the seat is strictly between button and small blind, where newcomers wait for the button to pass (T7)."""
    size = len(table.seats)
    return 0 < (seat - positions.button) % size < (positions.small - positions.button) % size


def due(table: Table, ready: Iterable[int], seat: int) -> int:
    """The number of players due for the big blind before this seat; -1 without a button or without opponents."""
    seats = sorted({*ready, seat})
    if table.positions.button == NOBODY or len(seats) < 2:
        return -1
    big, size = upcoming(table, seats).big, len(table.seats)
    return sum((other - big) % size < (seat - big) % size for other in seats)


def worst_seat(table: Table, ready: Sequence[int]) -> int:
    """The free seat due for the big blind first, never the small blind nor a seat that must wait (T6).

    Of equally bad seats it is the one next to the last big blind; NOBODY when no seat qualifies.
    """
    size, best = len(table.seats), (len(table.seats), 0, NOBODY)
    for seat in table.free:
        seats = sorted({*ready, seat})
        if table.positions.button == NOBODY or len(seats) < 2:
            return seat
        positions = upcoming(table, seats)
        if not between(table, seat, positions) and (seat != positions.small or len(seats) == 2):
            before = sum((other - positions.big) % size < (seat - positions.big) % size for other in seats)
            best = min(best, (before, (seat - table.positions.big) % size, seat))
    return best[2]
