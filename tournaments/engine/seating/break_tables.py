"""T7: tables break in a fixed order, the last opened first, and their players draw seats at the emptiest tables."""

from heapq import nlargest

from tournaments.engine.seating.draw import draw_seat, move
from tournaments.engine.seating.final_table import merging
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.reasons import CloseReason, MoveReason
from tournaments.engine.state.tournament_state import TournamentState


def tables_needed(t: TournamentState) -> int:
    """The fewest tables that hold everybody.

    While somebody may still enter half a table is kept free, so that no table breaks just before another opens, but
    not so that a player sits alone.
    """
    spare = t.setup.seats // 2 if t.can_grow else 0
    with_spare = min(-(-(t.left + spare) // t.setup.seats), t.left // 2)
    return max(1 if t.left <= t.setup.final_table_size else 2, -(-t.left // t.setup.seats), with_spare)


def tables_to_break(t: TournamentState) -> tuple[int, ...]:
    """The tables to break next: those requested by the director, then the highest numbers.

    There are none once the tables wait for the final table, so that nobody changes seats twice.
    """
    if t.setup.shootout or t.final_table or merging(t):
        return ()
    requested = tuple(sorted(t.breaking, reverse=True))
    count = len(t.tables) - max(1, tables_needed(t))
    if count <= len(requested):
        return requested
    rest = (number for number in t.tables if number not in t.breaking)
    return (*requested, *nlargest(count - len(requested), rest))


def has_seats_without(t: TournamentState, tables: tuple[int, ...]) -> bool:
    """Whether the other tables have seats for everybody."""
    others = [table for number, table in t.tables.items() if number not in tables]
    return sum(len(table.seats) for table in others) >= t.left > 0 and bool(others)


def break_table(d: Decider, number: int, avoid: tuple[int, ...]) -> None:
    """Every player of the table draws a seat elsewhere and takes over that seat's position to the blinds (T7)."""
    for player in d.rng.shuffled(d.t.tables[number].players):
        others = [table for table in d.t.tables.values() if table.number != number and table.number not in avoid]
        move(d, player, *draw_seat(d, others), MoveReason.BREAK)
    d.emit(ev.TableClosed(number, CloseReason.BROKEN))


def break_idle(d: Decider) -> None:
    """Break the tables that are due and between hands; a table waits until its busts are ranked or have re-bought."""
    for number in (tables := tables_to_break(d.t)):
        waits = holds_busts(d.t, number) or d.t.owes_hand(d.t.tables[number])
        if number in d.t.idle and not waits and has_seats_without(d.t, tables):
            break_table(d, number, tables)


def waits_for_rebuy(t: TournamentState, number: int) -> bool:
    """Whether a player without chips at this table may still re-buy (T12)."""
    return any(t.players[player].table == number for player in t.rebuy_pending)


def holds_busts(t: TournamentState, number: int) -> bool:
    """Whether a player who has lost the last chip is not ranked yet and still sits at this table (T10, T12)."""
    return any(t.players[player].table == number for player in t.unranked_busts)
