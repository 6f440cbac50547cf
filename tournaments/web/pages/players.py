"""The page that lists and searches all players of a tournament (T19)."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.engine.errors import IllegalAction
from tournaments.web.pages import contexts, lists, queries
from tournaments.web.text.refusals import refusal_text

LONGEST_NAME = 40
MOST_DIGITS = 6


@never_cache
@require_safe
def page(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """One page of players, at most 200."""
    try:
        view, viewer = queries.view_for(tournament_id, request.user)
    except IllegalAction as refusal:
        raise Http404(refusal_text(refusal.code, refusal.detail)) from None
    wanted, first = request.GET.get("name", "").strip()[:LONGEST_NAME], _first(request.GET.get("from", ""))
    matches = contexts.players_named(view, wanted)
    page_rows = matches[first : first + contexts.MOST_ROWS]
    last = first + len(page_rows)
    context = {
        "tournament": tournament_id,
        "name": view.setup.name,
        "wanted": wanted,
        "count": len(matches),
        "first": first + 1,
        "last": last,
        "before": max(0, first - contexts.MOST_ROWS) if first else None,
        "after": last if last < len(matches) else None,
        "standings": lists.chosen_standings(view, viewer.player, page_rows, str(get_language())),
    }
    return render(request, "tournaments/players.html", context)


def _first(typed: str) -> int:
    """The first row of the page; 0 for invalid input."""
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) <= MOST_DIGITS else 0
