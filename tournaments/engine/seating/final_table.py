"""T7: everybody left draws a new seat at the final table."""

from tournaments.engine.seating.draw import move
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.reasons import CloseReason, MoveReason
from tournaments.engine.state.tournament_state import TournamentState


def merging(t: TournamentState) -> bool:
    """Whether the tables wait for each other before the final table."""
    return (
        t.entries_closed
        and not t.final_table
        and not t.setup.shootout
        and len(t.tables) > 1
        and t.left <= t.setup.final_table_size
    )


def make_final(d: Decider) -> None:
    """Once no hand runs, draw new seats for everybody at one table and close the others."""
    t = d.t
    if merging(t) and t.all_idle and not t.rebuy_pending and not t.unranked_busts:
        old = sorted(t.tables)
        number = d.open_table(t.setup.final_table_size)
        players = [player for table in old for player in t.tables[table].players]
        seats = d.rng.shuffled(range(t.setup.final_table_size))
        for player, seat in zip(players, seats, strict=False):
            move(d, player, number, seat, MoveReason.FINAL)
        for table in old:
            d.emit(ev.TableClosed(table, CloseReason.FINAL))
        d.emit(ev.FinalTableMade(number, redrawn=True))
    elif t.entries_closed and not t.final_table and not t.setup.shootout and len(t.tables) == 1:
        d.emit(ev.FinalTableMade(next(iter(t.tables)), redrawn=False))
