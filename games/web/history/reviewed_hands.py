"""The list of a player's hands that the floor has reviewed with all cards (H8)."""

from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.history import hand_reviews
from games.web.history.hands import PAGE
from games.web.security.numbers import parse_number
from games.web.security.requests import account_id


@login_required
@never_cache
@require_safe
def reviewed_hands(request: HttpRequest) -> HttpResponse:
    """The reviews of the player's hands, newest first."""
    before = parse_number(request.GET.get("before", ""))
    rows, more = hand_reviews.reviewed_hands(account_id(request.user), before=before, limit=PAGE)
    older = urlencode({"before": more}) if more else ""
    return render(request, "games/history/reviewed.html", {"rows": rows, "older": older, "paged": before is not None})
