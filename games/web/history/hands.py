"""The player's own hands: search, replay and download."""

from collections.abc import Callable
from datetime import datetime
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.engine.views.kinds import LineCode
from games.engine.views.types import LogLine
from games.history import exports, shared_hands
from games.history import hands as hand_history
from games.models import Table
from games.text.amounts import TOURNAMENT_CHIPS
from games.text.log_lines import log_line_html
from games.text.refusals import refusal_text
from games.web.history.forms import HandsForm
from games.web.history.hand_rows import hand_rows
from games.web.history.replay import replay_context
from games.web.security.numbers import parse_number
from games.web.security.rate_limits import exceeds_rate_limit
from games.web.security.requests import Visitor, account_id
from games.web.security.visibility import can_review, may_read_hands, may_watch, shown_until

PAGE = 25
LAST_HANDS = 10
MOST_FILES, FILE_SECONDS = 30, 60
MOST_SEARCH_FILES, SEARCH_FILE_SECONDS = 6, 60
DOWNLOAD_FORMATS = {
    "text": ("txt", exports.as_text, exports.as_text),
    "phh": ("phhs", exports.as_phhs, exports.as_phh),
    "ohh": ("ohh", exports.as_ohh, exports.as_ohh),
}
"""Download formats: the file extension for many hands, how each of them is written, and how a single hand is."""


@login_required
@never_cache
@require_safe
def my_hands(request: HttpRequest) -> HttpResponse:
    """The hands the player was dealt that match the search, newest first."""
    user_id = _user_id(request)
    form = HandsForm(request.GET, hand_history.played_games(user_id))
    before = parse_number(request.GET.get("before", ""))
    hands, more = hand_history.my_hands(user_id, form.hand_filter(), before=before, limit=PAGE)
    asked = _query(request)
    context = {
        "form": form,
        "rows": hand_rows(hands),
        "older": urlencode({**asked, "before": more}) if more else "",
        "newest": urlencode(asked) if before else "",
        "paged": bool(before),
        "query": urlencode(asked),
        "most": exports.MOST_HANDS,
    }
    return render(request, "games/history/my_hands.html", context)


@login_required
@never_cache
@require_safe
def sittings(request: HttpRequest) -> HttpResponse:
    """The player's sittings, newest first."""
    before = _time(request.GET.get("before", ""))
    rows, more = hand_history.sittings(_user_id(request), before=before, limit=PAGE)
    older = urlencode({"before": more.isoformat()}) if more else ""
    return render(request, "games/history/sittings.html", {"rows": rows, "older": older, "paged": bool(before)})


@never_cache
@require_safe
def hand(request: HttpRequest, table_id: int, number: int) -> HttpResponse:
    """The replay of a finished hand; only the player sees their own hole cards, others see what was public."""
    found = hand_history.visible_hand(_user_id(request), table_id=table_id, number=number)
    if found is None and (void := void_page(request, table_id, number)):
        return void
    hand = hand_or_404(request, found, may_see=may_read_hands)
    may_share = hand.own or may_watch(_table_of(hand), request.user)
    token = shared_hands.token_of(user_id=_user_id(request), hand_id=hand.key) if _user_id(request) else ""
    share = request.build_absolute_uri(reverse("games:shared", args=(token,))) if token else ""
    around = hand_history.hands_before_and_after(_user_id(request), hand.key) if hand.own else (None, None)
    context = replay_context(hand, request)
    context |= {"share": share, "may_share": may_share, "earlier": around[0], "later": around[1]}
    context["has_ohh"] = exports.has_ohh(hand)
    context["review"] = not hand.own and can_review(request.user, _table_of(hand))
    return render(request, "games/hand.html", context)


def void_page(request: HttpRequest, table_id: int, number: int) -> HttpResponse | None:
    """The page of a void hand with the reason, for those who may see the table; None if the hand is not void (F5)."""
    table = Table.objects.defer("snapshot", "next_snapshot").filter(pk=table_id).first()
    if table is None or not may_read_hands(table, request.user):
        return None
    why = hand_history.void_reason(table_id=table_id, number=number, until=shown_until(table, request.user))
    if why is None:
        return None
    line = log_line_html(LogLine(LineCode.VOID, amount=number, other=why), TOURNAMENT_CHIPS)
    return render(request, "games/history/void.html", {"line": line}, status=410)


