"""Invitation links to tables with a password: whoever follows one does not need the password."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.lobby.queries import table_row
from games.models import Table
from games.seating.invitations import is_invited, needs_no_password
from games.web.security.rate_limits import exceeds_address_rate_limit, exceeds_rate_limit
from games.web.security.requests import account_id

SESSION_KEY = "invites"
MOST_INVITES = 20
PASSWORD_TRIES, PASSWORD_SECONDS = 10, 300


def saved_invite(request: HttpRequest, table_id: int) -> str:
    """The invitation that this browser has followed to the table; empty if none."""
    return str(request.session.get(SESSION_KEY, {}).get(str(table_id), ""))


def may_skip_password(request: HttpRequest, table: Table) -> bool:
    """Whether this visitor may sit down without the password."""
    return needs_no_password(table, player=account_id(request.user), invite=saved_invite(request, table.pk))


def remember_invite(request: HttpRequest, table_id: int, invite: str) -> None:
    """Saves the invitation in the session."""
    invites = {**request.session.get(SESSION_KEY, {}), str(table_id): invite}
    request.session[SESSION_KEY] = dict(list(invites.items())[-MOST_INVITES:])


def exceeds_password_rate_limit(request: HttpRequest, table: Table) -> bool:
    """Counts a try at a table's password; whether this account or network address has tried too often."""
    if may_skip_password(request, table):
        return False
    by_account = exceeds_rate_limit(request, f"password.{table.pk}", most=PASSWORD_TRIES, seconds=PASSWORD_SECONDS)
    by_address = exceeds_address_rate_limit(request, "password", most=3 * PASSWORD_TRIES, seconds=PASSWORD_SECONDS)
    return by_address or by_account


@require_safe
def accept_invite(request: HttpRequest, table_id: int, invite: str) -> HttpResponse:
    """Opens the table, and saves the invitation if it is valid: then no password is asked for."""
    row = table_row(table_id)
    if row is not None and is_invited(row, invite):
        remember_invite(request, table_id, invite)
    return redirect(f"{reverse('games:table', args=(table_id,))}?sit")
