"""The lobby: one row for each open table, rendered the same way for page and socket."""

import re
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple, TypedDict
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, QueryDict
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy, ngettext, override, pgettext_lazy
from django.utils.translation import gettext as _

from games.engine.rules.stakes import Stakes, Structure
from games.lobby.my_tables import MyWait
from games.lobby.news import current_news
from games.lobby.queries import LobbyRow, TableState, lobby_rows
from games.money import escrow
from games.preferences import Preferences
from games.tables.kind import TableKind
from games.text.games import FAMILIES, GAMES, MIXES, STRUCTURES, family, game_name, stakes_with_currency
from games.text.moments import closes_text
from games.web.html.compiled_templates import plain_templates
from games.web.lobby.viewer_relations import ViewerRelation, relations_of
from games.web.settings.preferences import save_preferences

CACHED_ROWS, CACHED_DIGESTS = 8192, 2048
DIGEST_LENGTH, MOST_DIGESTS = 8, 1000
"""The digests of so many rows fit into the address of a socket; others are sent to it once more."""
ROW = "table-"
"""What the id of a row begins with, before the table's."""
MOST_CURRENCIES = 8
"""The most currencies to filter by: the style sheet has a rule for each place."""
USUAL_UNIT = 100
"""The minor units of one unit in the settings."""
_INDENTATION = re.compile(r"\s*\n\s*")
SESSION_KEY = "lobby"
"""The session key for the filters of visitors who are not signed in, as a query string."""
BANDS: dict[str, Promise] = {
    "low": pgettext_lazy("stakes", "Low"),
    "middle": pgettext_lazy("stakes", "Middle"),
    "high": pgettext_lazy("stakes", "High"),
}
ORDERS: dict[str, Promise] = {
    "name": gettext_lazy("Table"),
    "game": gettext_lazy("Game"),
    "stakes": gettext_lazy("Stakes"),
    "seats": gettext_lazy("Seats"),
    "pot": gettext_lazy("Avg pot"),
    "flop": gettext_lazy("Flop %"),
    "pace": gettext_lazy("Hands/h"),
    "waiting": gettext_lazy("Waiting"),
}
"""The columns by which rows can be sorted."""
FILTER_PARAMETERS = {"f", "game", "structure", "band", "currency", "free", "people", "private", "sort"}
"""Query parameters that set filters; "f" alone clears them."""
NUMBERS = ("stakes", "pot", "flop", "pace", "waiting")


class Filters(NamedTuple):
    """Which tables the viewer wants to see, and in what order; saved in the page's URL and with the account.

    `sort` is a column, with "-" before it for descending; empty is the operator's order.
    """

    games: tuple[str, ...] = ()
    structures: tuple[str, ...] = ()
    free: bool = False
    bands: tuple[str, ...] = ()
    people: bool = False
    private: bool = False
    sort: str = ""
    currencies: tuple[str, ...] = ()

    @classmethod
    def of(cls, query: QueryDict) -> "Filters":
        """The filters in a request's query."""
        games, structures, bands = (
            tuple(code for code in codes if code in query.getlist(name))
            for name, codes in (("game", FAMILIES), ("structure", STRUCTURES), ("band", BANDS))
        )
        sort = query.get("sort", "")
        sort = sort if sort.removeprefix("-") in ORDERS else ""
        chosen = query.getlist("currency")
        currencies = tuple(info.code for info in escrow.all_currencies() if info.code in chosen)
        return cls(games, structures, "free" in query, bands, "people" in query, "private" in query, sort, currencies)

    @property
    def query(self) -> str:
        """The filters as a query string."""
        lists = {"game": self.games, "structure": self.structures, "band": self.bands, "currency": self.currencies}
        switches = {"free": self.free, "people": self.people, "private": self.private}
        sort = {"sort": self.sort} if self.sort else {}
        return urlencode({**lists, **{name: "on" for name, on in switches.items() if on}, **sort}, doseq=True)

    @property
    def active_count(self) -> int:
        """How many filters are on."""
        return len(self.games + self.structures + self.bands + self.currencies) + self.free + self.people + self.private


NO_FILTERS = Filters()


