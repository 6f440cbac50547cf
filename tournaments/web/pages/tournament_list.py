"""The tournament list: its filters, its order and its rows."""

from typing import NamedTuple, TypedDict

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from games.text.games import FAMILIES
from games.web.api import money_text
from tournaments.engine.state.tournament_state import Stage
from tournaments.web.pages import queries
from tournaments.web.pages.queries import ListedTournament
from tournaments.web.text import labels

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
    kinds: list[Promise]
    price: str
    currency: str
    pool: int
    guaranteed: bool
    entrants: int
    left: int
    most: int
    state: str
    state_text: Promise
    starts_at: int
    counts_down: bool
    locked: bool
    entered: bool
    is_in: bool
    place: int
    can_enter: bool


def rows(player: int, filters: Filters, *, now: int) -> list[Row]:
    """The rows that pass: open tournaments by start, then running ones, then finished ones, newest first."""
    stages = {
        "coming": ("open", "running"),
        "open": ("open",),
        "running": ("running",),
        "over": ("ended", "cancelled"),
        "mine": ("open", "running", "ended", "cancelled"),
    }[filters.state]
    listed = queries.listed(player, stages, most=MOST_ROWS, only_entered=filters.state == "mine")
    return [build_row(tournament, now) for tournament in sorted(filter(filters.accepts, listed), key=_list_order)]


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
        "kinds": [labels.KINDS[kind] for kind in labels.tournament_kinds(setup) if kind not in ("scheduled", "sitngo")],
        "price": labels.price_text(setup.price, setup.currency),
        "currency": setup.currency,
        "pool": tournament.pool,
        "guaranteed": setup.payouts.guaranteed > 0 and tournament.pool <= setup.payouts.guaranteed,
        "entrants": tournament.entrants,
        "left": tournament.left,
        "most": setup.max_players,
        "state": state,
        "state_text": labels.STAGES[state],
        "starts_at": setup.starts_at,
        "counts_down": tournament.stage == Stage.OPEN and 0 < setup.starts_at - now < SOON_MS,
        "locked": tournament.locked,
        "entered": tournament.entered,
        "is_in": tournament.is_in,
        "place": tournament.place,
        "can_enter": state in ("open", "late") and not tournament.entered,
    }


def summary(listed: list[Row]) -> str:
    """A sentence with the number of open tournaments and the largest prize pool."""
    opening = sum(row["state"] in ("open", "late") for row in listed)
    if not opening:
        return _("Nothing is open for registration at the moment.")
    largest: dict[str, int] = {}
    for row in listed:
        if row["state"] in ("open", "late"):
            largest[row["currency"]] = max(row["pool"], largest.get(row["currency"], 0))
    pools = " · ".join(money_text(pool, currency) for currency, pool in sorted(largest.items()))
    text = ngettext(
        "{count} tournament is open for registration; the largest prize pool is {amount}.",
        "{count} tournaments are open for registration; the largest prize pool is {amount}.",
        opening,
    )
    return text.format(count=opening, amount=pools)


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
