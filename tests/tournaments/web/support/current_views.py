"""Views of simulated tournaments whose clocks show the present."""

import time

from games.web.api import TournamentViewer
from pokerroom.models import User
from tournaments.engine.state.tournament_state import LevelClock
from tournaments.engine.views.build import own_view, public_view
from tournaments.engine.views.types import OwnTournamentView, TournamentView
from tournaments.simulation.run import SimulatedTournament
from tournaments.web.pages.table_bar import bars_of_each

ME = 5
"""The player whose pages are shown."""


def now() -> int:
    """The current time, ms."""
    return int(time.time() * 1000)


def current_views(simulated: SimulatedTournament, player: int = ME) -> tuple[TournamentView, OwnTournamentView]:
    """The public view and a player's own, with their clocks moved to the present."""
    table_ids = {number: 100 + number for number in simulated.t.tables}
    t = simulated.t.copy()
    ahead = now() - simulated.now
    t.clock = LevelClock(t.clock.level, t.clock.ends and t.clock.ends + ahead, t.clock.left)
    t.current_break = t.current_break._replace(until=t.current_break.until and t.current_break.until + ahead)
    t.setup = t.setup._replace(starts_at=t.setup.starts_at and t.setup.starts_at + ahead)
    view = public_view(t, tournament_id=7, version=now(), table_ids=table_ids)
    return view, own_view(t, player, table_ids=table_ids)


def bar_html(tournament: int, user: User | None, table: int = 0) -> str:
    """The bar over a table of a stored tournament as this user sees it."""
    return bars_of_each([TournamentViewer(tournament, table, user, "en")])[0]["tournament-bar"]
