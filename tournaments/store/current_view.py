"""The public view of a tournament as it is now; a process builds it once for each state, whoever asks for it."""

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import NamedTuple

from games import api as games
from tournaments.engine.state.tournament import Tournament as EngineTournament
from tournaments.engine.views import build
from tournaments.engine.views.overview import Overview, overview_of
from tournaments.engine.views.types import OwnTournamentView, TournamentView
from tournaments.models import Entry
from tournaments.store import queries
from tournaments.store.table_orders import table_ids_of

CACHE_SIZE = 32
"""The number of tournaments whose view a process keeps."""
_cache: "OrderedDict[int, CurrentView]" = OrderedDict()
_lock = Lock()


class CurrentView(NamedTuple):
    """The public view and what is looked up in it, the state behind it, and the ids of tables by number.

    `frozen_tables` are the ids of tables that wait for an operator.
    """

    view: TournamentView
    overview: Overview
    state: EngineTournament
    table_ids: Mapping[int, int]
    frozen_tables: frozenset[int]

    def of_player(self, player: int) -> OwnTournamentView:
        """A player's own view."""
        standing = self.overview.standings.get(player)
        return build.own_view(self.state, player, table_ids=self.table_ids, standing=standing)


def current_view(tournament_id: int) -> CurrentView:
    """The tournament as it is now; raises IllegalAction if there is none."""
    row = queries.current_state(tournament_id)
    frozen_tables = games.frozen_tables(tournament=tournament_id) if row.state.tables else frozenset()
    with _lock:
        kept = _cache.get(tournament_id)
    frozen = row.frozen, frozen_tables
    # A state that is kept is the same object until the tournament has changed.
    if kept is None or kept.state is not row.state or (kept.view.frozen, kept.frozen_tables) != frozen:
        kept = _build(tournament_id, row, frozen_tables)
    with _lock:
        _cache[tournament_id] = kept
        _cache.move_to_end(tournament_id)
        while len(_cache) > CACHE_SIZE:
            _cache.popitem(last=False)
    return kept


def _build(tournament_id: int, row: queries.CurrentState, frozen_tables: frozenset[int]) -> CurrentView:
    table_ids = table_ids_of(tournament_id) if row.state.tables else {}
    view = build.public_view(
        row.state,
        tournament_id=tournament_id,
        version=row.number,
        table_ids=table_ids,
        frozen=row.frozen,
        frozen_tables={number for number, table in table_ids.items() if table in frozen_tables},
    )
    bots = Entry.objects.filter(tournament=tournament_id, bot=True).values_list("player", flat=True)
    view = view._replace(bots=frozenset(bots))
    return CurrentView(view, overview_of(view), row.state, table_ids, frozen_tables)
