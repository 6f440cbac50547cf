"""The page that shows all tables of one player side by side, each table's page in a frame."""

from csp.constants import SELF
from csp.decorators import csp_update
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import api
from games.lobby.queries import PlayerSeat
from games.models import Table
from games.text.amounts import AmountFormat
from games.web.security.requests import account_id
from games.web.text.rules import game_short


@never_cache
@require_safe
@login_required
@csp_update({"frame-src": [SELF]})
def my_tables(request: HttpRequest) -> HttpResponse:
    """All of the player's tables as tiles; the script brings the one where it is their turn to the front."""
    return render(
        request,
        "games/tables.html",
        {"tables": [table_tab(seat) for seat in api.seats_of(user_id=account_id(request.user))]},
    )


def table_tab(seat: PlayerSeat) -> dict[str, object]:
    """A player's table as shown on a tab or tile."""
    row = Table.objects.only("name", "rules_data", "tournament", "currency").get(pk=seat.table)
    # A tournament's stakes change from level to level.
    game = "" if row.tournament else game_short(row.rules, AmountFormat.of_currency(row.currency))
    return {"pk": seat.table, "name": row.title, "game": game}


def allow_own_frames(response: HttpResponse) -> HttpResponse:
    """Lets only pages of this site show the response in a frame."""
    response["X-Frame-Options"] = "SAMEORIGIN"
    response._csp_replace = {"frame-ancestors": [SELF]}  # type: ignore[attr-defined]  # django-csp reads it
    return response
