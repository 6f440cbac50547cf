"""Shootouts: each table plays to its last player, and those play the next round; two to a table is heads-up."""

from tournaments.engine.seating.draw import seat_all
from tournaments.engine.state import events as ev
from tournaments.engine.state.director import Director


def next_round(d: Director) -> None:
    """When every table has one player left, those draw seats for the next round."""
    t = d.t
    if not t.setup.shootout or t.left < 2 or any(felt.taken > 1 for felt in t.felts.values()) or not t.all_idle:
        return
    winners = [player for number in sorted(t.felts) for player in t.felts[number].players]
    old = sorted(t.felts)
    d.emit(ev.RoundBegan(t.round + 1))
    seat_all(d, winners, why="round")
    for number in old:
        d.emit(ev.TableClosed(number, "round"))
    if len(t.felts) == 1:
        d.emit(ev.FinalTableMade(next(iter(t.felts)), drawn=True))
