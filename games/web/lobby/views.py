"""The page of the lobby."""

from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models.access import PlayerTableLimits
from games.text.games import FAMILIES, STRUCTURES
from games.web.html.compiled_page import compiled_page
from games.web.lobby.filters import (
    BANDS,
    ORDERS,
    column_headings,
    currency_filters,
    saved_filters,
    sorted_rows,
)
from games.web.lobby.lobby import read_lobby, seat_me_choices
from games.web.lobby.rows import digests_of, rows_html
from games.web.lobby.waiting import LAST_KIND_KEY
from games.web.security.requests import account_id


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Every open table; the socket keeps the page up to date."""
    filters = saved_filters(request)
    shown = read_lobby(account_id(request.user))
    html = rows_html(shown.rows, shown.relation, str(get_language()))
    context = {
        **shown.context,
        "seen": digests_of(html),
        "rows": SafeString("".join(html[row.table] for row in sorted_rows(shown.rows, filters))),
        "filters": filters,
        "families": FAMILIES,
        "structures": STRUCTURES,
        "bands": BANDS,
        "currencies": currency_filters(shown.rows),
        "column_headings": column_headings(filters),
        "orders": ORDERS,
        "own_tables": PlayerTableLimits.current().allowed,
        "seat_me_choices": seat_me_choices(shown.rows),
        "kind": request.session.get(LAST_KIND_KEY, ""),
    }
    return compiled_page(request, "games/lobby.html", context)
