"""Draws the long lists of a tournament's pages, players and tables: what all viewers see the same is drawn once."""

from collections.abc import Sequence

from django.utils.safestring import SafeString
from django.utils.translation import override

from tournaments.engine.state.tournament_state import Stage
from tournaments.engine.views.types import Standing, TableView, TournamentView
from tournaments.web.pages import contexts
from tournaments.web.pages.drawing import draw
from tournaments.web.pages.fragments_cache import cached
from tournaments.web.text import labels


def standings(view: TournamentView, player: int, language: str) -> SafeString:
    """The players, best first; the viewer's own row is always among them."""
    shown = list(view.standings[: contexts.MOST_ROWS])
    if player:
        shown += [row for row in view.standings[contexts.MOST_ROWS :] if row.player == player]
    more = len(view.standings) - len(shown)
    return chosen_standings(view, player, contexts.by_place(view, shown), language, more=more)


def chosen_standings(
    view: TournamentView, player: int, chosen: Sequence[Standing], language: str, *, more: int = 0
) -> SafeString:
    """These rows of the standings, the viewer's own marked; `more` is the number of players not listed."""
    rows = cached(view, "standings", language, lambda: _Rows(view, language))
    html = SafeString("".join(rows.row(row, player) for row in chosen))
    more_players = {"more": more, "columns": 6, "search": True, "tournament": view.tournament}
    return draw("standings", rows.shared | more_players | {"rows": html}, language)


class _Rows:
    """The rows of the standings in one language, each drawn when it is first shown."""

    def __init__(self, view: TournamentView, language: str) -> None:
        over = view.stage in (Stage.ENDED, Stage.CANCELLED)
        self.shared: dict[str, object] = {
            "currency": view.setup.currency,
            "bots": view.bots,
            "started": view.stage != Stage.OPEN,
            "bounties": view.setup.price.bounty > 0,
        }
        self._language = language
        self._table_ids = {table.number: table.table_id for table in view.tables}
        self._extras = {line.first: line.extra for line in view.prizes} if over else {}
        self._drawn: dict[int, SafeString] = {}

    def row(self, row: Standing, player: int) -> SafeString:
        """The row as this player sees it."""
        if row.player == player:
            return self._draw(row, player)
        if row.player not in self._drawn:
            self._drawn[row.player] = self._draw(row, 0)
        return self._drawn[row.player]

    def _draw(self, row: Standing, player: int) -> SafeString:
        with override(self._language):
            context = {
                "row": row,
                "me": player,
                "place_text": labels.place_text(row),
                "table_id": self._table_ids.get(row.table, 0),
                "extra": self._extras.get(row.place, "") if row.place else "",
            }
            return draw("standings_row", self.shared | context, self._language)


def tables(view: TournamentView, player: int, language: str, *, own_table: int = 0) -> SafeString:
    """The tables with their seats, the viewer's own first, whose number is `own_table`."""
    drawn = cached(view, "tables", language, dict[int, SafeString])
    ordered = sorted(view.tables, key=lambda table: (table.number != own_table, table.number))
    html = list[SafeString]()
    for table in ordered[: contexts.MOST_TABLES]:
        if table.number == own_table:
            html.append(_table(view, table, language, me=player, is_mine=True))
            continue
        if table.number not in drawn:
            drawn[table.number] = _table(view, table, language)
        html.append(drawn[table.number])
    more = max(0, len(ordered) - contexts.MOST_TABLES)
    return draw("tables", {"tables": SafeString("".join(html)), "more": more}, language)


def _table(view: TournamentView, table: TableView, language: str, *, me: int = 0, is_mine: bool = False) -> SafeString:
    context = {
        "table": table,
        "me": me,
        "is_mine": is_mine,
        "bots": view.bots,
        "final_table": view.final_table,
        "hand_for_hand": view.hand_for_hand and view.stage == Stage.RUNNING,
    }
    return draw("table", context, language)
