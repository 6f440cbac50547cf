"""The tournament list: its filters, its order and its rows."""

from collections.abc import Iterable
from typing import NamedTuple, TypedDict
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from games.text.games import FAMILIES
from games.web.api import listed_rows, money_text
from tournaments.engine.state.tournament_state import Stage
from tournaments.web.pages import queries
from tournaments.web.pages.drawing import draw
from tournaments.web.pages.queries import ListedTournament
from tournaments.web.text import labels

LISTED = "t-listed"
"""The fragment that tells a page which rows it has."""
ROW = "t-row-"
"""What the id of a row begins with, before the tournament's."""
SOON_MS = 24 * 3_600_000
"""The list counts down to starts within this time."""
MOST_ROWS = 200
STATES: dict[str, Promise] = {
    "coming": pgettext_lazy("tournaments", "Upcoming and running"),
    "open": pgettext_lazy("tournaments", "Registering"),
    "running": pgettext_lazy("tournaments", "Running"),
    "over": pgettext_lazy("tournaments", "Finished"),
    "mine": pgettext_lazy("tournaments", "Mine"),
}


class Filters(NamedTuple):
    """The viewer's filters, kept in the page's address."""

    state: str = "coming"
    kinds: tuple[str, ...] = ()
    games: tuple[str, ...] = ()

    @classmethod
    def of(cls, query: QueryDict) -> "Filters":
        """The filters of a request's query."""
        kinds, games = (
            tuple(code for code in codes if code in query.getlist(name))
            for name, codes in (("kind", labels.KINDS), ("game", FAMILIES))
        )
        state = str(query.get("state", "coming"))
        return cls(state if state in STATES else "coming", kinds, games)

    @property
    def query(self) -> str:
        """The filters as a query string."""
        state = {} if self.state == "coming" else {"state": self.state}
        return urlencode({**state, "kind": self.kinds, "game": self.games}, doseq=True)

    @property
    def active_count(self) -> int:
        """How many filters are on."""
        return len(self.kinds + self.games) + (self.state != Filters().state)

    @property
    def stages(self) -> tuple[str, ...]:
        """The stages of the tournaments that are listed."""
        return {
            "coming": ("open", "running"),
            "open": ("open",),
            "running": ("running",),
            "over": ("ended", "cancelled"),
            "mine": ("open", "running", "ended", "cancelled"),
        }[self.state]

    @property
    def only_own(self) -> bool:
        """Whether only tournaments are listed that the viewer is or was in."""
        return self.state == "mine"

    def accepts(self, tournament: ListedTournament) -> bool:
        """Whether a tournament passes the filters."""
        if self.kinds and not set(self.kinds) & set(labels.tournament_kinds(tournament.setup)):
            return False
        return not self.games or labels.game_family(tournament.setup) in self.games


class Row(TypedDict):
    """A row of the list as its template shows it: amounts in minor units, `starts_at` in ms since the epoch."""

    id: int
    name: str
    game: str
    kinds: list[str]
    price: str
    currency: str
    pool: int
    guaranteed: bool
    entrants: int
    left: int
    most: int
    state: str
    state_text: str
    starts_at: int
    counts_down: bool
    locked: bool
    entered: bool
    is_in: bool
    place: int
    can_enter: bool


def chosen(listed: Iterable[ListedTournament], filters: Filters) -> list[ListedTournament]:
    """Those that pass: open tournaments by start, then running ones, then finished ones, newest first."""
    return sorted(filter(filters.accepts, listed), key=_list_order)


def listed_for(player: int, filters: Filters) -> list[ListedTournament]:
    """The tournaments in the list of this player, 0 for a visitor, in their order."""
    listed = queries.listed(player, filters.stages, most=MOST_ROWS, only_entered=filters.only_own)
    return chosen(listed, filters)


def _list_order(tournament: ListedTournament) -> tuple[int, int, int]:
    rank = {"open": 0, "running": 1, "ended": 2, "cancelled": 2}[tournament.stage]
    return rank, -tournament.id if rank == 2 else tournament.setup.starts_at, tournament.id


def build_row(tournament: ListedTournament, now: int) -> Row:
    """The row of a tournament at `now` ms."""
    setup = tournament.setup
    state = "late" if tournament.stage == Stage.RUNNING and tournament.late_open else tournament.stage
    return {
        "id": tournament.id,
        "name": setup.name,
        "game": labels.game_text(setup),
        "kinds": [
            str(labels.KINDS[kind]) for kind in labels.tournament_kinds(setup) if kind not in ("scheduled", "sitngo")
        ],
        "price": labels.price_text(setup.price, setup.currency),
        "currency": setup.currency,
        "pool": tournament.pool,
        "guaranteed": setup.payouts.guaranteed > 0 and tournament.pool <= setup.payouts.guaranteed,
        "entrants": tournament.entrants,
        "left": tournament.left,
        "most": setup.max_players,
        "state": state,
        "state_text": str(labels.STAGES[state]),
        "starts_at": setup.starts_at,
        "counts_down": tournament.stage == Stage.OPEN and 0 < setup.starts_at - now < SOON_MS,
        "locked": tournament.locked,
        "entered": tournament.entered,
        "is_in": tournament.is_in,
        "place": tournament.place,
        "can_enter": state in ("open", "late") and not tournament.entered,
    }


def row_html(tournament: ListedTournament, language: str, now: int) -> SafeString:
    """The row of a tournament at `now` ms, in the language that is active."""
    return draw("list_row", {"row": build_row(tournament, now)}, language)


def listed_fragment(listed: Iterable[ListedTournament]) -> SafeString:
    """Tells the page which tournaments it lists."""
    return listed_rows(LISTED, [tournament.id for tournament in listed])


def summary(listed: list[ListedTournament]) -> str:
    """A sentence with the number of open tournaments and the largest prize pool."""
    opening = [one for one in listed if one.stage == Stage.OPEN or (one.stage == Stage.RUNNING and one.late_open)]
    if not opening:
        return _("Nothing is open for registration at the moment.")
    largest: dict[str, int] = {}
    for one in opening:
        largest[one.setup.currency] = max(one.pool, largest.get(one.setup.currency, 0))
    pools = " · ".join(money_text(pool, currency) for currency, pool in sorted(largest.items()))
    text = ngettext(
        "{count} tournament is open for registration; the largest prize pool is {amount}.",
        "{count} tournaments are open for registration; the largest prize pool is {amount}.",
        len(opening),
    )
    return text.format(count=len(opening), amount=pools)


def ticket_texts(tickets: list[tuple[int, str, int]]) -> list[str]:
    """A sentence for each kind of the viewer's tickets, from (value, currency, count) (T1)."""
    return [
        ngettext(
            "You hold {count} ticket worth {amount}: it pays an entry of that price.",
            "You hold {count} tickets worth {amount} each: one pays an entry of that price.",
            count,
        ).format(count=count, amount=money_text(worth, currency))
        for worth, currency, count in tickets
    ]
