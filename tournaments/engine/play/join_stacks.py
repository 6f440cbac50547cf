"""Chips bought or owed while a hand ran join the stacks when it is over (T12, T13)."""

from tournaments.engine.state import events as ev
from tournaments.engine.state.director import Director


def add_bought(d: Director, table: int) -> None:
    """Whatever waits for this table's players, now that no hand runs there."""
    if d.t.felts[table].running:
        return
    for player in d.t.felts[table].players:
        if chips := d.t.players[player].bought:
            d.emit(ev.ChipsAdded(player, chips))
