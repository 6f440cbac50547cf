"""The views of the waiting lists: the buttons of the strip, the table's dialog, and "seat me"."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.engine.errors import IllegalAction
from games.lobby.my_tables import waits_of
from games.models import Table
from games.money import escrow
from games.operations.removal import stop_after_hand
from games.seating import reality_checks, reserved_seats, waiting_calls, waiting_list
from games.seating.find_game import find_game
from games.seating.invitations import invitation_token
from games.tables.kind import TableKind
from games.text.amounts import AmountFormat
from games.text.refusals import refusal_text
from games.web.lobby.my_strip import kind_name, my_strip_fragment
from games.web.lobby.session_bar import session_fragment
from games.web.security.client_address import same_site_path
from games.web.security.invitations import exceeds_password_rate_limit, may_skip_password, remember_invite, saved_invite
from games.web.security.numbers import parse_number
from games.web.security.rate_limits import exceeds_rate_limit, sends_chips_too_often
from games.web.security.requests import HtmxRequest, account_id
from games.web.security.visibility import open_table_or_404

ANY_GAME = "any"
"""The choice in "seat me" that leaves game and stakes to the room."""
LAST_KIND_KEY = "seat_me"
"""The session key for the last choice in "seat me"."""
MOST_PRESSES, PRESS_SECONDS = 60, 60
MOST_SEARCHES, SEARCH_SECONDS = 30, 60
MAX_PASSWORD_LENGTH = 128
MAX_KIND_LENGTH = 80


@never_cache
@require_POST
def act(request: HttpRequest) -> HttpResponse:
    """Carries out a button of the strip, such as `do` = "join:12"; returns the new strip or redirects to the page."""
    notice = ""
    if request.user.is_authenticated:
        try:
            if exceeds_rate_limit(request, "waiting", most=MOST_PRESSES, seconds=PRESS_SECONDS):
                raise IllegalAction("slow_down")
            _act(request, request.POST.get("do", ""))
        except IllegalAction as refusal:
            notice = refusal_text(refusal.code, refusal.detail, amount=_amounts(request.POST.get("do", "")).text)
        if request.headers.get("X-Fragment"):
            language = str(get_language())
            strip = my_strip_fragment(request.user, language, notice)
            return HttpResponse(strip + session_fragment(request.user, language))
    if notice:
        messages.error(request, notice)
    return redirect(_back(request))


def _act(request: HttpRequest, do: str) -> None:
    verb, _mark, number = do.partition(":")
    user, pk = account_id(request.user), parse_number(number) or 0
    verbs: dict[str, Callable[[], object]] = {
        "join": partial(waiting_list.join, user_id=user, table_id=pk, invite=saved_invite(request, pk)),
        "leave": partial(waiting_list.leave, user_id=user, entry_id=pk),
        "away": partial(waiting_list.set_away, user_id=user, entry_id=pk, away=True),
        "back": partial(waiting_list.set_away, user_id=user, entry_id=pk, away=False),
        "pass": partial(waiting_list.decline_call, user_id=user, entry_id=pk),
        "go_on": partial(reality_checks.mark_seen, user),
        "stop": partial(_stop, user),
        "seen": partial(waiting_list.mark_end_seen, user_id=user, entry_id=pk),
    }
    if verb not in verbs:
        raise IllegalAction("bad_message")
    verbs[verb]()


def _stop(player: int) -> None:
    """Answers a reality check: the player leaves the cash tables after the hand (M7)."""
    stop_after_hand(player=player)
    reality_checks.mark_seen(player)


@login_required
@never_cache
@require_GET
def session(request: HttpRequest) -> HttpResponse:
    """The session's part of the bar, which pages fetch again every minute."""
    assert isinstance(request.user, AbstractUser)
    return HttpResponse(session_fragment(request.user, str(get_language())))


def _amounts(do: str) -> AmountFormat:
    """How the amounts of the table are written that a button names."""
    return AmountFormat.of_table(parse_number(do.partition(":")[2]) or 0)


