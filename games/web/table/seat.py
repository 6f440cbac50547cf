"""Views for a seated player: automatic top-ups, and moving to another table (K5, K8)."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import api
from games.engine.errors import IllegalAction
from games.models import Seat, Table
from games.text.refusals import refusal_text
from games.web.html.htmx import HtmxRequest
from games.web.security.numbers import number_in
from games.web.security.rate_limits import exceeds_rate_limit
from games.web.table.seat_forms import RefillForm, Wish, brought

LARGEST = 15
"""The most digits of an amount in a URL."""


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def refill(request: HtmxRequest, table_id: int) -> HttpResponse:
    """The form for automatic top-ups and re-buys (K5); the URL carries the current choice."""
    row = _table(table_id)
    player = request.user.pk or 0
    if not request.htmx:
        return redirect("games:table", table_id)
    now = Wish(_whole(request, "to"), _whole(request, "below"), request.GET.get("rebuy") == "1")
    form = RefillForm(request.POST or None, table=row, bought=brought(table_id, player), now=now)
    if request.method == "POST" and form.is_valid():
        try:
            if exceeds_rate_limit(request, "chips", most=20, seconds=60):
                raise IllegalAction("slow_down")
            order = api.set_refill(user=request.user, table_id=table_id, **form.wish._asdict())
        except IllegalAction as refusal:
            form.refused(refusal)
        else:
            return redirect("games:order", order)
    return render(request, "games/dialogs/refill.html", {"table": row, "form": form, "path": request.path})


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def move(request: HtmxRequest, table_id: int) -> HttpResponse:
    """Lists tables of the same game and stakes with a free seat, and asks to move to one of them (K8)."""
    row = _table(table_id)
    player = request.user.pk or 0
    if not request.htmx:
        return redirect("games:table", table_id)
    context: dict[str, object] = {"table": row}
    if request.method == "POST":
        to = number_in(request.POST.get("to", ""))
        try:
            if exceeds_rate_limit(request, "chips", most=20, seconds=60):
                raise IllegalAction("slow_down")
            if to is None:
                raise IllegalAction("no_such_table")
            return redirect("games:order", api.move_player(player=player, table_id=table_id, to=to))
        except IllegalAction as refusal:
            context["refused"] = refusal_text(refusal.code, refusal.detail)
    tables = api.tables_to_move_to(player=player, table_id=table_id)
    context["tables"] = [(other, Seat.objects.filter(table=other).count()) for other in tables]
    return render(request, "games/dialogs/move.html", context)


def _table(table_id: int) -> Table:
    return get_object_or_404(Table.objects.defer("snapshot", "next_snapshot"), pk=table_id, closed_at=None)


def _whole(request: HttpRequest, name: str) -> int:
    return number_in(request.GET.get(name, ""), digits=LARGEST) or 0
