"""The page of the lobby."""

import re

from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models.access import PlayerTableLimits
from games.text.games import FAMILIES, STRUCTURES
from games.web.html.compiled_page import compiled_page
from games.web.html.digests import digests_of_rows
from games.web.lobby.filters import BANDS, ORDERS, column_headings, currency_filters, saved_filters
from games.web.lobby.listing import listed_fragment, listed_text, listing_of
from games.web.lobby.lobby import read_lobby, seat_me_choices
from games.web.lobby.rows import rows_html
from games.web.lobby.waiting import LAST_KIND_KEY
from games.web.security.requests import account_id


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The open tables, part of them if they are many; the socket keeps the page up to date."""
    filters = saved_filters(request)
    shown = read_lobby(account_id(request.user))
    listing = listing_of(shown, filters, _page_number(request))
    html = rows_html(listing.rows, shown.relation, str(get_language()))
    context = {
        **shown.context,
        "seen": digests_of_rows(html),
        "listed": listed_text(listing.listed),
        "listed_tables": listed_fragment(shown.tables, listing.rows),
        "listing": listing,
        "none_fits": shown.tables.are_many and not listing.rows,
        "rows": SafeString("".join(html.values())),
        "filters": filters,
        "families": FAMILIES,
        "structures": STRUCTURES,
        "bands": BANDS,
        "currencies": currency_filters(shown.tables.currencies),
        "column_headings": column_headings(filters),
        "orders": ORDERS,
        "own_tables": PlayerTableLimits.current().allowed,
        "seat_me_choices": seat_me_choices(shown.tables.free_seats),
        "kind": request.session.get(LAST_KIND_KEY, ""),
    }
    return compiled_page(request, "games/lobby.html", context)


def _page_number(request: HttpRequest) -> int:
    page = request.GET.get("page", "")
    return int(page) if re.fullmatch(r"[1-9]\d{0,5}", page, re.ASCII) else 1
