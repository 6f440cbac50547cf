"""Lists of the director to print, and the final result as CSV (F4, T16, T19)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from backoffice.web.api import csv_response
from games.web.api import plain_text
from tournaments.engine.state.tournament_state import Stage
from tournaments.web.director.access import view_or_404
from tournaments.web.pages import contexts
from tournaments.web.text import labels


@never_cache
@require_safe
def seats(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The seating list, by name and by table."""
    view = view_or_404(request, tournament_id)
    seated = [row for row in view.standings if row.table and not row.out]
    context = {
        "tournament": tournament_id,
        "view": view,
        "by_name": sorted(seated, key=lambda row: row.name.casefold()),
        "by_table": [
            (table.number, [seat for seat in table.seats if seat.player]) for table in view.tables if table.taken
        ],
    }
    return render(request, "tournaments/seats_list.html", context)


@never_cache
@require_safe
def payouts(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The payout list: the prize of each place, and who has taken it so far."""
    view = view_or_404(request, tournament_id)
    context = {
        **contexts.prizes(view, 0),
        "tournament": tournament_id,
        "winners": [
            {"row": row, "place_text": labels.place_text(row)}
            for row in sorted(view.standings, key=lambda row: (row.place, row.name.casefold()))
            if row.place and (row.prize or row.bounties)
        ],
        "bounties": view.setup.price.bounty > 0,
    }
    return render(request, "tournaments/payouts_list.html", context)


@never_cache
@require_safe
def result_csv(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The final result: a row for each player, best place first; not before the tournament is over (T16)."""
    view = view_or_404(request, tournament_id)
    if view.stage != Stage.ENDED:
        messages.error(request, _("The result is there when the tournament has finished."))
        return redirect("tournaments:direct", tournament_id)
    currency = view.setup.currency
    heads = [_("Place"), _("Player"), _("Prize"), _("Ticket in the prize"), _("Bounties"), _("Chips"), _("Currency")]
    rows = [
        (
            labels.place_text(row),
            row.name,
            plain_text(row.prize, currency),
            plain_text(row.ticket, currency),
            plain_text(row.bounties, currency),
            str(row.chips),
            currency,
        )
        for row in contexts.by_place(view, list(view.standings))
    ]
    return csv_response(f"tournament-{tournament_id}-result.csv", heads, rows)
