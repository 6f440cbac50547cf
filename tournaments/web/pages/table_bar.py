"""The bar above a tournament table: level, time left, own place, and a link to the player's seat elsewhere."""

from collections.abc import Sequence

from django.utils.safestring import SafeString
from django.utils.translation import override

from games.web.api import Visitor
from tournaments.engine.state.tournament_state import Stage
from tournaments.engine.views.types import TournamentView
from tournaments.web.pages import fragments, log, notices, queries
from tournaments.web.pages.contexts import Viewer
from tournaments.web.text import labels


def bar_context(
    view: TournamentView,
    viewer: Viewer,
    table_id: int,
    move_reason: str = "",
    messages: Sequence[tuple[int, str]] = (),
) -> dict[str, object]:
    """The context of the bar above a table; `move_reason` is why the viewer now sits at another one.

    `messages` are the latest notices for the viewer as (id, text).
    """
    standing = viewer.own.standing if viewer.own else None
    sentence, _tone = labels.banner(view)
    clock, own = view.clock, viewer.own
    playing = view.stage == Stage.RUNNING and standing is not None and not standing.out
    new_table = own.table_id if own and playing and own.table_id and own.table_id != table_id else 0
    table = next((table for table in view.tables if table.table_id == table_id), None)
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
        "move_reason": move_reason,
        "messages_to_viewer": messages,
        "seat": standing.seat + 1 if standing else 0,
        "rebuy_price": labels.price_text(view.setup.rebuy.price, view.setup.currency) if view.setup.rebuy else "",
        "addon_price": labels.price_text(view.setup.addon.price, view.setup.currency) if view.setup.addon else "",
        "others_running": sum(other.running for other in view.tables if other is not table),
        "penalised": [row for row in view.standings if table and row.table == table.number and row.penalised],
        "waits": view.hand_for_hand and table is not None and not table.running,
    }


def bar_fragments(tournament: int, user: Visitor | None, table_id: int, language: str) -> dict[str, SafeString]:
    """The bar by its id, for the page and the socket."""
    with override(language):
        view, viewer = queries.view_for(tournament, user)
        elsewhere = viewer.own is not None and viewer.own.table_id != table_id
        reason = log.last_move_reason(tournament, viewer.player) if elsewhere else ""
        messages = notices.table_bar_messages(tournament, viewer.player)
        return {"tournament-bar": fragments.render("bar", bar_context(view, viewer, table_id, reason, messages))}
