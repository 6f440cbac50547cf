"""The page of the lobby."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models.access import PlayerTableLimits
from games.text.games import FAMILIES, STRUCTURES
from games.web.lobby.lobby import (
    BANDS,
    ORDERS,
    column_headings,
    currency_filters,
    lobby_context,
    saved_filters,
    seat_me_choices,
)
from games.web.lobby.waiting import LAST_KIND_KEY
from games.web.security.requests import account_id


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Every open table; the socket keeps the page up to date."""
    filters = saved_filters(request)
    tables = lobby_context(account_id(request.user), filters)
    context = {
        **tables,
        "filters": filters,
        "families": FAMILIES,
        "structures": STRUCTURES,
        "bands": BANDS,
        "currencies": currency_filters(tables["rows"]),
        "column_headings": column_headings(filters),
        "orders": ORDERS,
        "own_tables": PlayerTableLimits.current().allowed,
        "seat_me_choices": seat_me_choices(tables["rows"]),
        "kind": request.session.get(LAST_KIND_KEY, ""),
    }
    return render(request, "games/lobby.html", context)
