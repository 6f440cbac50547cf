"""Who may open the pages of a tournament's director (F8)."""

import logging

from django.http import Http404, HttpRequest

from games.engine.errors import IllegalAction
from tournaments.engine.views.types import TournamentView
from tournaments.web.pages import queries
from tournaments.web.pages.permissions import can_view_directing
from tournaments.web.text.refusals import refusal_text

LOG = logging.getLogger(__name__)


def log_refusal(request: HttpRequest, tournament_id: int) -> None:
    """Writes to the server's log that somebody tried to direct who may not (F8)."""
    LOG.warning("account %s may not direct tournament %s", request.user.pk, tournament_id)


def view_or_404(request: HttpRequest, tournament_id: int) -> TournamentView:
    """The tournament; raises Http404 if it does not exist or the visitor may not view the director's page."""
    if not can_view_directing(request.user):
        log_refusal(request, tournament_id)
        raise Http404(refusal_text("no_such_tournament"))
    try:
        return queries.view_for(tournament_id, None)[0]
    except IllegalAction as refusal:
        raise Http404(refusal_text(refusal.code, refusal.detail)) from None
