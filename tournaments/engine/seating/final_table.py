"""The final table: everybody who is left draws a new seat at one table (T7)."""

from tournaments.engine.seating.draw import move
from tournaments.engine.state import events as ev
from tournaments.engine.state.director import Director
from tournaments.engine.state.facts import TournamentFacts


def merging(t: TournamentFacts) -> bool:
    """Whether the tables wait for each other to make the final one."""
    return t.closed and not t.final and not t.setup.shootout and len(t.felts) > 1 and t.left <= t.setup.final


def make_final(d: Director) -> None:
    """Once all hands are over: new seats for all, the last but one of the tables gone."""
    t = d.t
    if merging(t) and t.all_idle and not t.deciding and not t.fallen:
        old = sorted(t.felts)
        number = d.open_table(t.setup.final)
        players = [player for table in old for player in t.felts[table].players]
        seats = d.dice.shuffled(range(t.setup.final))
        for player, seat in zip(players, seats, strict=False):
            move(d, player, number, seat, "final")
        for table in old:
            d.emit(ev.TableClosed(table, "final"))
        d.emit(ev.FinalTableMade(number, drawn=True))
    elif t.closed and not t.final and not t.setup.shootout and len(t.felts) == 1:
        d.emit(ev.FinalTableMade(next(iter(t.felts)), drawn=False))
