"""Shootouts: each table plays to its last player, and the winners play the next round."""

from tournaments.engine.seating.draw import move_to_new_tables
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.reasons import CloseReason


def next_round(d: Decider) -> None:
    """When every table has one player left, the winners draw seats for the next round."""
    t = d.t
    if not t.setup.shootout or t.left < 2 or any(table.taken > 1 for table in t.tables.values()) or not t.all_idle:
        return
    winners = [player for number in sorted(t.tables) for player in t.tables[number].players]
    old = sorted(t.tables)
    d.emit(ev.RoundBegan(t.round + 1))
    move_to_new_tables(d, winners)
    for number in old:
        d.emit(ev.TableClosed(number, CloseReason.ROUND))
    if len(t.tables) == 1:
        d.emit(ev.FinalTableMade(next(iter(t.tables)), redrawn=True))
