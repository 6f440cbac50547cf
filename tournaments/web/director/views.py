"""The director's page (F4) with its commands, the cancellation preview and the list of moves."""

import time
from hashlib import sha256
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.engine.errors import IllegalAction
from games.web.api import digests_of_fragments, exceeds_rate_limit
from tournaments import api
from tournaments.engine.state.tournament_state import Stage
from tournaments.web.director import panel
from tournaments.web.director.access import log_refusal, view_or_404
from tournaments.web.director.commands import command_of, proposed_reason
from tournaments.web.director.previewed import ACTS, PreviewedPage
from tournaments.web.pages import log
from tournaments.web.pages.permissions import can_direct
from tournaments.web.text.refusals import refusal_text


@never_cache
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The director's page; a POST carries out a command, or shows what it would do to players first (`ACTS`)."""
    view = view_or_404(request, tournament_id)
    if request.method == "POST" and (do := request.POST.get("do", "")) in ACTS:
        return PreviewedPage(request, tournament_id, do).respond()
    if request.method == "POST":
        try:
            _direct(request, tournament_id, view.setup.currency)
        except IllegalAction as refusal:
            messages.error(request, refusal_text(refusal.code, refusal.detail, currency=view.setup.currency))
        else:
            messages.success(request, _("The decision has been sent. Its result will be listed among the decisions."))
        return redirect("tournaments:direct", tournament_id)
    html = panel.page_fragments(tournament_id, request.user, str(get_language()), view=view)
    context = {
        "tournament": tournament_id,
        "view": view,
        "fragments": {name.removeprefix("t-").replace("-", "_"): fragment for name, fragment in html.items()},
        "proposed_seats": panel.proposed_seats(view),
        "page_token": format_html('<input type="hidden" name="page" value="{}">', uuid4().hex),
        **_who_acts(request, tournament_id),
        "socket": f"/ws/tournament/{tournament_id}/direct/?seen={digests_of_fragments(html)}",
        "now": int(time.time() * 1000),
    }
    return render(request, "tournaments/direct.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def cancel(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The preview of the refunds, back or forward, with the form that cancels the tournament (T15)."""
    view = view_or_404(request, tournament_id)
    forward = "forward" in request.GET or "forward" in request.POST
    if request.method == "POST":
        try:
            _direct(request, tournament_id, view.setup.currency)
        except IllegalAction as refusal:
            messages.error(request, refusal_text(refusal.code, refusal.detail, currency=view.setup.currency))
            return redirect(request.get_full_path())
        return redirect("tournaments:direct", tournament_id)
    refused, refunds = "", list[api.Refund]()
    try:
        refunds = api.preview_cancel(tournament_id=tournament_id, forward=forward)
    except IllegalAction as refusal:
        refused = refusal_text(refusal.code, refusal.detail, currency=view.setup.currency)
    context = {
        "tournament": tournament_id,
        "view": view,
        "rows": refunds,
        "total": sum(refund.amount for refund in refunds),
        "forward": forward,
        "can_forward": view.stage == Stage.RUNNING and view.prizes_final,
        "refused": refused,
        **_who_acts(request, tournament_id),
    }
    return render(request, "tournaments/cancel.html", context)


@never_cache
@require_safe
def moves(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Every player's moves with their reasons and the blinds they cost (T6)."""
    view = view_or_404(request, tournament_id)
    context = {"tournament": tournament_id, "view": view, "rows": log.moves(tournament_id, view)}
    return render(request, "tournaments/moves.html", context)


def _who_acts(request: HttpRequest, tournament_id: int) -> dict[str, object]:
    """Whether the viewer may direct this tournament; with the sentence for a director who plays in it."""
    plays = can_direct(request.user) and api.is_refused_in(request.user.pk, tournament_id)
    return {
        "can_act": can_direct(request.user) and not plays,
        "plays_in_it": refusal_text("plays_in_it") if plays else "",
    }


def _direct(request: HttpRequest, tournament_id: int, currency: str) -> None:
    """Carry out the submitted command; raises IllegalAction."""
    if not can_direct(request.user):
        log_refusal(request, tournament_id)
        raise IllegalAction("bad_message")
    if exceeds_rate_limit(request, "direct", most=60, seconds=60):
        raise IllegalAction("slow_down")
    why = api.clean_reason(request.POST.get("why", "")) or proposed_reason(request.POST.get("do", ""))
    if not why:
        raise IllegalAction("why_needed")
    if request.POST.get("do") == "thaw":
        api.thaw(user=request.user, tournament_id=tournament_id, why=why)
        return
    command = command_of(request.POST, why, currency)
    api.direct(user=request.user, tournament_id=tournament_id, command=command, why=why, once=_once(request.POST))


def _once(post: QueryDict) -> str:
    """The token of a press of a button, the same for a second click: what a page sends, with the page's own token."""
    fields = sorted((name, typed) for name, typed in post.items() if name != "csrfmiddlewaretoken")
    return sha256(repr(fields).encode()).hexdigest()[:32] if post.get("page") else ""
