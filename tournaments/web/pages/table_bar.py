"""The bar above a tournament table: level, time left, own place, and a link to the player's seat elsewhere."""

from collections.abc import Iterator, Sequence

from django.utils.translation import override

from games.web.api import TournamentViewer
from tournaments import api
from tournaments.engine.state.tournament_state import Stage
from tournaments.engine.views.overview import Overview, overview_of
from tournaments.engine.views.types import TournamentView
from tournaments.web.pages import log, notices, queries
from tournaments.web.pages.contexts import Viewer
from tournaments.web.pages.drawing import draw
from tournaments.web.pages.many_viewers import for_each_viewer
from tournaments.web.text import labels
from tournaments.web.text.event_text import move_reason


def bar_context(
    view: TournamentView,
    viewer: Viewer,
    table_id: int,
    moved_why: str = "",
    messages: Sequence[tuple[int, str]] = (),
    overview: Overview | None = None,
) -> dict[str, object]:
    """The context of the bar above a table; `moved_why` is why the viewer now sits at another one.

    `messages` are the latest notices for the viewer as (id, text), `overview` is that of the view, if it is at hand.
    """
    overview = overview or overview_of(view)
    standing = viewer.own.standing if viewer.own else None
    sentence, _tone = labels.banner(view)
    clock, own = view.clock, viewer.own
    playing = view.stage == Stage.RUNNING and standing is not None and not standing.out
    new_table = own.table_id if own and playing and own.table_id and own.table_id != table_id else 0
    table = overview.tables.get(table_id)
    return {
        "view": view,
        "setup": view.setup,
        "me": viewer.player,
        "own": own,
        "key": viewer.key,
        "orders": viewer.orders,
        "standing": standing,
        "playing": playing,
        "over": view.stage in (Stage.ENDED, Stage.CANCELLED),
        "blinds": labels.blinds(clock.now, view.setup.games[0]) if clock.now else "",
        "ante": labels.ante(view.setup, clock.level) if clock.now else "",
        "next_blinds": labels.blinds(clock.next, view.setup.games[0]) if clock.next else "",
        "sentence": sentence,
        "short_state": labels.short_state(view),
        "level_text": labels.level_text(view),
        "place_text": labels.place_text(standing) if standing else "",
        "won": standing is not None and standing.place == 1,
        "new_table": new_table,
        "move_reason": moved_why,
        "messages_to_viewer": messages,
        "seat": standing.seat + 1 if standing else 0,
        "rebuy_price": labels.price_text(view.setup.rebuy.price, view.setup.currency) if view.setup.rebuy else "",
        "addon_price": labels.price_text(view.setup.addon.price, view.setup.currency) if view.setup.addon else "",
        "others_running": overview.running - (table is not None and table.running),
        "penalised": overview.penalised.get(table.number, ()) if table else (),
        "waits": view.hand_for_hand and table is not None and not table.running,
    }


def bars_of_each(viewers: Sequence[TournamentViewer]) -> list[dict[str, str]]:
    """The bar of each viewer by its id; what those of one tournament need is read together."""
    return for_each_viewer(viewers, _bars)


def _bars(tournament: int, viewers: Sequence[TournamentViewer]) -> Iterator[tuple[TournamentViewer, dict[str, str]]]:
    current = api.current_view(tournament)
    own = {viewer.user.pk: current.of_player(viewer.user.pk) for viewer in viewers if viewer.user}
    elsewhere = {viewer.user.pk for viewer in viewers if viewer.user and own[viewer.user.pk].table_id != viewer.table}
    moves = log.last_moves(tournament, elsewhere)
    orders = api.orders_of_each(tournament, own, limit=queries.MOST_ORDERS)
    recent = notices.recent_of_each(tournament, own)
    for viewer in viewers:
        player = viewer.user.pk if viewer.user else 0
        with override(viewer.language):
            context = bar_context(
                current.view,
                queries.viewer_of(current.view, player, own.get(player), orders.get(player, ())),
                viewer.table,
                move_reason(moves[player]) if player in moves else "",
                notices.table_bar_messages(recent.get(player, ())),
                current.overview,
            )
            yield viewer, {"tournament-bar": draw("bar", context, viewer.language)}
