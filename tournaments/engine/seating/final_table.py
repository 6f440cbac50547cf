"""T7: everybody left draws a new seat at the final table."""

from tournaments.engine.seating.draw import move
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.reasons import CloseReason, MoveReason
from tournaments.engine.state.tournament_state import TournamentState


def merging(t: TournamentState) -> bool:
    """Whether the tables wait for each other because everybody draws a seat at one table.

    They do once nobody can enter any more and all fit the final table, or when the director breaks all tables but one.
    """
    if t.final_table or t.setup.shootout or len(t.tables) < 2:
        return False
    directed = len(t.breaking) >= len(t.tables) - 1 and t.left <= t.setup.seats
    return directed or (not t.can_grow and t.left <= t.setup.final_table_size)


def make_final(d: Decider) -> None:
    """Once no hand runs, draw new seats for everybody at one table and close the others.

    It is the final table unless somebody may still enter; then the director broke the other tables.
    """
    t = d.t
    if merging(t) and t.all_idle and not t.rebuy_pending and not t.unranked_busts:
        old = sorted(t.tables)
        size = t.setup.seats if t.can_grow or t.left > t.setup.final_table_size else t.setup.final_table_size
        number = d.open_table(size)
        players = [player for table in old for player in t.tables[table].players]
        seats = d.rng.shuffled(range(size))
        for player, seat in zip(players, seats, strict=False):
            move(d, player, number, seat, MoveReason.FINAL)
        for table in old:
            d.emit(ev.TableClosed(table, CloseReason.FINAL))
        if not t.can_grow:
            d.emit(ev.FinalTableMade(number, redrawn=True))
    elif not t.can_grow and not t.final_table and not t.setup.shootout and len(t.tables) == 1:
        d.emit(ev.FinalTableMade(next(iter(t.tables)), redrawn=False))
