"""Views for a seated player: automatic top-ups, and moving to another table (K5, K8)."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import api
from games.engine.errors import IllegalAction
from games.models import Seat
from games.text.amounts import AmountFormat
from games.text.refusals import refusal_text
from games.web.security.numbers import parse_number
from games.web.security.rate_limits import sends_chips_too_often
from games.web.security.requests import HtmxRequest, account_id
from games.web.security.visibility import open_table_or_404
from games.web.table.buy_in import order_answer
from games.web.table.seat_forms import RefillChoice, RefillForm, buy_in_of

AMOUNT_DIGITS = 15
"""The most digits of an amount in a URL."""


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def refill(request: HtmxRequest, table_id: int) -> HttpResponse:
    """The form for automatic top-ups and re-buys (K5); the query string holds the current choice."""
    row = open_table_or_404(table_id)
    player = account_id(request.user)
    if not request.htmx:
        return redirect("games:table", table_id)
    current = RefillChoice(
        _amount_in_query(request, "to"), _amount_in_query(request, "below"), request.GET.get("rebuy") == "1"
    )
    form = RefillForm(request.POST or None, table=row, buy_in=buy_in_of(table_id, player), current=current)
    if request.method == "POST" and form.is_valid():
        try:
            if sends_chips_too_often(request):
                raise IllegalAction("slow_down")
            # `login_required` lets nobody else in.
            assert request.user.is_authenticated
            order = api.set_refill(user=request.user, table_id=table_id, **form.choice._asdict())
        except IllegalAction as refusal:
            form.show_refusal(refusal)
        else:
            return order_answer(request, order)
    return render(request, "games/dialogs/refill.html", {"table": row, "form": form, "path": request.path})


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def move(request: HtmxRequest, table_id: int) -> HttpResponse:
    """Lists tables of the same game and stakes with a free seat, and orders a move to one of them (K8)."""
    row = open_table_or_404(table_id)
    player = account_id(request.user)
    if not request.htmx:
        return redirect("games:table", table_id)
    context: dict[str, object] = {"table": row}
    if request.method == "POST":
        to = parse_number(request.POST.get("to", ""))
        try:
            if sends_chips_too_often(request):
                raise IllegalAction("slow_down")
            if to is None:
                raise IllegalAction("no_such_table")
            return order_answer(request, api.move_player(player=player, table_id=table_id, to=to))
        except IllegalAction as refusal:
            context["refused"] = refusal_text(
                refusal.code, refusal.detail, amount=AmountFormat.of_currency(row.currency).text
            )
    tables = api.tables_to_move_to(player=player, table_id=table_id)
    context["tables"] = [(other, Seat.objects.filter(table=other).count()) for other in tables]
    return render(request, "games/dialogs/move.html", context)


def _amount_in_query(request: HttpRequest, name: str) -> int:
    return parse_number(request.GET.get(name, ""), digits=AMOUNT_DIGITS) or 0
