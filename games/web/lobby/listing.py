"""Which tables a page of the lobby lists: all of them, or with many the part of those that fit the viewer's filters."""

import re
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.lobby.open_tables import MOST_LISTED, OpenTables
from games.lobby.queries import LobbyRow
from games.web.html.listed_rows import listed_rows
from games.web.lobby.filters import Filters, sorted_rows
from games.web.lobby.lobby import Lobby

_NUMBER = re.compile(r"\d{1,18}", re.ASCII)
LISTED = "lobby-tables"
"""The fragment that tells a page which rows it has."""
Listed = frozenset[int] | None
"""The tables that a page lists; None for the first ones in the room's order, which are all if they are not many."""


class Listing(NamedTuple):
    """The rows of a page in its order, the place of the first one, and how many fit in all."""

    rows: list[LobbyRow]
    first: int
    fitting: int
    listed: Listed

    @property
    def last(self) -> int:
        """The place of the last row."""
        return self.first + len(self.rows) - 1

    @property
    def page(self) -> int:
        """The number of the page, from 1."""
        return self.first // MOST_LISTED + 1

    @property
    def previous(self) -> int:
        """The number of the page before, 0 for none."""
        return self.page - 1

    @property
    def next(self) -> int:
        """The number of the page after it, 0 for none."""
        return self.page + 1 if self.last < self.fitting else 0


def listing_of(lobby: Lobby, filters: Filters, page: int) -> Listing:
    """What a viewer sees on a page, whose number may be too high; where all tables are listed, the browser filters."""
    if not lobby.tables.are_many:
        return Listing(sorted_rows(lobby.tables.rows, filters), 1, len(lobby.tables.rows), None)
    fitting = [row for row in lobby.tables.rows if filters.fit(row, is_seated=lobby.relation(row).is_seated)]
    last_page = max(1, -(-len(fitting) // MOST_LISTED))
    start = (min(max(page, 1), last_page) - 1) * MOST_LISTED
    rows = sorted_rows(fitting, filters)[start : start + MOST_LISTED]
    is_usual = not start and not filters.active_count and not filters.sort
    return Listing(rows, start + 1, len(fitting), None if is_usual else frozenset(row.table for row in rows))


def open_rows(tables: OpenTables, listed: Listed) -> list[LobbyRow]:
    """The rows of the tables that a page lists and that are still open."""
    if listed is None:
        return tables.rows[:MOST_LISTED]
    return [tables.by_id[table] for table in sorted(listed) if table in tables.by_id]


def listed_fragment(tables: OpenTables, rows: list[LobbyRow]) -> SafeString:
    """Tells the page which rows it has, and whether there are more tables."""
    return listed_rows(LISTED, [row.table for row in rows], more=tables.are_many)


def read_listed(text: str) -> Listed:
    """The tables that the address of a socket names, separated by dots; None if it names none or what is no list."""
    numbers = text.split(".")
    if len(numbers) > MOST_LISTED or not all(_NUMBER.fullmatch(number) for number in numbers):
        return None
    return frozenset(map(int, numbers))


def listed_text(listed: Listed) -> str:
    """The tables as the address of a socket names them; no table has the number 0."""
    return "" if listed is None else ".".join(map(str, sorted(listed or [0])))
