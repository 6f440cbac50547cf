"""The lobby as all sockets of a process show it: read once after a hint, and rendered once in each language."""

from collections import defaultdict
from collections.abc import Mapping

from games.lobby.news import current_news
from games.lobby.open_tables import OpenTables, open_tables
from games.messaging import messages
from games.web.lobby.listing import LISTED, Listed, listed_fragment, open_rows
from games.web.lobby.lobby import COMMON, Lobby, fragments_of
from games.web.lobby.rows import ROW, rows_html
from games.web.lobby.viewer_relations import ViewerRelation, relations_of
from games.web.sockets.lists.watched_list import Page, Reading, Viewer, WatchedList


def read_for(viewers: frozenset[Viewer[Listed]]) -> Reading[Listed]:
    """Reads the lobby for these viewers: once for all of them, and once more for each who waits for a seat."""
    tables = open_tables()
    relations = relations_of(tables.rows, {viewer.player for viewer in viewers if viewer.player})
    rows = {listed: open_rows(tables, listed) for listed in {viewer.part for viewer in viewers}}
    reading = Reading(viewers, dict[Page[Listed], dict[str, str]](), {}, tables.read_at)
    lists = defaultdict[tuple[str, bool], set[Listed]](set)
    for viewer in viewers:
        lists[viewer.language, viewer.player > 0].add(viewer.part)
    for (language, signed_in), several in lists.items():
        everybodys = Lobby(tables, {}, ViewerRelation(signed_in), current_news(language))
        wanted = {row.table: row for listed in several for row in rows[listed]}
        html = fragments_of(everybodys, wanted.values(), language)
        for listed in several:
            names = *(f"{ROW}{row.table}" for row in rows[listed]), *COMMON
            of_page = {name: html[name] for name in names}
            # What the page lists comes before the rows.
            reading.pages[language, signed_in, listed] = {LISTED: listed_fragment(tables, rows[listed]), **of_page}
    for viewer in viewers:
        if related := relations.get(viewer.player):
            reading.own[viewer] = _own_rows(viewer, related, tables, reading.pages[viewer.page])
    return reading


def _own_rows(
    viewer: Viewer[Listed], related: Mapping[int, ViewerRelation], tables: OpenTables, page: Mapping[str, str]
) -> dict[str, str]:
    """The rows on a viewer's page of the tables with which the viewer has to do."""
    own = [tables.by_id[table] for table in related if f"{ROW}{table}" in page]
    html = rows_html(own, lambda row: related[row.table], viewer.language)
    return {f"{ROW}{table}": row for table, row in html.items()}


class WatchedLobby(WatchedList[Listed]):
    """The lobby for all sockets of a process."""

    groups = messages.LOBBY, messages.FIGURES
    every_seconds = 1.0
    row = ROW
    read = staticmethod(read_for)