def saved_filters(request: HttpRequest) -> Filters:
    """The filters in the URL, which are then saved; the saved ones if the URL has none."""
    known = request.user.is_authenticated
    preferences = Preferences.of(request.user)
    saved = preferences.lobby if known else str(request.session.get(SESSION_KEY, ""))
    if FILTER_PARAMETERS.isdisjoint(request.GET):
        return Filters.of(QueryDict(saved))
    filters = Filters.of(request.GET)
    if filters.query == saved:
        return filters
    if known:
        save_preferences(request, preferences._replace(lobby=filters.query))
    else:
        request.session[SESSION_KEY] = filters.query
    return filters


class CurrencyFilter(NamedTuple):
    """A currency to filter by; rows of its tables have the class `in-currency-` with its `place`."""

    code: str
    label: str
    place: int


def currency_filters(rows: list[LobbyRow]) -> list[CurrencyFilter]:
    """The currencies of these tables; none if all tables have the same."""
    found = {row.currency for row in rows}
    offered = [
        CurrencyFilter(info.code, capfirst(escrow.currency_name(info.code)), place)
        for place, info in enumerate(escrow.all_currencies()[:MOST_CURRENCIES])
        if info.code in found
    ]
    return offered if len(found) > 1 else []


def _currency_class(currency: str) -> str:
    codes = [info.code for info in escrow.all_currencies()]
    return f"in-currency-{codes.index(currency)}"


