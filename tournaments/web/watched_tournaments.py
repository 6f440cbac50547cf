"""The tournament list as all sockets of a process show it: read once after a hint, and drawn once in each language."""

import time
from collections.abc import Collection

from django.utils.translation import override

from games.web.api import Page, Reading, Viewer, WatchedList
from tournaments import api
from tournaments.web.pages.queries import ListedTournament, listed
from tournaments.web.pages.tournament_list import (
    LISTED,
    MOST_ROWS,
    ROW,
    Filters,
    chosen,
    listed_for,
    listed_fragment,
    row_html,
)


class _Rows:
    """Rows as they are now, each drawn once for all who have the same to do with its tournament."""

    def __init__(self) -> None:
        self._now = int(time.time() * 1000)
        self._drawn: dict[tuple[int, str, bool, bool, int], str] = {}

    def html(self, tournaments: Collection[ListedTournament], language: str) -> dict[str, str]:
        """The rows of these tournaments by id, in their order."""
        return {f"{ROW}{one.id}": self._row(one, language) for one in tournaments}

    def page(self, tournaments: Collection[ListedTournament], language: str) -> dict[str, str]:
        """A page of these tournaments: what it lists, and then the rows."""
        return {LISTED: listed_fragment(tournaments), **self.html(tournaments, language)}

    def _row(self, one: ListedTournament, language: str) -> str:
        key = one.id, language, one.entered, one.is_in, one.place
        if key not in self._drawn:
            with override(language):
                self._drawn[key] = row_html(one, language, self._now)
        return self._drawn[key]


def read_for(viewers: frozenset[Viewer[Filters]]) -> Reading[Filters]:
    """Reads the list for these viewers: once for all of them, and once more for each who looks at their own."""
    rows, shown = _Rows(), _everybodys({viewer.part for viewer in viewers})
    listed_ids = {one.id for tournaments in shown.values() for one in tournaments}
    entered = api.entered_by({viewer.player for viewer in viewers if viewer.player}, listed_ids)
    pages: dict[Page[Filters], dict[str, str]] = {}
    own: dict[Viewer[Filters], dict[str, str]] = {}
    for viewer in viewers:
        if viewer.part.only_own:
            pages[viewer.page] = {}
            own[viewer] = rows.page(listed_for(viewer.player, viewer.part), viewer.language)
            continue
        tournaments = shown[viewer.part]
        if viewer.page not in pages:
            pages[viewer.page] = rows.page(tournaments, viewer.language)
        if mine := entered.get(viewer.player):
            own[viewer] = rows.html(
                [one._replace(entered=True, **mine[one.id]._asdict()) for one in tournaments if one.id in mine],
                viewer.language,
            )
    return Reading(viewers, pages, own)


def _everybodys(wanted: Collection[Filters]) -> dict[Filters, list[ListedTournament]]:
    """What visitors see by these filters, in its order; tournaments at the same stages are read once."""
    stages = {filters.stages for filters in wanted if not filters.only_own}
    found = {several: listed(0, several, most=MOST_ROWS) for several in stages}
    return {filters: chosen(found[filters.stages], filters) for filters in wanted if not filters.only_own}


class WatchedTournaments(WatchedList[Filters]):
    """The tournament list for all sockets of a process."""

    groups = (api.SCHEDULE,)
    every_seconds = 5.0
    row = ROW
    read = staticmethod(read_for)
