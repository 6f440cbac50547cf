"""Which tables break, and where their players go (T7): the last opened first, by draw, the emptiest tables filled."""

from heapq import nlargest

from tournaments.engine.seating.draw import draw_seat, move
from tournaments.engine.seating.final_table import merging
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.reasons import CloseReason, MoveReason
from tournaments.engine.state.tournament_state import TournamentState


def needed(t: TournamentState) -> int:
    """How few tables can hold who is left: as few as possible, as full as possible.

    While entries are taken half a table is kept free, so that no table breaks for one opened again.
    """
    spare = 0 if t.entries_closed else t.setup.seats // 2
    return max(1 if t.left <= t.setup.final_table_size else 2, -(-(t.left + spare) // t.setup.seats))


def tables_to_break(t: TournamentState) -> tuple[int, ...]:
    """The tables to break next, highest number first, after those the director asked for.

    None once the tables wait for each other: nobody changes seats twice for the final one.
    """
    if t.setup.shootout or t.final_table or merging(t):
        return ()
    asked = tuple(sorted(t.breaking, reverse=True))
    count = len(t.tables) - max(1, needed(t))
    if count <= len(asked):
        return asked
    rest = (number for number in t.tables if number not in t.breaking)
    return (*asked, *nlargest(count - len(asked), rest))


def room_without(t: TournamentState, tables: tuple[int, ...]) -> bool:
    """Whether the other tables have seats for everybody."""
    others = [table for number, table in t.tables.items() if number not in tables]
    return sum(len(table.seats) for table in others) >= t.left > 0 and bool(others)


def break_table(d: Decider, number: int, avoid: tuple[int, ...]) -> None:
    """Everybody here draws a seat elsewhere, with the rights and duties of that seat (T7)."""
    for player in d.rng.shuffled(d.t.tables[number].players):
        others = [table for table in d.t.tables.values() if table.number != number and table.number not in avoid]
        move(d, player, *draw_seat(d, others), MoveReason.BREAK)
    d.emit(ev.TableClosed(number, CloseReason.BROKEN))


def break_idle(d: Decider) -> None:
    """Break what is due and between hands; a table with an open re-buy waits for the answer."""
    for number in (tables := tables_to_break(d.t)):
        waits = waits_for_rebuy(d.t, number) or d.t.owes_hand(d.t.tables[number])
        if number in d.t.idle and not waits and room_without(d.t, tables):
            break_table(d, number, tables)


def waits_for_rebuy(t: TournamentState, number: int) -> bool:
    """Whether somebody here without chips may still buy some (T12)."""
    return any(t.players[player].table == number for player in t.rebuy_pending)
