"""The views of the lobby and the table: sitting down, adding chips, and earlier hands."""

import time

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import api, moderation
from games.engine.errors import IllegalAction
from games.lobby import queries
from games.messaging.chat import ChatEntry
from games.models import Order, Table
from games.models.access import PlayerTableLimits
from games.money import escrow
from games.seating import return_rule, waiting_calls
from games.text.amounts import AmountFormat
from games.text.games import FAMILIES, STRUCTURES, code_of, game_name
from games.text.refusals import refusal_text
from games.web.forms import ChipsForm, SeatForm
from games.web.html.htmx import HtmxRequest
from games.web.lobby.lobby import BANDS, ORDERS, column_headings, lobby_context, saved_filters, seat_me_choices
from games.web.lobby.waiting import LAST_KIND_KEY, wait_dialog
from games.web.security.invitations import guesses_too_often, may_skip_password, saved_invite
from games.web.security.numbers import number_in
from games.web.security.rate_limits import exceeds_rate_limit
from games.web.security.visibility import may_watch, shown_until
from games.web.settings.preferences import preferences_context
from games.web.table import fragments
from games.web.table.closed_table import closed_table_page
from games.web.table.multi_table import allow_own_frames, table_tab
from games.web.table.tournament_links import action_url_of
from games.web.text.rules import game_short, rules_sections, stakes_text

ANY_SEAT = -1
USUAL_BUY_IN = 100
"""The suggested buy-in, in big blinds."""
AGAIN = {"add_chips": "top_up", "refill": "refill", "move": "move"}
"""The URL name for trying again after a table refused an order, by kind of order."""


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Every open table, live."""
    filters = saved_filters(request)
    tables = lobby_context(request.user.pk or 0, filters)
    context = {
        **tables,
        "filters": filters,
        "families": FAMILIES,
        "structures": STRUCTURES,
        "bands": BANDS,
        "column_headings": column_headings(filters),
        "orders": ORDERS,
        "own_tables": PlayerTableLimits.current().allowed,
        "seat_me_choices": seat_me_choices(tables["rows"]),
        "kind": request.session.get(LAST_KIND_KEY, ""),
    }
    return render(request, "games/lobby.html", context)


@never_cache
@require_safe
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """The table's page: it shows at once who sits where, and the socket sends everything else."""
    row = get_object_or_404(Table.objects.defer("snapshot", "next_snapshot"), pk=table_id, closed_at=None)
    rules = row.rules
    mine = api.seats_of(user_id=request.user.pk) if request.user.is_authenticated else []
    seated = any(seat.table == table_id for seat in mine)
    if row.closed_to_watchers and not seated:
        return closed_table_page(request, row)
    delay = 0 if seated else row.watch_delay
    game = game_name(code_of(rules), rules.stakes.structure)
    amounts = AmountFormat.of_currency(row.currency)
    stakes, short = stakes_text(rules.variant.code, rules.stakes, amounts), game_short(rules, amounts)
    bounds = {"min_buy_in": row.min_buy_in, "max_buy_in": row.max_buy_in, "watch_delay": row.watch_delay}
    told = rules_sections(rules, **bounds, feeds=queries.main_table_name(row), amounts=amounts)
    context = {
        "table": row,
        "name": row.title if row.tournament else f"{row.name} {stakes}",
        "about": _("Table {name}, {game}, {stakes}").format(name=row.name, game=game, stakes=stakes),
        "game": game_name(code_of(rules), rules.stakes.structure) if row.tournament else short,
        "plays": code_of(rules),
        "seats": row.seats,
        "fragments": fragments.placeholder_fragments(
            row.seats,
            queries.seats_at(table_id),
            str(get_language()),
            fragments.viewer_preferences(request.user),
            row.tournament or 0,
        ),
        "rules": told,
        "my_tables": [table_tab(seat) for seat in mine if seat.table != table_id],
        "socket": f"/ws/table/{table_id}/",
        "open_sit": "" if seated or row.tournament else _wanted_seat(request, row),
        "big_blind": rules.stakes.big_blind,
        "tournament_action": action_url_of(row.tournament) if request.user.is_authenticated else "",
        "now": int(time.time() * 1000) - delay * 1000,
        "delay": row.watch_delay,
        "chat": _talk(request, table_id, delay),
        **preferences_context(request, row),
        "tile": "tile" in request.GET,
    }
    response = render(request, "games/table.html", context)
    return allow_own_frames(response) if context["tile"] else response