def band_of(row: LobbyRow) -> str:
    """Whether a table's stakes are low, middle or high among those of its currency."""
    currency = escrow.currency(row.currency)
    low, middle = (bound * currency.unit // USUAL_UNIT for bound in settings.STAKES_BANDS)
    if currency.middle_stakes:
        low, middle = currency.low_stakes, currency.middle_stakes
    return "low" if row.big_blind <= low else "middle" if row.big_blind <= middle else "high"


class RowContext(TypedDict):
    """The context of one table's row: the table, what this viewer has to do with it, and its texts."""

    row: LobbyRow
    viewer: ViewerRelation
    signed_in: bool
    is_seated: bool
    is_owner: bool
    wait: MyWait | None
    average_pot: int
    called: bool
    game: str
    classes: str
    stakes: str
    closes: str
    places: list[bool]


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


def row_context(row: LobbyRow, viewer: ViewerRelation) -> RowContext:
    """The context of one table's row."""
    unit = escrow.currency(row.currency).unit
    stakes = Stakes(Structure(row.structure), row.small_blind, row.big_blind, row.ante)
    classes = (
        (f"of-{row.structure}", True),
        (f"in-{family(row.game)}", True),
        (f"at-{band_of(row)}", True),
        (_currency_class(row.currency), True),
        ("here", viewer.is_seated),
        ("full", not row.open_seats),
        ("nobody", not row.taken),
        ("private", row.locked or bool(row.owner)),
    )
    return {
        "row": row,
        "viewer": viewer,
        "signed_in": viewer.signed_in,
        "is_seated": viewer.is_seated,
        "is_owner": viewer.is_owner,
        "wait": viewer.wait,
        "average_pot": _shown_pot(row.average_pot, unit),
        "called": viewer.wait is not None and viewer.wait.called_to == row.table,
        "game": game_name(row.game, row.structure),
        "classes": " ".join(name for name, on in classes if on),
        "stakes": stakes_with_currency(row.game, stakes, row.currency),
        "closes": closes_text(row.closes_at, near=row.closes_near) if row.closes_at else "",
        "places": [place < row.taken for place in range(row.seats)],
    }


def read_lobby(user_id: int) -> Lobby:
    """The lobby for this viewer, 0 for one who is not signed in."""
    rows = lobby_rows()
    relations = relations_of(rows, [user_id] if user_id else []).get(user_id, {})
    return Lobby(rows, relations, ViewerRelation(user_id > 0), current_news(str(get_language())))


def sorted_rows(rows: list[LobbyRow], filters: Filters) -> list[LobbyRow]:
    """The rows in the order that the viewer chose."""
    keys: dict[str, Callable[[LobbyRow], str | int | tuple[str, int] | tuple[int, int]]] = {
        "name": lambda row: row.name.casefold(),
        "game": lambda row: (game_name(row.game, row.structure), row.big_blind),
        "stakes": lambda row: row.big_blind,
        "seats": lambda row: (row.taken, -row.seats),
        "pot": lambda row: row.average_pot,
        "flop": lambda row: row.flop_percent,
        "pace": lambda row: row.hands_per_hour,
        "waiting": lambda row: row.waiting,
    }
    key = keys.get(filters.sort.removeprefix("-"))
    return sorted(rows, key=key, reverse=filters.sort.startswith("-")) if key else rows


def column_headings(filters: Filters) -> list[dict[str, object]]:
    """The column headings: the sort that pressing each one asks for, and how the rows are sorted by it now."""
    now, down = filters.sort.removeprefix("-"), filters.sort.startswith("-")
    return [
        {
            "name": name,
            "label": label,
            "number": name in NUMBERS,
            "sort": name if (name == now and down) or (name != now and name in ("name", "game")) else f"-{name}",
            "sorted": ("descending" if down else "ascending") if name == now else "",
        }
        for name, label in ORDERS.items()
    ]


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


class _Look(NamedTuple):
    """What a row's HTML depends on besides the table and the viewer."""

    language: str
    currency: escrow.CurrencyInfo
    currency_class: str


def _row_html(row: LobbyRow, viewer: ViewerRelation, look: _Look) -> SafeString:
    """A row, rendered once for all viewers with the same relation to its table."""
    with override(look.language):
        html = render_to_string("games/lobby/row.html", row_context(row, viewer))
    # Without its indentation, to keep socket messages small.
    return SafeString(_INDENTATION.sub("\n", html).strip())


class _Drawn(NamedTuple):
    """What was last drawn for a table: its row, what of it is shown, how, and the HTML."""

    row: LobbyRow
    as_shown: LobbyRow
    look: _Look
    html: SafeString


_last_drawn: dict[tuple[int, ViewerRelation, str], _Drawn] = {}
"""By table, relation and language: a row that was read unchanged is the same object, which is quickly seen."""


def rows_html(lobby: Lobby, language: str) -> dict[int, SafeString]:
    """The HTML of all rows by table, in the lobby's order."""
    looks = {
        code: _Look(language, escrow.currency(code), _currency_class(code))
        for code in {row.currency for row in lobby.rows}
    }
    if len(_last_drawn) > CACHED_ROWS:
        _last_drawn.clear()

    def html(row: LobbyRow) -> SafeString:
        viewer, look = lobby.relation(row), looks[row.currency]
        place = row.table, viewer, language
        drawn = _last_drawn.get(place)
        if drawn is not None and drawn.row is row and drawn.look == look:
            return drawn.html
        # Whole units are shown, and that hands were played: most hands change no row.
        pot = _shown_pot(row.average_pot, look.currency.unit)
        as_shown = row._replace(average_pot=pot, hands=min(row.hands, 1))
        if drawn is None or (drawn.as_shown, drawn.look) != (as_shown, look):
            text = _row_html(as_shown, viewer, look)
        else:
            text = drawn.html
        _last_drawn[place] = _Drawn(row, as_shown, look, text)
        return text

    return {row.table: html(row) for row in lobby.rows}


def _shown_pot(pot: int, unit: int) -> int:
    return pot // unit * unit or pot


def fragments_of(lobby: Lobby, language: str) -> dict[str, str]:
    """The lobby's fragments by id: a row for each table, the summary, which tables there are, and the news."""
    with override(language):
        html: dict[str, str] = {f"{ROW}{table}": row for table, row in rows_html(lobby, language).items()}
        for fragment in ("lobby-summary", "room-news"):
            template = f"games/lobby/{fragment.partition('-')[2]}.html"
            html[fragment] = plain_templates(language).render(template, lobby.context)
    return html


def lobby_fragments(language: str, user_id: int) -> dict[str, str]:
    """The fragments of the lobby as it is now, for one viewer."""
    with override(language):
        return fragments_of(read_lobby(user_id), language)


@lru_cache(CACHED_DIGESTS)
def digest_of(row: str) -> str:
    """Tells a row's HTML from another."""
    return f"{zlib.crc32(row.encode()):0{DIGEST_LENGTH}x}"


def digests_of(rows: Mapping[int, str]) -> str:
    """By what a page tells its socket which rows it shows: their digests, in the order of the tables' ids."""
    return "".join(digest_of(rows[table]) for table in sorted(rows)[:MOST_DIGESTS])
