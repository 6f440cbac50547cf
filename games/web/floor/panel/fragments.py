"""The panel as fragments: each row is rendered once per language and change, for all sockets of a process (F1)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext, override

from games.engine.rules.stakes import Stakes
from games.lobby.floor_calls import OpenCall
from games.money.escrow import currency_mark
from games.text.games import game_name, stakes_with_currency
from games.web.floor.calls.fragment import shown_calls
from games.web.floor.panel.drawing import draw_row
from games.web.floor.panel.facts import NOTHING_HOLDS, RoomState
from games.web.floor.panel.filters import RowFilter, listed_rows
from games.web.floor.panel.live import live_html
from games.web.floor.panel.rows import Need, PanelRow, PanelTable, PanelTournament
from games.web.floor.room.forms import TITLES
from games.web.floor.room.links import ENDING, act_url
from games.web.html.squeeze import squeeze_html
from games.web.table.tournament_links import directing_url_of

CACHED = 2_000
ROW, LIVE, TOURNAMENT = "f-table-", "f-live-", "f-tournament-"
"""How the ids of rows begin, and those of the part of each table that changes all the time."""


class PanelView(NamedTuple):
    """How somebody sees the panel: the language, what they may do, and which rows."""

    language: str
    may_answer: bool = False
    may_direct: bool = False
    may_run: bool = False
    rows: RowFilter = RowFilter()


class PanelFragments:
    """The panel in one way of seeing it; what has not changed since the last time is not made again.

    States of the panel are numbered: a page that shows one is brought up to date by what has changed since. What is
    made for one page serves all.
    """

    def __init__(self, view: PanelView) -> None:
        self.html: dict[str, str] = {}
        """All fragments by id, in the order in which they stand on the page."""
        self.number = 0
        """The state that `html` is, 0 for none."""
        self._view = view
        self._tables: dict[int, tuple[PanelTable, dict[str, str]]] = {}
        self._changed_at: dict[str, int] = {}
        """By fragment, the number of the state that it came with."""
        self._since: dict[int, str] = {}

    def update(
        self, rows: list[PanelRow], calls: tuple[OpenCall, ...], room: RoomState = NOTHING_HOLDS, *, number: int = 1
    ) -> None:
        """The panel now looks like this; `number` is higher than that of every state before."""
        html, before = self._draw(rows, calls, room), self.html
        changed = {name for name, text in html.items() if before.get(name) != text}
        # The live part within a row that is sent again is empty, so it follows as well.
        changed |= {name.replace(ROW, LIVE) for name in changed if name.startswith(ROW)}
        self._changed_at |= dict.fromkeys(changed, number)
        self.html, self.number = html, number
        self._since.clear()

    def since(self, number: int) -> str:
        """The HTML that a page lacks which shows the state of this number; 0 for a page that shows none."""
        if number not in self._since:
            changed_at = self._changed_at
            self._since[number] = "".join(text for name, text in self.html.items() if changed_at[name] > number)
        return self._since[number]

    def _draw(self, rows: list[PanelRow], calls: tuple[OpenCall, ...], room: RoomState) -> dict[str, str]:
        view, before, self._tables = self._view, self._tables, {}
        html = {"f-calls": _calls_html(calls, view.language, view.may_answer)}
        with override(view.language):
            listed = listed_rows(rows, view.rows)
            for row in listed.rows:
                if isinstance(row, PanelTournament):
                    html[f"{TOURNAMENT}{row.tournament.id}"] = _tournament_html(row, view)
                else:
                    made = self._tables[row.facts.table] = (row, self._table(row, before))
                    html |= made[1]
            order = " ".join(name for name in html if name.startswith((ROW, TOURNAMENT)))
            needing = sum(row.need is not Need.NOTHING for row in rows)
            html["f-room"] = _room_html(room, view.language, view.may_run)
            counts = _Counts(len(rows), needing, len(listed.rows), listed.fitting)
            html["f-order"] = _order_html(order, counts, view.language)
        return html

    def _table(self, row: PanelTable, before: Mapping[int, tuple[PanelTable, dict[str, str]]]) -> dict[str, str]:
        """The row of a table and the part of it that changes all the time."""
        table = row.facts.table
        old, html = before.get(table, (None, {}))
        if old == row:
            return html
        if old is None or old[:1] + old[2:] != row[:1] + row[2:]:
            html = {f"{ROW}{table}": _table_html(row._replace(live=None), self._view.language, self._view.may_direct)}
        return {**html, f"{LIVE}{table}": live_html(table, row.live, row.facts.amounts, self._view.language)}


def panel_fragments(
    rows: list[PanelRow], calls: tuple[OpenCall, ...], view: PanelView, room: RoomState = NOTHING_HOLDS
) -> dict[str, str]:
    """All fragments by id, in the order in which they stand on the page."""
    panel = PanelFragments(view)
    panel.update(rows, calls, room)
    return panel.html


@lru_cache(8)
def _calls_html(calls: tuple[OpenCall, ...], language: str, may_answer: bool) -> str:
    with override(language):
        context = shown_calls(calls, may_answer=may_answer, names_tables=True)
        return squeeze_html(render_to_string("games/floor/calls.html", context))


@lru_cache(16)
def _room_html(room: RoomState, language: str, may_run: bool) -> str:
    with override(language):
        acts = {name: (TITLES[name], act_url(name)) for name in ENDING}
        return squeeze_html(render_to_string("games/floor/panel/room.html", {"room": room, "may_run": may_run, **acts}))


class _Counts(NamedTuple):
    """The rows of the room, those that need attention, those that the page lists, and those that fit its filter."""

    rows: int
    needing: int
    listed: int
    fitting: int


@lru_cache(16)
def _order_html(order: str, counts: _Counts, language: str) -> str:
    with override(language):
        needs = ngettext("{count} needs attention", "{count} need attention", counts.needing).format(
            count=counts.needing
        )
        cut = gettext("{listed} of {fitting} rows are listed: choose stakes, or look for a table by its name.")
        context = {"order": order, "counts": counts, "needs": needs, "cut": cut.format(**counts._asdict())}
        return squeeze_html(render_to_string("games/floor/panel/order.html", context))


@lru_cache(CACHED)
def _table_html(row: PanelTable, language: str, may_direct: bool) -> str:
    facts = row.facts
    mark = "" if facts.tournament else currency_mark(facts.currency)
    game, stakes = _names(facts.game, facts.stakes, facts.currency, mark, language)
    context: dict[str, object] = {
        "row": row,
        "facts": facts,
        "need": row.need.name,
        "url": _table_url(facts.table, facts.tournament, may_direct),
        "game": game,
        "stakes": stakes,
        "call_since": int(row.call.asked_at.timestamp() * 1000) if row.call else 0,
        "called_at": timezone.localtime(row.call.asked_at).isoformat() if row.call else "",
    }
    return draw_row("table", context, language)


# What a busy room has drawn again every few seconds asks for the same names and addresses each time.
@lru_cache(CACHED)
def _table_url(table: int, tournament: int, may_direct: bool) -> str:
    if not tournament:
        return reverse("floor:table", args=(table,))
    return directing_url_of(tournament) if may_direct else reverse("games:table", args=(table,))


@lru_cache(CACHED)
def _names(game: str, stakes: Stakes, currency: str, _mark: str, language: str) -> tuple[str, str]:
    """The names of a game and of its stakes; the stakes contain the currency's symbol, which operators may change."""
    with override(language):
        return game_name(game, stakes.structure), stakes_with_currency(game, stakes, currency)


@lru_cache(CACHED)
def _tournament_html(row: PanelTournament, view: PanelView) -> str:
    context: dict[str, object] = {
        "tournament": row.tournament,
        "need": row.need.name,
        "url": directing_url_of(row.tournament.id) if view.may_direct else "",
    }
    return draw_row("tournament", context, view.language)
