"""The lobby: one row for each open table, rendered the same way for page and socket."""

from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _

from games.lobby.news import current_news
from games.lobby.queries import LobbyRow, TableState, lobby_rows
from games.tables.kind import TableKind
from games.text.games import GAMES, MIXES, STRUCTURES, game_name, stakes_with_currency
from games.web.html.compiled_templates import plain_templates
from games.web.lobby.rows import ROW, rows_html
from games.web.lobby.viewer_relations import ViewerRelation, relations_of


class Lobby(NamedTuple):
    """The lobby as one viewer sees it: the rows of its tables in the room's order, and the news."""

    rows: list[LobbyRow]
    relations: Mapping[int, ViewerRelation]
    """The viewer's relation to the tables with which they have to do, by table."""
    other: ViewerRelation
    """The relation to all other tables."""
    news: list[str]

    def relation(self, row: LobbyRow) -> ViewerRelation:
        """The viewer's relation to a table."""
        return self.relations.get(row.table, self.other)

    @property
    def context(self) -> dict[str, object]:
        """The context of summary and news; by `table_ids` the page notices new tables."""
        table_ids = " ".join(str(table) for table in sorted(row.table for row in self.rows))
        return {"summary": summary(self.rows), "table_ids": table_ids, "room_news": self.news}


def read_lobby(user_id: int) -> Lobby:
    """The lobby for this viewer, 0 for one who is not signed in."""
    rows = lobby_rows()
    relations = relations_of(rows, [user_id] if user_id else []).get(user_id, {})
    return Lobby(rows, relations, ViewerRelation(user_id > 0), current_news(str(get_language())))


def seat_me_choices(rows: list[LobbyRow]) -> list[tuple[str, list[tuple[str, str]]]]:
    """The choices of "seat me": for each game its stakes, as (code, label)."""
    free: Counter[str] = Counter()
    for row in rows:
        if row.kind and row.state in (TableState.PLAYING, TableState.WAITING):
            free[row.kind] += row.open_seats
    offered = {kind: seats for code, seats in free.items() if (kind := TableKind.read(code)) is not None}
    games, structures = [*GAMES, *MIXES], [*STRUCTURES]
    names = sorted(offered, key=lambda kind: (games.index(kind.game), structures.index(kind.structure), kind.big_blind))
    return [
        (game, [(kind.code, _stakes_label(kind, offered[kind])) for kind in group])
        for game, group in groupby(names, key=lambda kind: game_name(kind.game, kind.structure))
    ]


def _stakes_label(kind: TableKind, seats: int) -> str:
    stakes = stakes_with_currency(kind.game, kind.stakes, kind.currency)
    if not seats:
        return _("{stakes}, waiting list").format(stakes=stakes)
    return ngettext("{stakes}, {seats} seat", "{stakes}, {seats} seats", seats).format(stakes=stakes, seats=seats)


def summary(rows: list[LobbyRow]) -> str:
    """A sentence on how many players are at how many tables."""
    players = sum(row.taken for row in rows)
    tables = sum(1 for row in rows if row.taken)
    if not players:
        return _("Nobody is playing yet: be the first.")
    at = ngettext("at {tables} table", "at {tables} tables", tables).format(tables=tables)
    return ngettext("{players} player {at}", "{players} players {at}", players).format(players=players, at=at)


def fragments_of(lobby: Lobby, language: str) -> dict[str, str]:
    """The lobby's fragments by id: a row for each table, the summary, which tables there are, and the news."""
    with override(language):
        html: dict[str, str] = {
            f"{ROW}{table}": row for table, row in rows_html(lobby.rows, lobby.relation, language).items()
        }
        for fragment in ("lobby-summary", "room-news"):
            template = f"games/lobby/{fragment.partition('-')[2]}.html"
            html[fragment] = plain_templates(language).render(template, lobby.context)
    return html


def lobby_fragments(language: str, user_id: int) -> dict[str, str]:
    """The fragments of the lobby as it is now, for one viewer."""
    with override(language):
        return fragments_of(read_lobby(user_id), language)