def _back(request: HttpRequest) -> str:
    """The page with the button if it is on this site, else the lobby."""
    return same_site_path(request, request.POST.get("next", "")) or reverse("games:lobby")


@never_cache
@require_http_methods(["GET", "POST"])
def wait(request: HtmxRequest, table_id: int) -> HttpResponse:
    """The dialog of a table's waiting list: its length, the player's place, and joining, with the password if any."""
    row = open_table_or_404(table_id)
    if not request.htmx:
        return redirect(f"{reverse('games:table', args=(table_id,))}?wait")
    if not request.user.is_authenticated:
        return render(request, "games/dialogs/sign_in.html", {"table": row, "seat": -1})
    notice = ""
    if request.method == "POST":
        try:
            if sends_chips_too_often(request):
                raise IllegalAction("slow_down")
            if exceeds_password_rate_limit(request, row):
                raise IllegalAction("too_many_guesses")
            waiting_list.join(
                user_id=request.user.pk,
                table_id=table_id,
                password=request.POST.get("password", "")[:MAX_PASSWORD_LENGTH],
                invite=saved_invite(request, table_id),
            )
        except IllegalAction as refusal:
            amounts = AmountFormat.of_currency(row.currency)
            notice = refusal_text(refusal.code, refusal.detail, amount=amounts.text)
        else:
            # A player who knew the password need not type it again to sit down.
            remember_invite(request, table_id, invitation_token(row) if row.password else "")
    return wait_dialog(request, row, notice)


def wait_dialog(request: HttpRequest, row: Table, notice: str = "") -> HttpResponse:
    """Renders the waiting list dialog; asking for a seat opens it too when no seat is free."""
    my_wait = next((one for one in waits_of(account_id(request.user)) if one.table == row.pk and not one.ended), None)
    context = {
        "table": row,
        "my_wait": my_wait,
        "feeder": reserved_seats.must_move_tables_of(row.pk).first()
        if reserved_seats.has_must_move_players(row.pk)
        else None,
        "waiting": waiting_calls.active_entries().filter(table=row).count(),
        "asks_password": not may_skip_password(request, row),
        "notice": notice,
    }
    return render(request, "games/dialogs/wait.html", context)


@never_cache
@require_POST
def seat_me(request: HttpRequest) -> HttpResponse:
    """Opens the buy-in form at the best table of a kind or of all, or puts the player on the kind's list (K9)."""
    code = request.POST.get("kind", "")[:MAX_KIND_LENGTH]
    kind = TableKind.read(code)
    if not request.user.is_authenticated or (kind is None and code != ANY_GAME):
        return redirect("games:lobby")
    request.session[LAST_KIND_KEY] = kind.code if kind else ANY_GAME
    try:
        if exceeds_rate_limit(request, "seat-me", most=MOST_SEARCHES, seconds=SEARCH_SECONDS):
            raise IllegalAction("slow_down")
        if kind is None:
            return redirect(best_game_url(request.user.pk) or _no_seat(request))
        table = waiting_list.find_seat(user_id=request.user.pk, kind=kind)
        if table is not None:
            return redirect(_sit_url(table))
        waiting_list.join_kind(user_id=request.user.pk, kind=kind)
    except IllegalAction as refusal:
        amounts = AmountFormat.of_currency(kind.currency if kind else escrow.default_currency())
        messages.error(request, refusal_text(refusal.code, refusal.detail, amount=amounts.text))
    else:
        text = _("No seat is free at {kind}: you are on the waiting list and will be called when there is one.")
        messages.success(request, text.format(kind=kind_name(kind)))
    return redirect("games:lobby")


def best_game_url(user_id: int) -> str:
    """The page of the table where the player plays best at once, with the buy-in form open; "" if there is none."""
    table = find_game(user_id=user_id)
    return _sit_url(table) if table is not None else ""


def _sit_url(table: int) -> str:
    return f"{reverse('games:table', args=(table,))}?sit"


def _no_seat(request: HttpRequest) -> str:
    messages.error(request, _("No table has a seat for you now. Choose one and join its waiting list."))
    return reverse("games:lobby")
