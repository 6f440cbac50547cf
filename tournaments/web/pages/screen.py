"""The big screen of a tournament: one page for a projector, open to everybody and without controls (T19)."""

import time
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.engine.errors import IllegalAction
from tournaments.engine.views.types import TournamentView
from tournaments.web.pages import contexts, fragments, queries
from tournaments.web.pages.fragments_cache import cached
from tournaments.web.text import labels
from tournaments.web.text.refusals import refusal_text

MOST_PRIZES = 9
"""The most lines of prizes that stay legible from the back of a room."""
MOST_PLACES = 9


class Place(NamedTuple):
    """A player of the final result with the prize, minor units."""

    place: str
    name: str
    prize: int


@never_cache
@require_safe
def page(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The big screen; `?leader=no` leaves out the chip leader."""
    language = str(get_language())
    try:
        view, _viewer = queries.view_for(tournament_id, None)
        html = screen_fragments(tournament_id, language)
    except IllegalAction as refusal:
        raise Http404(refusal_text(refusal.code, refusal.detail)) from None
    context = {
        "name": view.setup.name,
        "screen": html["t-screen"],
        "server_time": fragments.time_fragment(view.version),
        "with_leader": request.GET.get("leader") != "no",
        "socket": f"/ws/tournament/{tournament_id}/screen/",
        "now": int(time.time() * 1000),
    }
    return render(request, "tournaments/screen.html", context)


def screen_fragments(tournament_id: int, language: str) -> dict[str, SafeString]:
    """The fragments of the big screen by id; raises IllegalAction if there is no such tournament."""
    view, _viewer = queries.view_for(tournament_id, None)

    def build() -> dict[str, SafeString]:
        return {"t-screen": fragments.render("screen", context_of(view))}

    return cached(view, "screen", language, build)


def context_of(view: TournamentView) -> dict[str, object]:
    """What the big screen shows: clock, stakes, stacks, prizes and, at the end, the result."""
    prizes = contexts.prizes(view, 0)["lines"]
    assert isinstance(prizes, list)
    leaders = [row for row in view.standings if row.now == 1]
    return {
        **contexts.clock(view),
        **contexts.banner(view),
        **contexts.head(view),
        "leader": leaders[0] if len(leaders) == 1 else None,
        "prizes": prizes[:MOST_PRIZES],
        "more_prizes": len(prizes) > MOST_PRIZES,
        "places": [
            Place(labels.place_text(row), row.name, row.prize)
            for row in contexts.by_place(view, list(view.standings))
            if row.place
        ][:MOST_PLACES],
    }
