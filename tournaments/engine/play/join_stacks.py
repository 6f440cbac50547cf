"""Chips bought or owed while a hand ran join the stacks when it is over (T12, T13)."""

from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider


def add_bought(d: Decider, table: int) -> None:
    """Whatever waits for this table's players, now that no hand runs there."""
    if d.t.tables[table].running:
        return
    for player in d.t.tables[table].players:
        if chips := d.t.players[player].pending_chips:
            d.emit(ev.ChipsAdded(player, chips))
