"""The players' pages: the tournament list, a tournament's lobby, and the actions taken from there."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.engine.errors import IllegalAction
from games.text.games import FAMILIES
from games.web.api import (
    AmountError,
    digests_of_fragments,
    digests_of_rows,
    exceeds_address_rate_limit,
    exceeds_rate_limit,
    parse_amount,
    reaches_address_rate_limit,
    same_site_path,
)
from tournaments import api
from tournaments.engine.views.types import TournamentView
from tournaments.web.pages import fragments, queries
from tournaments.web.pages.announcement_lines import facts
from tournaments.web.pages.contexts import Viewer
from tournaments.web.pages.permissions import can_direct, can_view_directing
from tournaments.web.pages.tournament_list import (
    STATES,
    Filters,
    listed_for,
    listed_fragment,
    row_html,
    summary,
    ticket_texts,
)
from tournaments.web.text import labels
from tournaments.web.text.house_rules import rule_rows
from tournaments.web.text.refusals import refusal_text

LONGEST_KEY = 80
LONGEST_PASSWORD = 128
PASSWORD_TRIES, PASSWORD_SECONDS = 10, 300
"""The most passwords a user may try within these seconds."""
WRONG_FROM_ADDRESS = 30
"""The most wrong ones from one network address in the same time; a whole club may register from one."""
LONGEST_NUMBER = 18
"""The most digits of a player's id or a price, and one more."""


@never_cache
@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """The list of coming, running and finished tournaments."""
    filters, now, language = Filters.of(request.GET), _now(), str(get_language())
    listed = listed_for(request.user.pk or 0, filters)
    html = {one.id: row_html(one, language, now) for one in listed}
    context = {
        "rows": SafeString("".join(html.values())),
        "listed": listed_fragment(listed),
        "seen": digests_of_rows(html),
        "summary": summary(listed),
        "filters": filters,
        "states": STATES.items(),
        "kinds": labels.KINDS.items(),
        "families": FAMILIES,
        "tickets": ticket_texts(api.tickets_of(request.user.pk) if request.user.is_authenticated else []),
        "can_direct": can_direct(request.user),
        "can_view_directing": can_view_directing(request.user),
        "now": now,
    }
    return render(request, "tournaments/list.html", context)


