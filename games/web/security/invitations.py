"""Invitation links to tables with a password: whoever follows one does not need the password."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.models import Table
from games.seating.invitations import needs_no_password
from games.web.security.rate_limits import exceeds_address_rate_limit, exceeds_rate_limit

KEPT = "invites"
MOST_KEPT = 20
LONGEST = 100
GUESSES, GUESS_SECONDS = 10, 300


def saved_invite(request: HttpRequest, table_id: int) -> str:
    """The invitation that this browser has followed to the table; empty if none."""
    return str(request.session.get(KEPT, {}).get(str(table_id), ""))


def may_skip_password(request: HttpRequest, table: Table) -> bool:
    """Whether this visitor may sit down without the password."""
    return needs_no_password(table, saved_invite(request, table.pk))


def remember_invite(request: HttpRequest, table_id: int, invite: str) -> None:
    """Saves the invitation in the session."""
    kept = {**request.session.get(KEPT, {}), str(table_id): invite[:LONGEST]}
    request.session[KEPT] = dict(list(kept.items())[-MOST_KEPT:])


def guesses_too_often(request: HttpRequest, table: Table) -> bool:
    """Counts a try at a table's password; whether this account or network address has tried too often."""
    if may_skip_password(request, table):
        return False
    mine = exceeds_rate_limit(request, f"password.{table.pk}", most=GUESSES, seconds=GUESS_SECONDS)
    return exceeds_address_rate_limit(request, "password", most=3 * GUESSES, seconds=GUESS_SECONDS) or mine


@require_safe
def accept_invite(request: HttpRequest, table_id: int, invite: str) -> HttpResponse:
    """Saves the invitation and opens the table; it is validated only when the player sits down or joins the list."""
    remember_invite(request, table_id, invite)
    return redirect(f"{reverse('games:table', args=(table_id,))}?sit")
