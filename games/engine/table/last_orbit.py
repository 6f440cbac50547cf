"""The last orbit of a table that closes: everybody who plays on has each blind once more (F1)."""

from games.engine.rules.button import NOBODY, Positions, passed
from games.engine.rules.variant import Forced
from games.engine.table.entry import next_players
from games.engine.table.state import Table


def has_orbits(table: Table) -> bool:
    """Whether blinds or a button go round here; in a rotation of stud games alone they stay where they are."""
    games = table.full_rules.mix
    return not games or any(game.variant.forced is Forced.BLINDS for game in games)


def is_orbit_over(table: Table) -> bool:
    """Whether the next hand would begin another orbit, or there can be none."""
    return len(table.ready()) < 2 or begins_another(table, next_players(table).positions)


def begins_another(table: Table, now: Positions) -> bool:
    """Whether a hand with these positions is the first one after the last orbit.

    The big blind is back where the orbit began, or goes past that seat, as its player has left or sits out.
    """
    first, last = table.orbit_from, table.positions.big
    if not table.last_orbit or first == NOBODY or now.big == last:
        return False
    return now.big == first or passed(last, now.big, first)
