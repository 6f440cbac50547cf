"""The page of a table, the list of its last hands, and the wallet in the navigation bar."""

import time

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import api, moderation
from games.lobby import queries
from games.messaging.chat import ChatEntry
from games.models import Table
from games.money import escrow
from games.text.amounts import AmountFormat
from games.text.refusals import refusal_text
from games.web.html.compiled_page import compiled_page
from games.web.security.floor_staff import can_view_floor
from games.web.security.numbers import parse_number
from games.web.security.requests import account_id
from games.web.security.visibility import may_read_hands, shown_until
from games.web.settings.preferences import preferences_context
from games.web.table import fragments
from games.web.table.buy_in import ANY_SEAT, sit_dialog
from games.web.table.closed_table import closed_table_page
from games.web.table.head import head_context, settings_digest
from games.web.table.multi_table import allow_own_frames, table_tab
from games.web.table.tournament_links import action_url_of, own_seat_url_of
from games.web.table.wording import viewer_preferences


@never_cache
@require_safe
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """The table's page shows who sits where; everything else comes through the socket."""
    row = queries.table_row(table_id)
    if row is None:
        raise Http404
    if row.closed_at is not None:
        return _closed_tile(request, row) if "tile" in request.GET else _leave_closed_table(request, row)
    own_seats = api.seats_of(user_id=request.user.pk) if request.user.is_authenticated else []
    seated = any(seat.table == table_id for seat in own_seats)
    if row.closed_to_watchers and not (seated or can_view_floor(request.user)):
        return closed_table_page(request, row)
    delay = 0 if seated else row.watch_delay
    may_sit = not seated and not row.tournament
    context = {
        **head_context(row, request.user),
        "path": request.path,
        "seats": row.seats,
        "fragments": fragments.placeholder_fragments(
            row.seats,
            queries.seats_at(table_id),
            str(get_language()),
            viewer_preferences(request.user, digits=AmountFormat.of_currency(row.currency).digits),
            row.tournament or 0,
            frozen=row.frozen,
        ),
        "my_tables": [table_tab(seat) for seat in own_seats if seat.table != table_id],
        "socket": f"/ws/table/{table_id}/?seen={settings_digest(row)}",
        "dialog": _wanted_dialog(request, row) if may_sit else "",
        "opens_waiting_list": may_sit and "wait" in request.GET,
        "tournament_action": action_url_of(row.tournament) if request.user.is_authenticated else "",
        "now": int(time.time() * 1000) - delay * 1000,
        "delay": row.watch_delay,
        "chat": _visible_chat(request, table_id, delay),
        **preferences_context(request.user),
        "tile": "tile" in request.GET,
    }
    if request.user.is_authenticated and not row.tournament:
        escrow.use_wallet(request, row.currency)
        context["wallet"] = escrow.shown_wallet(request.user.pk, row.currency)
    response = compiled_page(request, "games/table.html", context)
    return allow_own_frames(response) if context["tile"] else response


def _leave_closed_table(request: HttpRequest, row: Table) -> HttpResponse:
    """Leads to the viewer's seat in the tournament, whose table may have been broken, or tells it in the lobby (T7)."""
    if row.tournament:
        return redirect(own_seat_url_of(row.tournament))
    messages.warning(request, refusal_text("table_closed"))
    return redirect("games:lobby")


def _closed_tile(request: HttpRequest, row: Table) -> HttpResponse:
    """What the frame of a closed table shows, with a link out of it: no frame may show another page of the room."""
    context = {
        "name": row.name,
        "tournament": row.tournament,
        "text": refusal_text("table_closed"),
        "url": own_seat_url_of(row.tournament) or reverse("games:lobby"),
    }
    return allow_own_frames(render(request, "games/closed_tile.html", context))


def _visible_chat(request: HttpRequest, table_id: int, delay: int) -> list[ChatEntry]:
    """The table's chat without muted players, delayed for watchers like the game (K14)."""
    muted, until = moderation.moderation_of(account_id(request.user), table_id).muted, (time.time() - delay) * 1000
    return [line for line in queries.recent_chat(table_id) if line.player not in muted and line.at <= until]


def _wanted_dialog(request: HttpRequest, row: Table) -> SafeString:
    """The buy-in form with which `?sit` or `?sit=3` opens the page; `?wait` fetches its dialog."""
    wanted = request.GET.get("sit")
    if wanted is None or "wait" in request.GET:
        return SafeString()
    seat = parse_number(wanted, digits=2)
    if seat is None or seat >= row.seats:
        seat = ANY_SEAT
    return SafeString(sit_dialog(request, row, seat).content.decode())


@never_cache
@require_safe
def wallet_amount(request: HttpRequest) -> HttpResponse:
    """The wallet in the navigation bar of a table's page, reloaded when chips move between wallet and table."""
    currency = request.GET.get("currency", "")
    shown: dict[str, object] = {}
    if request.user.is_authenticated and escrow.is_currency(currency):
        shown["wallet"] = escrow.shown_wallet(request.user.pk, currency)
    return compiled_page(request, "components/wallet.html", shown)


@never_cache
@require_safe
def hands(request: HttpRequest, table_id: int) -> HttpResponse:
    """The last hands of a table, newest first."""
    row = get_object_or_404(Table.objects.defer("snapshot", "next_snapshot"), pk=table_id)
    before = parse_number(request.GET.get("before", ""))
    if not may_read_hands(row, request.user):
        raise Http404(refusal_text("no_hand"))
    until = shown_until(row, request.user)
    lines = [line for line in queries.last_hands(table_id, before=before) if line.ended <= until]
    rows = [
        {
            "hand": line,
            "own_result": next((won for _, player, _, won in line.results if player == request.user.pk), None),
            "best": max(line.results, key=lambda result: result[3], default=None),
        }
        for line in lines
    ]
    last = lines[-1].number if lines else 0
    context = {"table": row, "amounts": AmountFormat.of_currency(row.currency), "rows": rows, "last": last}
    return render(request, "games/hands.html", context)
