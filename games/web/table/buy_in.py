"""The dialogs that bring chips to a table, for a seat or in addition, and the state of an order to a table (K2, K5)."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from backoffice.compiled_query import CompiledQuery, Given
from games import api
from games.engine.errors import IllegalAction
from games.models import Order, Table
from games.money import escrow
from games.seating import return_rule, waiting_calls
from games.seating.seat_freeze import check_seats_given
from games.seating.table_limit import check_table_limit
from games.tables.validation import least_buy_in
from games.text.amounts import AmountFormat
from games.text.refusals import refusal_text
from games.web.forms import ChipsForm, SeatForm
from games.web.html.compiled_page import compiled_page
from games.web.html.compiled_templates import plain_templates
from games.web.lobby.waiting import wait_dialog
from games.web.security.invitations import exceeds_password_rate_limit, may_skip_password, saved_invite
from games.web.security.rate_limits import sends_chips_too_often
from games.web.security.requests import HtmxRequest, account_id
from games.web.security.visibility import open_table_or_404

ANY_SEAT = -1
USUAL_BUY_IN = 100
"""The suggested buy-in, in big blinds."""
RETRY_URLS = {"add_chips": "top_up", "refill": "refill", "move": "move"}
"""The URL name for trying again after a table refused an order, by kind of order; sitting down is the default."""


@never_cache
@require_http_methods(["GET", "POST"])
def sit(request: HtmxRequest, table_id: int, seat: int = ANY_SEAT) -> HttpResponse:
    """Shows the buy-in form and takes the seat (K2)."""
    row = open_table_or_404(table_id)
    if not request.htmx:
        # The form may have been sent before the script loaded: no chips move, and the form opens again.
        wanted = "" if seat == ANY_SEAT else f"={seat}"
        return redirect(f"{reverse('games:table', args=(table_id,))}?sit{wanted}")
    return sit_dialog(request, row, seat)


def sit_dialog(request: HttpRequest, row: Table, seat: int = ANY_SEAT) -> HttpResponse:
    """The buy-in form, which takes the seat when it is sent; the table's page may open with it.

    Visitors who are not signed in are first offered a guest account. A player who already sits at the table is asked
    about changing seats instead (D8).
    """
    table_id = row.pk
    if row.tournament:
        return render(
            request, "games/dialogs/refused.html", {"table": row, "refused": refusal_text("tournament_table")}
        )
    if not request.user.is_authenticated:
        return render(request, "games/dialogs/sign_in.html", {"table": row, "seat": seat})
    if request.method == "GET" and seat != ANY_SEAT and _sits_at(request, table_id):
        return render(request, "games/dialogs/change_seat.html", {"seat": seat, "number": seat + 1})
    if request.method == "GET" and not waiting_calls.has_seat_for(row, request.user.pk):
        return wait_dialog(request, row)
    if request.method == "GET":
        try:
            check_seats_given()
            check_table_limit(player=request.user.pk, table=row)
        except IllegalAction as refusal:
            refused = refusal_text(refusal.code, refusal.detail, amount=AmountFormat.of_currency(row.currency).text)
            return render(request, "games/dialogs/refused.html", {"table": row, "refused": refused})
    form_class = ChipsForm if may_skip_password(request, row) else SeatForm
    form = form_class(request.POST or None, currency=row.currency)
    if request.method == "POST" and not _sends_too_often(request, form) and form.is_valid():
        try:
            return order_answer(request, _order_seat(request, request.user, row, seat, form))
        except IllegalAction as refusal:
            form.show_refusal(refusal)
    least, most = _buy_in_limits(row, request)
    required = return_rule.required_return(player=account_id(request.user), table=row)
    usual = USUAL_BUY_IN * row.rules.stakes.big_blind
    form.suggest(required.amount if required else _suggested(row, request, usual, least, most))
    context = _chips_context(row, form, least, most, request)
    context |= {
        "path": _sit_url(table_id, seat),
        "title": _("Sit down"),
        "submit_label": _("Sit down"),
        "required_return": required,
    }
    context["takes_blinds_over"] = bool(return_rule.blinds_to_take_over(player=account_id(request.user), table=row))
    return compiled_page(request, "games/dialogs/chips.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def top_up(request: HtmxRequest, table_id: int) -> HttpResponse:
    """Shows the form for more chips, and orders them (K5)."""
    row = open_table_or_404(table_id)
    if not request.user.is_authenticated or not request.htmx:
        return redirect("games:table", table_id)
    if row.tournament:
        return render(
            request, "games/dialogs/refused.html", {"table": row, "refused": refusal_text("tournament_table")}
        )
    stack = escrow.held_at(table_id).get(request.user.pk, 0)
    least, most = _buy_in_limits(row, request)
    try:
        unit = row.rules.house.chip_unit
        least, most = api.least_top_up(table=row, held=stack), max(most - stack, 0) // unit * unit
    except IllegalAction as refusal:
        refused = refusal_text(refusal.code, refusal.detail, amount=AmountFormat.of_currency(row.currency).text)
        return render(request, "games/dialogs/no_chips.html", {"table": row, "refused": refused})
    usual = USUAL_BUY_IN * row.rules.stakes.big_blind
    missing = usual - stack
    # Whoever has the usual stack already wants all the table allows, or as much again.
    wanted = missing if missing >= row.rules.stakes.big_blind else most if row.max_buy_in else usual
    suggested = _suggested(row, request, wanted, least, most)
    form = ChipsForm(request.POST or None, currency=row.currency)
    form.suggest(suggested)
    if request.method == "POST" and not _sends_too_often(request, form) and form.is_valid():
        try:
            order_id = api.top_up(
                user=request.user,
                table_id=table_id,
                amount=form.cleaned_data["amount"],
                key=form.cleaned_data["key"],
            )
        except IllegalAction as refusal:
            form.show_refusal(refusal)
        else:
            return order_answer(request, order_id)
    context = _chips_context(row, form, least, most, request) | {
        "path": request.path,
        "title": _("Add chips") if stack else _("Re-buy"),
        "submit_label": _("Add chips") if stack else _("Re-buy"),
        "busted": not stack,
        "note": _top_up_note(row, stack),
        "presets": _presets_within([(_("Up to 100 BB"), missing), (_("Max"), most)], least, most),
        "full": stack > 0 and most < least,
    }
    return compiled_page(request, "games/dialogs/chips.html", context)


def _order_seat(request: HttpRequest, user: AbstractBaseUser, row: Table, seat: int, form: ChipsForm) -> int:
    """Orders the seat with the chips of the form; the order's id. Raises IllegalAction."""
    if exceeds_password_rate_limit(request, row):
        raise IllegalAction("too_many_guesses")
    return api.take_seat(
        user=user,
        table_id=row.pk,
        seat=seat,
        amount=form.cleaned_data["amount"],
        password=form.cleaned_data.get("password", ""),
        key=form.cleaned_data["key"],
        invite=saved_invite(request, row.pk),
    )


