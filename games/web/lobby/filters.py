"""The filters of the lobby and its order, which are kept in the page's address and with the account."""

from collections.abc import Callable, Collection
from typing import NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, QueryDict
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.lobby.queries import LobbyRow
from games.money import escrow
from games.preferences import Preferences
from games.text.games import FAMILIES, STRUCTURES, family, game_name
from games.web.security.rate_limits import exceeds_address_rate_limit
from games.web.settings.preferences import save_preferences

MOST_CURRENCIES = 8
"""The most currencies to filter by: the style sheet has a rule for each place."""
USUAL_UNIT = 100
"""The minor units of one unit in the settings."""
SESSION_KEY = "lobby"
"""The session key for the filters of visitors who are not signed in, as a query string."""
MOST_KEPT, KEPT_SECONDS = 30, 3600
"""How many sessions may begin with filters from one address in this time."""
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

    def fit(self, row: LobbyRow, *, is_seated: bool) -> bool:
        """Whether a table fits, as the style sheet decides where a page has all of them; `is_seated`: the viewer is."""
        return (
            (not self.structures or row.structure in self.structures)
            and (not self.games or family(row.game) in self.games)
            and (not self.currencies or row.currency in self.currencies)
            and (not self.bands or band_of(row) in self.bands)
            and (not self.free or is_seated or row.open_seats > 0)
            and (not self.people or row.taken > 0)
            and (not self.private or row.is_private)
        )


def saved_filters(request: HttpRequest) -> Filters:
    """The filters in the URL, which are then saved; the saved ones if the URL has none.

    One address gets only so many new sessions for them, as each of its requests may come without a cookie.
    """
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
    elif request.session.session_key or not exceeds_address_rate_limit(
        request, "filters", most=MOST_KEPT, seconds=KEPT_SECONDS
    ):
        request.session[SESSION_KEY] = filters.query
    return filters


class CurrencyFilter(NamedTuple):
    """A currency to filter by; rows of its tables have the class `in-currency-` with its `place`."""

    code: str
    label: str
    place: int


def currency_filters(found: Collection[str]) -> list[CurrencyFilter]:
    """The currencies to filter by, of those that tables have; none if all tables have the same."""
    offered = [
        CurrencyFilter(info.code, capfirst(escrow.currency_name(info.code)), place)
        for place, info in enumerate(escrow.all_currencies()[:MOST_CURRENCIES])
        if info.code in found
    ]
    return offered if len(found) > 1 else []


def band_of(row: LobbyRow) -> str:
    """Whether a table's stakes are low, middle or high among those of its currency."""
    currency = escrow.currency(row.currency)
    low, middle = (bound * currency.unit // USUAL_UNIT for bound in settings.STAKES_BANDS)
    if currency.middle_stakes:
        low, middle = currency.low_stakes, currency.middle_stakes
    return "low" if row.big_blind <= low else "middle" if row.big_blind <= middle else "high"


def sorted_rows(rows: list[LobbyRow], filters: Filters) -> list[LobbyRow]:
    """The rows in the order that the viewer chose; amounts count as they are shown, in units of their currency."""
    keys: dict[str, Callable[[LobbyRow], str | float | tuple[str, float] | tuple[int, int]]] = {
        "name": lambda row: row.name.casefold(),
        "game": lambda row: (game_name(row.game, row.structure), _units(row.big_blind, row)),
        "stakes": lambda row: _units(row.big_blind, row),
        "seats": lambda row: (row.taken, -row.seats),
        "pot": lambda row: _units(row.average_pot, row),
        "flop": lambda row: row.flop_percent,
        "pace": lambda row: row.hands_per_hour,
        "waiting": lambda row: row.waiting,
    }
    key = keys.get(filters.sort.removeprefix("-"))
    return sorted(rows, key=key, reverse=filters.sort.startswith("-")) if key else rows


def _units(amount: int, row: LobbyRow) -> float:
    return amount / escrow.currency(row.currency).unit


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
