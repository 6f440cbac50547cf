"""Draws the long lists of a tournament's pages, players and tables: what all viewers see the same is drawn once."""

from collections.abc import Sequence
from itertools import islice

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
    first, others = cached(view, "first standings", language, lambda: _split(view))
    shown = [*first, others[player]] if player in others else first
    more = len(view.standings) - len(shown)
    return chosen_standings(view, player, contexts.by_place(view, shown), language, more=more)


def _split(view: TournamentView) -> tuple[list[Standing], dict[int, Standing]]:
    """The rows that everybody sees, and all others by player."""
    first, others = view.standings[: contexts.MOST_ROWS], view.standings[contexts.MOST_ROWS :]
    return list(first), {row.player: row for row in others}


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
    found = cached(view, "tables", language, lambda: _Tables(view, language))
    own = found.by_number.get(own_table)
    html = [_table(view, own, language, me=player, is_mine=True)] if own else []
    html += found.others(own_table, contexts.MOST_TABLES - len(html))
    more = max(0, len(view.tables) - contexts.MOST_TABLES)
    return draw("tables", {"tables": SafeString("".join(html)), "more": more}, language)


class _Tables:
    """The tables by number in one language, each drawn when it is first shown to somebody who sits elsewhere."""

    def __init__(self, view: TournamentView, language: str) -> None:
        self.by_number = {table.number: table for table in sorted(view.tables, key=lambda table: table.number)}
        self._view, self._language = view, language
        self._drawn: dict[int, SafeString] = {}

    def others(self, own_table: int, most: int) -> list[SafeString]:
        """The first tables, as many as `most`, without the viewer's own."""
        numbers = [number for number in islice(self.by_number, most + 1) if number != own_table][:most]
        for number in numbers:
            if number not in self._drawn:
                self._drawn[number] = _table(self._view, self.by_number[number], self._language)
        return [self._drawn[number] for number in numbers]


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
