"""The lobby: one row for each open table, rendered the same way for page and socket."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Final, NamedTuple

from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _

from games.lobby.news import current_news
from games.lobby.open_tables import OpenTables, open_tables
from games.lobby.queries import LobbyRow
from games.tables.kind import TableKind
from games.text.games import GAMES, MIXES, STRUCTURES, game_name, stakes_with_currency
from games.web.html.compiled_templates import plain_templates
from games.web.lobby.rows import ROW, rows_html
from games.web.lobby.viewer_relations import ViewerRelation, relations_of

COMMON: Final = "lobby-summary", "room-news"
"""The fragments that are not of one table."""


class Lobby(NamedTuple):
    """The lobby as one viewer sees it: the open tables, and the news."""

    tables: OpenTables
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
        """The context of summary and news."""
        return {"summary": summary(self.tables), "room_news": self.news}


def read_lobby(user_id: int) -> Lobby:
    """The lobby for this viewer, 0 for a visitor without an account."""
    tables = open_tables()
    relations = relations_of(tables.rows, [user_id] if user_id else []).get(user_id, {})
    return Lobby(tables, relations, ViewerRelation(user_id > 0), current_news(str(get_language())))


def seat_me_choices(free: Mapping[str, int]) -> list[tuple[str, list[tuple[str, str]]]]:
    """The choices of "seat me" from the free seats of each kind: for each game its stakes, as (code, label)."""
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


def summary(tables: OpenTables) -> str:
    """A sentence on how many players are at how many tables."""
    players, count = tables.players, tables.tables_with_players
    if not players:
        return _("Nobody is playing yet: be the first.")
    at = ngettext("at {tables} table", "at {tables} tables", count).format(tables=count)
    return ngettext("{players} player {at}", "{players} players {at}", players).format(players=players, at=at)


def fragments_of(lobby: Lobby, rows: Iterable[LobbyRow], language: str) -> dict[str, str]:
    """Fragments of the lobby by id: these rows, the summary, and the news."""
    with override(language):
        drawn = rows_html(rows, lobby.relation, language)
        html: dict[str, str] = {f"{ROW}{table}": row for table, row in drawn.items()}
        for fragment in COMMON:
            template = f"games/lobby/{fragment.partition('-')[2]}.html"
            html[fragment] = plain_templates(language).render(template, lobby.context)
    return html