def _sit_url(table_id: int, seat: int) -> str:
    """Where the buy-in form for this seat is."""
    if seat == ANY_SEAT:
        return reverse("games:sit_anywhere", args=(table_id,))
    return reverse("games:sit", args=(table_id, seat))


def _sits_at(request: HttpRequest, table_id: int) -> bool:
    return any(seat.table == table_id for seat in api.seats_of(user_id=account_id(request.user)))


def _top_up_note(row: Table, stack: int) -> str:
    if not stack:
        return ""
    if row.max_buy_in:
        return _(
            "Chips added during a hand wait until it is over; anything above the table's maximum buy-in goes "
            "back to your wallet."
        )
    return _("Chips added during a hand wait until it is over.")


def _buy_in_limits(row: Table, request: HttpRequest) -> tuple[int, int]:
    """The smallest and largest buy-in, minor units; the wallet is the limit if the table has none."""
    wallet = _wallet(row, request)
    return least_buy_in(row.rules, row.min_buy_in), row.max_buy_in or max(wallet, row.min_buy_in)


def _suggested(row: Table, request: HttpRequest, wanted: int, least: int, most: int) -> int:
    """The amount a form begins with: what is wanted, within the limits and the wallet, in whole chips."""
    unit = row.rules.house.chip_unit
    return max(least, min(wanted, most, _wallet(row, request)) // unit * unit)


def _wallet(row: Table, request: HttpRequest) -> int:
    """The player's wallet, read once for a request: what the form says and what it allows are of one moment."""
    known: dict[str, int] = request.__dict__.setdefault("wallets_read", {})
    if row.currency not in known:
        known[row.currency] = escrow.wallet_balance(account_id(request.user), row.currency)
    return known[row.currency]


def _chips_context(row: Table, form: ChipsForm, least: int, most: int, request: HttpRequest) -> dict[str, object]:
    usual = USUAL_BUY_IN * row.rules.stakes.big_blind
    presets = [(_("Min"), least), (_("100 BB"), usual), (_("Max"), most)]
    return {
        "table": row,
        "form": form,
        "least": least,
        "most": most,
        "step": max(row.rules.house.chip_unit, row.rules.stakes.big_blind),
        "presets": _presets_within(presets, least, most),
        "wallet": _wallet(row, request),
    }


def _presets_within(presets: list[tuple[str, int]], least: int, most: int) -> list[tuple[str, int]]:
    """The presets within the limits as (label, amount), each amount once."""
    labels = {amount: label for label, amount in presets if least <= amount <= most}
    return [(label, amount) for amount, label in labels.items()]


def _sends_too_often(request: HttpRequest, form: ChipsForm) -> bool:
    if sends_chips_too_often(request):
        form.show_refusal(IllegalAction("slow_down"))
        return True
    return False


@never_cache
@require_safe
def order_state(request: HttpRequest, order_id: int) -> HttpResponse:
    """The state of an order to a table: still waiting, applied, or refused."""
    return order_answer(request, order_id)


def order_answer(request: HttpRequest, order_id: int) -> HttpResponse:
    """What the player is told about an order; what waits is asked for again. Raises Http404 for that of another."""
    found = _ORDER.first(order=order_id, player=account_id(request.user))
    if found is None:
        raise Http404
    kind, table, name, currency, amount, applied_at, refused, detail = found
    if applied_at is not None:
        # There is nothing to swap: the dialog closes, and the socket pushes the new state.
        return HttpResponse(status=204, headers={"HX-Trigger": "done"})
    context = {
        "name": name,
        "has_chips": bool(amount),
        "for_seat": kind == Order.Kind.TAKE_SEAT,
        "refused": refusal_text(refused, detail, amount=AmountFormat.of_currency(currency).text) if refused else "",
        "retry": reverse(f"games:{RETRY_URLS.get(kind, 'sit_anywhere')}", args=(table,)),
        "state": reverse("games:order", args=(order_id,)),
    }
    return HttpResponse(plain_templates(str(get_language())).render("games/dialogs/order.html", context))


_ORDER = CompiledQuery(
    lambda: Order.objects.filter(pk=Given("order"), player=Given("player")).values_list(
        "kind", "table", "table__name", "table__currency", "amount", "applied_at", "refused", "refused_detail"
    )
)
