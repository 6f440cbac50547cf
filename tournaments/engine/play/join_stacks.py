"""T12, T13: chips bought or owed during a hand join the stacks when it is over."""

from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider


def add_bought(d: Decider, table: int) -> None:
    """Add the pending chips of this table's players, unless a hand runs there."""
    if d.t.tables[table].running:
        return
    for player in d.t.tables[table].players:
        if chips := d.t.players[player].pending_chips:
            d.emit(ev.ChipsAdded(player, chips))
