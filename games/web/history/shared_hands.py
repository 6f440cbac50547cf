"""Hands shared by a link: making and stopping links, listing them, and the page that a link opens."""

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.history import hands as hand_history
from games.history import shared_hands as shares
from games.text.refusals import refusal_text
from games.web.history.forms import game_with_stakes
from games.web.history.hands import PAGE, hand_or_404, void_page
from games.web.history.replay import replay_context
from games.web.security.numbers import parse_number
from games.web.security.rate_limits import exceeds_rate_limit
from games.web.security.requests import account_id

MOST_VIEWS, VIEW_SECONDS = 60, 60
MOST_SHARES, SHARE_SECONDS = 30, 60
NOBODY = 0
"""Stands for a viewer who was dealt no cards, as anybody who opens a link."""


@never_cache
@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """A shared hand, with only the cards that everybody at the table saw."""
    if exceeds_rate_limit(request, "shared", most=MOST_VIEWS, seconds=VIEW_SECONDS):
        return HttpResponse(refusal_text("slow_down"), status=429, content_type="text/plain; charset=utf-8")
    found = shares.link_target(token)
    if found is None:
        raise Http404(refusal_text("no_hand"))
    if not found.is_shared:
        return render(request, "games/history/stopped.html", status=410)
    if found.void:
        void = void_page(request, found.table, found.number)
        if void is None:
            raise Http404(refusal_text("no_hand"))
        return void
    hand = hand_or_404(request, hand_history.visible_hand(NOBODY, key=found.hand))
    return render(request, "games/hand.html", replay_context(hand, request) | {"is_shared": True})


@login_required
@never_cache
@require_POST
def share(request: HttpRequest, table_id: int, number: int) -> HttpResponse:
    """Starts or stops sharing a hand that the player may see, and returns to the hand's page."""
    hand = hand_or_404(request, hand_history.visible_hand(account_id(request.user), table_id=table_id, number=number))
    if exceeds_rate_limit(request, "share", most=MOST_SHARES, seconds=SHARE_SECONDS):
        messages.warning(request, refusal_text("slow_down"))
    elif "stop" in request.POST:
        _stop(request, shares.token_of(user_id=account_id(request.user), hand_id=hand.key))
    else:
        shares.share(user_id=account_id(request.user), hand_id=hand.key)
    return redirect(f"{reverse('games:hand', args=(table_id, number))}#takings")


@login_required
@never_cache
@require_safe
def shared_hands(request: HttpRequest) -> HttpResponse:
    """The hands that the player shares now, newest link first."""
    before = parse_number(request.GET.get("before", ""))
    rows, more = shares.shared_by(account_id(request.user), before=before, limit=PAGE)
    context = {
        "rows": [{"share": row, "game": game_with_stakes(hand_history.played_game(row.hand))} for row in rows],
        "older": urlencode({"before": more}) if more else "",
        "paged": before is not None,
    }
    return render(request, "games/history/shared.html", context)


@login_required
@never_cache
@require_POST
def stop(request: HttpRequest) -> HttpResponse:
    """Stops one shared link of the list."""
    _stop(request, request.POST.get("token", ""))
    return redirect("games:shared_hands")


def _stop(request: HttpRequest, token: str) -> None:
    # A link that was already stopped needs no message.
    if shares.stop(user_id=account_id(request.user), token=token):
        messages.success(request, _("This hand is no longer shared, and its link no longer works."))