@never_cache
@require_safe
def lobby(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The lobby of a tournament, updated live (T19)."""
    try:
        view, html = queries.lobby_of(tournament_id, request.user, str(get_language()))
    except IllegalAction as refusal:
        raise Http404(refusal_text(refusal.code, refusal.detail)) from None
    context = {
        "tournament": tournament_id,
        "name": view.setup.name,
        "fragments": {name.removeprefix("t-"): fragment for name, fragment in html.items()}
        | {"server_time": fragments.time_fragment(view.version)},
        "facts": facts(view.setup),
        "rule_rows": rule_rows(view.setup),
        "socket": f"/ws/tournament/{tournament_id}/?seen={digests_of_fragments(html)}",
        "can_view_directing": can_view_directing(request.user),
        "now": _now(),
    }
    return render(request, "tournaments/lobby.html", context)


class Purchase(Protocol):
    """A player's request at the price that the button shows, minor units; returns the order's id."""

    def __call__(self, *, user: api.Player, tournament_id: int, price: int | None = None, key: str = "") -> int: ...


PURCHASES: dict[str, Purchase] = {"rebuy": api.rebuy, "add_on": api.add_on}
"""The buttons that cost something during play, by the first part of their value; the price is the second."""


class PlayerAction(Protocol):
    """A player's request without further input; returns the order's id."""

    def __call__(self, *, user: api.Player, tournament_id: int, key: str = "") -> int: ...


ACTIONS: dict[str, PlayerAction] = {
    "unregister": api.unregister,
    "decline": api.decline_rebuy,
    "leave": api.leave,
    "come_back": api.come_back,
    "refuse": api.refuse_deal,
}
"""The buttons that need no input, by the value of the button."""


@never_cache
@require_POST
def action(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Carry out a button of the lobby or the table bar, then return to the page it was on."""
    view, _viewer = _view_for(request, tournament_id)
    if request.user.is_authenticated:
        do = request.POST.get("do", "")
        try:
            if exceeds_rate_limit(request, "tournament", most=40, seconds=60):
                raise IllegalAction("slow_down")
            _carry_out(request, request.user, view, do)
        except IllegalAction as refusal:
            messages.error(request, refusal_text(refusal.code, refusal.detail, currency=view.setup.currency))
        else:
            if do.partition(":")[0] in ("enter", "ticket"):
                # The page then treats a seat it finds as new.
                return redirect(f"{reverse('tournaments:lobby', args=(tournament_id,))}?entered")
    return redirect(_back(request, tournament_id))


def _carry_out(request: HttpRequest, user: api.Player, view: TournamentView, do: str) -> None:
    """Send the order of a button; `do` is its value. Raises IllegalAction."""
    tournament_id = view.tournament
    verb, _colon, detail = do.partition(":")
    key = f"{verb}.{request.POST.get('key', '')[:LONGEST_KEY]}"
    password = request.POST.get("password", "")[:LONGEST_PASSWORD]
    if verb == "enter":
        with _counted_password(request, tournament_id, password):
            api.enter(user=user, tournament_id=tournament_id, key=key, password=password, price=_price(detail))
    elif verb == "ticket":
        with _counted_password(request, tournament_id, password):
            api.enter(user=user, tournament_id=tournament_id, key=key, password=password, ticket=True)
    elif verb in PURCHASES:
        PURCHASES[verb](user=user, tournament_id=tournament_id, key=key, price=_price(detail))
    elif verb == "agree":
        if not detail:
            raise IllegalAction("other_proposal")
        api.agree_deal(user=user, tournament_id=tournament_id, key=key, terms=detail)
    elif verb == "propose":
        shares = _shares(request, view.setup.currency) if detail == "own" else ()
        api.propose_deal(user=user, tournament_id=tournament_id, key=key, kind=detail, shares=shares)
    elif verb in ACTIONS:
        ACTIONS[verb](user=user, tournament_id=tournament_id, key=key)
    else:
        raise IllegalAction("bad_message")


@contextmanager
def _counted_password(request: HttpRequest, tournament_id: int, password: str) -> Iterator[None]:
    """Counts a try at a tournament's password; raises IllegalAction("slow_down") before one too many."""
    if not password:
        yield
        return
    name = f"tournament-password.{tournament_id}"
    by_address = reaches_address_rate_limit(request, name, most=WRONG_FROM_ADDRESS, seconds=PASSWORD_SECONDS)
    if by_address or exceeds_rate_limit(request, name, most=PASSWORD_TRIES, seconds=PASSWORD_SECONDS):
        raise IllegalAction("slow_down")
    try:
        yield
    except IllegalAction as refusal:
        if refusal.code == "wrong_password":
            exceeds_address_rate_limit(request, name, most=WRONG_FROM_ADDRESS, seconds=PASSWORD_SECONDS)
        raise


def _shares(request: HttpRequest, currency: str) -> tuple[tuple[int, int], ...]:
    """The typed shares of a deal; raises IllegalAction for an invalid amount."""
    shares = []
    for name, typed in request.POST.items():
        player = name.removeprefix("share-")
        if name.startswith("share-") and _is_number(player):
            try:
                shares.append((int(player), parse_amount(str(typed), currency)))
            except AmountError:
                raise IllegalAction("bad_amount") from None
    return tuple(shares)


def _price(shown: str) -> int:
    """The price in a button's value; raises IllegalAction for a button without one, as pages once had them."""
    if not _is_number(shown):
        raise IllegalAction("price_changed")
    return int(shown)


def _is_number(typed: str) -> bool:
    return typed.isascii() and typed.isdigit() and len(typed) < LONGEST_NUMBER


def _back(request: HttpRequest, tournament_id: int) -> str:
    """The page the button was on if it is ours, else the lobby."""
    back = same_site_path(request, request.POST.get("next", ""))
    return back or reverse("tournaments:lobby", args=(tournament_id,))


def _view_for(request: HttpRequest, tournament_id: int) -> tuple[TournamentView, Viewer]:
    try:
        return queries.view_for(tournament_id, request.user)
    except IllegalAction as refusal:
        raise Http404(refusal_text(refusal.code, refusal.detail)) from None


def _now() -> int:
    return int(time.time() * 1000)
