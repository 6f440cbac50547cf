"""The tournament list: its filters, its order and its rows."""

from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from games.text.games import FAMILIES
from games.web.api import amount_text
from tournaments.engine.state.tournament_state import Stage
from tournaments.web.pages import queries
from tournaments.web.pages.queries import ListedTournament
from tournaments.web.text import labels

SOON_MS = 24 * 3_600_000
"""A start within this time is counted down."""
MOST = 200
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
    def of(cls, query: Any) -> "Filters":
        """The filters of a request's query."""
        kinds, games = (
            tuple(code for code in codes if code in query.getlist(name))
            for name, codes in (("kind", labels.KINDS), ("game", FAMILIES))
        )
        state = query.get("state", "coming")
        return cls(state if state in STATES else "coming", kinds, games)

    def takes(self, one: ListedTournament) -> bool:
        """Whether a tournament passes the filters."""
        if self.kinds and not set(self.kinds) & set(labels.kinds_of(one.setup)):
            return False
        return not self.games or labels.family_of(one.setup) in self.games


def rows(player: int, filters: Filters, *, now: int) -> list[dict[str, Any]]:
    """The rows that pass: open tournaments by start, then running ones, then finished ones, newest first."""
    stages = {
        "coming": ("open", "running"),
        "open": ("open",),
        "running": ("running",),
        "over": ("ended", "cancelled"),
        "mine": ("open", "running", "ended", "cancelled"),
    }[filters.state]
    found = queries.listed(player, stages, most=MOST, only_mine=filters.state == "mine")
    found = [one for one in found if filters.takes(one)]
    order = {"open": 0, "running": 1, "ended": 2, "cancelled": 2}
    found.sort(key=lambda one: (order[one.stage], -one.id if order[one.stage] == 2 else one.setup.starts_at, one.id))
    return [_row(one, now) for one in found]


def _row(one: ListedTournament, now: int) -> dict[str, Any]:
    setup = one.setup
    state = "late" if one.stage == Stage.RUNNING and one.late_open else one.stage
    return {
        "id": one.id,
        "name": setup.name,
        "game": labels.game_text(setup),
        "kinds": [labels.KINDS[kind] for kind in labels.kinds_of(setup) if kind not in ("scheduled", "sitngo")],
        "price": labels.price_text(setup.price),
        "pool": one.pool,
        "guaranteed": setup.payouts.guaranteed > 0 and one.pool <= setup.payouts.guaranteed,
        "entrants": one.entrants,
        "left": one.left,
        "most": setup.max_players,
        "state": state,
        "state_text": labels.STAGES[state],
        "starts_at": setup.starts_at,
        "counts": one.stage == Stage.OPEN and 0 < setup.starts_at - now < SOON_MS,
        "locked": one.locked,
        "mine": one.mine,
    }


def summary(listed: list[dict[str, Any]]) -> str:
    """A sentence on how many tournaments are open and the largest prize pool."""
    opening = sum(row["state"] in ("open", "late") for row in listed)
    if not opening:
        return _("Nothing is open for registration at the moment.")
    most = max((row["pool"] for row in listed if row["state"] in ("open", "late")), default=0)
    words_of = ngettext(
        "{count} tournament is open for registration; the largest prize pool is {amount}.",
        "{count} tournaments are open for registration; the largest prize pool is {amount}.",
        opening,
    )
    return words_of.format(count=opening, amount=amount_text(most))


def ticket_text(tickets: list[tuple[int, int]]) -> list[str]:
    """A sentence for each kind of the viewer's tickets, from (value, count) (T1)."""
    return [
        ngettext(
            "You hold {count} ticket worth {amount}: it pays an entry of that price.",
            "You hold {count} tickets worth {amount} each: one pays an entry of that price.",
            count,
        ).format(count=count, amount=amount_text(worth))
        for worth, count in tickets
    ]