def hand_or_404(
    request: HttpRequest,
    hand: hand_history.VisibleHand | None,
    *,
    may_see: Callable[[Table, Visitor], bool] = may_watch,
) -> hand_history.VisibleHand:
    """The hand, if this visitor played it or may already see it as a watcher (K14); raises Http404 otherwise."""
    if hand is not None and not hand.own:
        table = _table_of(hand)
        if not may_see(table, request.user) or hand.line.ended > shown_until(table, request.user):
            hand = None
    if hand is None:
        raise Http404(refusal_text("no_hand"))
    return hand


def _table_of(hand: hand_history.VisibleHand) -> Table:
    return Table.objects.defer("snapshot", "next_snapshot").get(pk=hand.line.table)


@never_cache
@require_safe
def last_hands(request: HttpRequest, table_id: int) -> HttpResponse:
    """The dialog with the player's last hands at a table and a link to all of them."""
    wanted = hand_history.HandFilter(table=table_id)
    hands, _more = hand_history.my_hands(_user_id(request), wanted, limit=LAST_HANDS)
    return render(request, "games/dialogs/last_hands.html", {"rows": hands, "table_id": table_id})


@never_cache
@require_safe
def download_hand(request: HttpRequest, table_id: int, number: int, form: str) -> HttpResponseBase:
    """One hand as a file, with the cards that the player saw."""
    found = hand_history.visible_hand(_user_id(request), table_id=table_id, number=number)
    hand = hand_or_404(request, found, may_see=may_read_hands)
    if form not in DOWNLOAD_FORMATS or (form == "ohh" and not exports.has_ohh(hand)):
        raise Http404(refusal_text("no_hand"))
    if exceeds_rate_limit(request, "download", most=MOST_FILES, seconds=FILE_SECONDS):
        messages.warning(request, refusal_text("slow_down"))
        return redirect("games:hand", table_id, number)
    ending = DOWNLOAD_FORMATS[form][0].removesuffix("s")
    return _file(HttpResponse(DOWNLOAD_FORMATS[form][2](hand)), f"hand-{table_id}-{number}.{ending}")


@login_required
@never_cache
@require_safe
def download(request: HttpRequest, form: str) -> HttpResponseBase:
    """The hands that match the search, or a whole sitting, as one file; the newest `exports.MOST_HANDS` of them."""
    if form not in DOWNLOAD_FORMATS:
        raise Http404
    user_id = _user_id(request)
    wanted = HandsForm(request.GET, hand_history.played_games(user_id)).hand_filter()
    if exceeds_rate_limit(request, "downloads", most=MOST_SEARCH_FILES, seconds=SEARCH_FILE_SECONDS):
        messages.warning(request, refusal_text("slow_down"))
        return redirect(f"{reverse('games:my_hands')}?{urlencode(_query(request))}")
    ids = hand_history.hand_ids(user_id, wanted, limit=exports.MOST_HANDS)
    ending, write, _alone = DOWNLOAD_FORMATS[form]
    parts = ("".join(map(write, batch)) for batch in hand_history.visible_hands_in_batches(ids, user_id))
    day = timezone.localdate().isoformat()
    return _file(StreamingHttpResponse(parts), f"hands-{day}.{ending}")


def _user_id(request: HttpRequest) -> int:
    """The id of the user, 0 for an anonymous visitor."""
    return account_id(request.user)


def _file(response: HttpResponseBase, name: str) -> HttpResponseBase:
    response["Content-Type"] = "text/plain; charset=utf-8"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _query(request: HttpRequest) -> dict[str, str]:
    """The search parameters of the URL, without the position in the list."""
    return {name: value for name in HandsForm.base_fields if (value := request.GET.get(name, ""))}


def _time(text: str) -> datetime | None:
    try:
        found = parse_datetime(text)
    except ValueError:
        return None
    return found if found and timezone.is_aware(found) else None