def _talk(request: HttpRequest, table_id: int, delay: int) -> list[ChatEntry]:
    """The table's chat without muted players, delayed for watchers like the game (K14)."""
    muted, until = moderation.moderation_of(request.user.pk or 0, table_id).muted, (time.time() - delay) * 1000
    return [line for line in queries.recent_chat(table_id) if line.player not in muted and line.at <= until]


def _wanted_seat(request: HttpRequest, row: Table) -> str:
    """The URL of the form that `?sit`, `?sit=3` or `?wait` opens."""
    if "wait" in request.GET:
        return reverse("games:wait", args=(row.pk,))
    wanted = request.GET.get("sit")
    if wanted is None:
        return ""
    seat = number_in(wanted, digits=2)
    if seat is not None and seat < row.seats:
        return reverse("games:sit", args=(row.pk, seat))
    return reverse("games:sit_anywhere", args=(row.pk,))


@never_cache
@require_http_methods(["GET", "POST"])
def sit(request: HtmxRequest, table_id: int, seat: int = ANY_SEAT) -> HttpResponse:
    """Shows the buy-in form and takes the seat (K2); visitors who are not signed in are first offered a guest account.

    A player who already sits at the table is asked about changing seats instead (D8).
    """
    row = get_object_or_404(Table.objects.defer("snapshot", "next_snapshot"), pk=table_id, closed_at=None)
    if not request.htmx:
        # This may be a form sent before the script loaded: no chips move, and the form opens again.
        place = "" if seat == ANY_SEAT else f"={seat}"
        return redirect(f"{reverse('games:table', args=(table_id,))}?sit{place}")
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
    least, most = _bounds(row, request)
    form_class = ChipsForm if may_skip_password(request, row) else SeatForm
    back = return_rule.required_return(player=request.user.pk or 0, table=row)
    first = back.amount if back else max(least, min(most, USUAL_BUY_IN * row.rules.stakes.big_blind))
    form = form_class(request.POST or None, first=first)
    if request.method == "POST" and not _knocks_too_often(request, form) and form.is_valid():
        try:
            if guesses_too_often(request, row):
                raise IllegalAction("too_many_guesses")
            order_id = api.take_seat(
                user=request.user,
                table_id=table_id,
                seat=seat,
                amount=form.cleaned_data["amount"],
                password=form.cleaned_data.get("password", ""),
                key=form.cleaned_data["key"],
                invite=saved_invite(request, table_id),
            )
        except IllegalAction as refusal:
            form.refused(refusal)
        else:
            return redirect("games:order", order_id)
    context = _chips_context(row, form, least, most, request)
    context |= {"title": _("Sit down"), "act": _("Sit down"), "back": back}
    return render(request, "games/dialogs/chips.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def top_up(request: HtmxRequest, table_id: int) -> HttpResponse:
    """Shows the form that adds chips, and adds them (K5)."""
    row = get_object_or_404(Table.objects.defer("snapshot", "next_snapshot"), pk=table_id, closed_at=None)
    if not request.user.is_authenticated or not request.htmx:
        return redirect("games:table", table_id)
    if row.tournament:
        return render(
            request, "games/dialogs/refused.html", {"table": row, "refused": refusal_text("tournament_table")}
        )
    held = escrow.held_at(table_id).get(request.user.pk, 0)
    least, most = _bounds(row, request)
    try:
        least, most = api.least_top_up(table=row, held=held), max(most - held, 0)
    except IllegalAction as refusal:
        return render(request, "games/dialogs/no_chips.html", {"table": row, "refused": refusal_text(refusal.code)})
    wanted = USUAL_BUY_IN * row.rules.stakes.big_blind - held
    first = max(least, min(most, wanted))
    form = ChipsForm(request.POST or None, first=first)
    if request.method == "POST" and not _knocks_too_often(request, form) and form.is_valid():
        try:
            order_id = api.top_up(
                user=request.user,
                table_id=table_id,
                amount=form.cleaned_data["amount"],
                key=form.cleaned_data["key"],
            )
        except IllegalAction as refusal:
            form.refused(refusal)
        else:
            return redirect("games:order", order_id)
    context = _chips_context(row, form, least, most, request) | {
        "title": _("Add chips") if held else _("Re-buy"),
        "act": _("Add chips") if held else _("Re-buy"),
        "broke": not held,
        "note": _top_up_note(row, held),
        "presets": _fitting([(_("Up to 100 BB"), wanted), (_("Max"), most)], least, most),
        "full": held > 0 and most <= 0,
    }
    return render(request, "games/dialogs/chips.html", context)


def _sits_at(request: HttpRequest, table_id: int) -> bool:
    return any(mine.table == table_id for mine in api.seats_of(user_id=request.user.pk or 0))


def _top_up_note(row: Table, held: int) -> str:
    if not held:
        return ""
    if row.max_buy_in:
        return _(
            "Chips added during a hand wait until it is over; anything above the table's maximum buy-in goes "
            "back to your wallet."
        )
    return _("Chips added during a hand wait until it is over.")


def _bounds(row: Table, request: HttpRequest) -> tuple[int, int]:
    """The smallest and largest buy-in, minor units; the wallet is the limit if the table has none."""
    wallet = _wallet(row, request)
    return row.min_buy_in or row.rules.stakes.big_blind, row.max_buy_in or max(wallet, row.min_buy_in)


def _wallet(row: Table, request: HttpRequest) -> int:
    return escrow.wallet_balance(request.user.pk or 0, row.currency)


def _chips_context(row: Table, form: ChipsForm, least: int, most: int, request: HttpRequest) -> dict[str, object]:
    hundred = USUAL_BUY_IN * row.rules.stakes.big_blind
    presets = [(_("Min"), least), (_("100 BB"), hundred), (_("Max"), most)]
    return {
        "table": row,
        "form": form,
        "least": least,
        "most": most,
        "step": max(row.rules.house.chip_unit, row.rules.stakes.big_blind),
        "presets": _fitting(presets, least, most),
        "wallet": _wallet(row, request),
        "path": request.path,
    }


def _fitting(presets: list[tuple[str, int]], least: int, most: int) -> list[tuple[str, int]]:
    """The presets within the limits, each amount once."""
    amounts = {amount: words for words, amount in presets if least <= amount <= most}
    return [(words, amount) for amount, words in amounts.items()]


def _knocks_too_often(request: HttpRequest, form: ChipsForm) -> bool:
    if exceeds_rate_limit(request, "chips", most=20, seconds=60):
        form.is_valid()
        form.refused(IllegalAction("slow_down"))
        return True
    return False


@never_cache
@require_safe
def order(request: HttpRequest, order_id: int) -> HttpResponse:
    """The state of an order to a table: still waiting, applied, or refused."""
    sent = get_object_or_404(Order.objects.select_related("table"), pk=order_id, player=request.user.pk or 0)
    if sent.applied_at is not None:
        # Nothing to swap: the dialog closes, and the socket sends the new state.
        return HttpResponse(status=204, headers={"HX-Trigger": "done"})
    again = reverse(f"games:{AGAIN.get(sent.kind, 'sit_anywhere')}", args=(sent.table_id,))
    context = {"order": sent, "refused": refusal_text(sent.refused) if sent.refused else "", "again": again}
    return render(request, "games/dialogs/order.html", context)


@never_cache
@require_safe
def wallet_amount(request: HttpRequest) -> HttpResponse:
    """The wallet in the navigation bar, reloaded when chips move between wallet and table."""
    return render(request, "components/wallet.html")


@require_safe
def hands(request: HttpRequest, table_id: int) -> HttpResponse:
    """The last hands of a table."""
    row = get_object_or_404(Table.objects.defer("snapshot", "next_snapshot"), pk=table_id)
    below = number_in(request.GET.get("before", ""))
    me = request.user.pk
    if not may_watch(row, request.user):
        raise Http404(refusal_text("no_hand"))
    until = shown_until(row, request.user)
    lines = [line for line in queries.last_hands(table_id, before=below) if line.ended <= until]
    rows = [
        {"hand": line, "mine": next((won for _, player, _, won in line.results if player == me), None),
         "best": max(line.results, key=lambda result: result[3], default=None)}
        for line in lines
    ]  # fmt: skip
    last = lines[-1].number if lines else 0
    context = {"table": row, "amounts": AmountFormat.of_currency(row.currency), "rows": rows, "last": last}
    return render(request, "games/hands.html", context)
