"""The lobby: every open table in a row, the viewer's own first in mind; the same rows for page and socket."""

from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from games.engine.stakes import Stakes, Structure
from games.gamewords import FAMILIES, STRUCTURES, family, game_name
from games.queries import LobbyRow, lobby_rows, seats_of
from games.web.words_of_rules import stakes_text

WHOLE = 100
"""An average is shown without the small change; minor units."""


class Filters(NamedTuple):
    """Which tables the viewer wants to see; kept in the page's address."""

    games: tuple[str, ...] = ()
    structures: tuple[str, ...] = ()
    free: bool = False

    @classmethod
    def of(cls, query: Any) -> "Filters":
        """The filters in a request's query."""
        games = tuple(code for code in FAMILIES if code in query.getlist("game"))
        return cls(games, tuple(code for code in STRUCTURES if code in query.getlist("structure")), "free" in query)


def row_context(row: LobbyRow, here: bool) -> dict[str, Any]:
    """What one row shows; `here` when the viewer sits there."""
    stakes = Stakes(Structure(row.structure), row.small_blind, row.big_blind, row.ante)
    return {
        "row": row,
        "average_pot": row.average_pot // WHOLE * WHOLE,
        "here": here,
        "game": game_name(row.game, row.structure),
        "family": family(row.game),
        "stakes": stakes_text(row.game, stakes),
        "places": [place < row.taken for place in range(row.seats)],
    }


def lobby_context(user_id: int) -> dict[str, Any]:
    """The rows and the sentence above them."""
    mine = {seat.table for seat in seats_of(user_id)} if user_id else set()
    rows = lobby_rows()
    return {
        "rows": [row_context(row, row.table in mine) for row in rows],
        "summary": summary(rows),
        "set": " ".join(str(row.table) for row in rows),
    }


def summary(rows: list[LobbyRow]) -> str:
    """How busy the room is, in words."""
    players = sum(row.taken for row in rows)
    tables = sum(1 for row in rows if row.taken)
    if not players:
        return _("Nobody is playing yet: be the first.")
    at = ngettext("at {tables} table", "at {tables} tables", tables).format(tables=tables)
    return ngettext("{players} player {at}", "{players} players {at}", players).format(players=players, at=at)


def lobby_pieces(language: str, user_id: int) -> dict[str, str]:
    """The lobby's pieces by id: a row for each table, the summary, and which tables there are."""
    with override(language):
        context = lobby_context(user_id)
        html: dict[str, str] = {
            f"table-{row['row'].table}": render_to_string("games/lobby/row.html", row) for row in context["rows"]
        }
        html["lobby-summary"] = render_to_string("games/lobby/summary.html", context)
    return html
