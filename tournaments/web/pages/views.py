"""The players' pages: the tournament list, a tournament's lobby, and the actions taken from there."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.engine.errors import IllegalAction
from games.text.games import FAMILIES
from games.web.api import AmountError, exceeds_rate_limit, page_of_ours, parse_amount
from tournaments import api
from tournaments.web.pages import fragments, queries
from tournaments.web.pages.announcement_lines import facts
from tournaments.web.pages.permissions import can_direct, can_view_directing
from tournaments.web.pages.tournament_list import STATES, Filters, rows, summary, ticket_text
from tournaments.web.text import labels
from tournaments.web.text.refusals import refusal_text

LONGEST_KEY = 80
GUESSES, GUESS_SECONDS = 10, 300
LONGEST_ID = 18
"""The most digits of a player's id."""


@never_cache
@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """The list of coming, running and finished tournaments."""
    filters = Filters.of(request.GET)
    listed = rows(request.user.pk or 0, filters, now=_now())
    context = {
        "rows": listed,
        "summary": summary(listed),
        "filters": filters,
        "states": STATES.items(),
        "kinds": labels.KINDS.items(),
        "families": FAMILIES,
        "tickets": ticket_text(api.tickets_of(request.user.pk) if request.user.is_authenticated else []),
        "can_direct": can_direct(request.user),
        "can_view_directing": can_view_directing(request.user),
        "now": _now(),
    }
    return render(request, "tournaments/list.html", context)


@never_cache
@require_safe
def lobby(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The lobby of a tournament, updated live (T19)."""
    view, _viewer = _view_for(request, tournament_id)
    html = queries.lobby_fragments(tournament_id, request.user, str(get_language()))
    context = {
        "tournament": tournament_id,
        "name": view.setup.name,
        "fragments": {name.removeprefix("t-"): fragment for name, fragment in html.items()}
        | {"now": fragments.time_fragment(view.version)},
        "facts": facts(view.setup),
        "socket": f"/ws/tournament/{tournament_id}/",
        "can_direct": can_view_directing(request.user),
        "now": _now(),
    }
    return render(request, "tournaments/lobby.html", context)


@never_cache
@require_POST
def action(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Carry out a button of the lobby or the table bar, then return to the page it was on."""
    _view_for(request, tournament_id)
    if request.user.is_authenticated:
        do = request.POST.get("do", "")
        try:
            if exceeds_rate_limit(request, "tournament", most=40, seconds=60):
                raise IllegalAction("slow_down")
            _do(request, tournament_id, do)
        except IllegalAction as refusal:
            messages.error(request, refusal_text(refusal.code, refusal.detail))
        else:
            if do in ("enter", "ticket"):
                # By this the page knows that a seat it finds is new.
                return redirect(f"{reverse('tournaments:lobby', args=(tournament_id,))}?entered")
    return redirect(_back(request, tournament_id))


def _do(request: HttpRequest, tournament_id: int, do: str) -> None:
    verb, _mark, kind = do.partition(":")
    post, user = request.POST, request.user
    on: dict[str, Any] = {"user": user, "tournament_id": tournament_id}
    keyed = {**on, "key": f"{verb}.{post.get('key', '')[:LONGEST_KEY]}"}
    password = post.get("password", "")[:128]
    if password and exceeds_rate_limit(
        request, f"tournament-password.{tournament_id}", most=GUESSES, seconds=GUESS_SECONDS
    ):
        raise IllegalAction("slow_down")
    verbs: dict[str, Callable[[], Any]] = {
        "enter": partial(api.enter, **keyed, password=password),
        "ticket": partial(api.enter, **keyed, password=password, ticket=True),
        "unregister": partial(api.unregister, **keyed),
        "rebuy": partial(api.rebuy, **keyed),
        "decline": partial(api.decline_rebuy, **keyed),
        "add_on": partial(api.add_on, **keyed),
        "leave": partial(api.leave, **keyed),
        "come_back": partial(api.come_back, **keyed),
        "agree": partial(api.agree_deal, **keyed),
        "refuse": partial(api.refuse_deal, **keyed),
        "propose": lambda: api.propose_deal(**keyed, kind=kind, shares=_shares(request) if kind == "own" else ()),
    }
    if verb not in verbs:
        raise IllegalAction("bad_message")
    verbs[verb]()


def _shares(request: HttpRequest) -> tuple[tuple[int, int], ...]:
    """The typed shares of a deal; raises IllegalAction for an invalid amount."""
    found = []
    for name, typed in request.POST.items():
        player = name.removeprefix("share-")
        if name.startswith("share-") and player.isascii() and player.isdigit() and len(player) < LONGEST_ID:
            try:
                found.append((int(player), parse_amount(str(typed))))
            except AmountError:
                raise IllegalAction("bad_amount") from None
    return tuple(found)


def _back(request: HttpRequest, tournament_id: int) -> str:
    """The page the button was on if it is ours, else the lobby."""
    back = page_of_ours(request, request.POST.get("next", ""))
    return back or reverse("tournaments:lobby", args=(tournament_id,))


def _view_for(request: HttpRequest, tournament_id: int) -> Any:
    try:
        return queries.view_for(tournament_id, request.user)
    except IllegalAction as refusal:
        raise Http404(refusal_text(refusal.code, refusal.detail)) from None


def _now() -> int:
    return int(time.time() * 1000)
