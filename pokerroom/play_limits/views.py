"""The page of own limits, and its forms; only the signed-in player sees and changes them (M7)."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from cashier import protection
from cashier.api import is_currency
from cashier.engine.errors import CashierError
from cashier.engine.limits import LimitKind, Period
from cashier.protection import LIMIT_NAMES, LimitKey, TimeAway, moment_text
from games.seating import reality_checks
from games.web.api import session_context
from pokerroom.models import User
from pokerroom.play_limits import services
from pokerroom.play_limits.forms import AwayForm, CoolOffForm, RealityCheckForm, SelfExclusionForm, limit_form
from pokerroom.play_limits.overview import chosen_currency, key_of, limit_groups, limit_words, offered_currencies

PAGE = "play_limits:overview"


@login_required
@never_cache
@require_http_methods(["GET", "HEAD"])
def overview(request: HttpRequest) -> HttpResponse:
    """All own limits with what is used of them, breaks and the reality check."""
    user = _user(request)
    currency = chosen_currency(request.GET.get("currency", ""))
    away = protection.time_away(user.pk)
    every = reality_checks.own_choice(user.pk)
    context = {
        "currency": currency,
        "currencies": offered_currencies(),
        "groups": limit_groups(user.pk, currency),
        "away": protection.away_text(away) if away else "",
        "session": session_context(user),
        "form": RealityCheckForm(initial={"minutes": "" if every is None else str(every)}),
        "helpline": services.helpline(),
    }
    return render(request, "play_limits/overview.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def limit(request: HttpRequest, kind: str, period: str, currency: str = "") -> HttpResponse:
    """Sets one limit, or confirms or takes back a request for a higher one."""
    user, key = _user(request), _key(kind, period, currency.upper())
    states = protection.limits_of(user.pk)
    value = states[key].value if key in states else None
    form_class = limit_form(key)
    if request.method == "POST":
        if request.POST.get("do") in ("confirm", "keep"):
            return _answer(request, user, key, value)
        form = form_class(request.POST, key=key, value=value)
        if form.is_valid():
            state = protection.ask(user_id=user.pk, key=key, value=form.value)
            _tell(request, key, state)
            return _back(key)
    else:
        form = form_class(key=key, value=value)
    name = capfirst(str(LIMIT_NAMES[key.kind, key.period]))
    context = {"form": form, "name": name, "now": limit_words(key, value), "key": key}
    return render(request, "play_limits/limit.html", context, status=422 if form.errors else 200)


def _answer(request: HttpRequest, user: User, key: LimitKey, value: int | None) -> HttpResponse:
    """The answer to a pending request: confirmed, or taken back."""
    if request.POST["do"] == "keep":
        _tell(request, key, protection.ask(user_id=user.pk, key=key, value=value))
        return _back(key)
    try:
        state = protection.confirm(user_id=user.pk, key=key)
    except CashierError as refusal:
        sentences = {
            "too_early": _("It is too early to confirm this: 24 hours have not passed yet."),
            "nothing_pending": _("There is nothing to confirm: the request was replaced, confirmed or has lapsed."),
        }
        messages.warning(request, sentences.get(refusal.code, _("Nothing was changed.")))
    else:
        _tell(request, key, state)
    return _back(key)


def _tell(request: HttpRequest, key: LimitKey, state: protection.LimitState) -> None:
    name = capfirst(str(LIMIT_NAMES[key.kind, key.period]))
    if state.pending:
        text = _("%(name)s: %(value)s stays in force. The higher one waits: come back and confirm it from %(moment)s.")
        moment = moment_text(state.pending.may_confirm_from)
        messages.info(request, text % {"name": name, "value": limit_words(key, state.value), "moment": moment})
    else:
        text = _("%(name)s: %(value)s, from now on.")
        messages.success(request, text % {"name": name, "value": limit_words(key, state.value)})


@login_required
@require_POST
def reality_check(request: HttpRequest) -> HttpResponse:
    """Keeps how often the player is told the time played and the result."""
    form = RealityCheckForm(request.POST)
    if form.is_valid():
        reality_checks.choose(_user(request).pk, form.every)
        messages.success(request, _("Saved."))
    else:
        messages.warning(request, _("Choose one of the times."))
    return redirect(PAGE)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def cool_off(request: HttpRequest) -> HttpResponse:
    """Begins a break of some days."""
    return _away_page(request, CoolOffForm, services.cool_off, template="play_limits/cool_off.html")


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def self_exclusion(request: HttpRequest) -> HttpResponse:
    """Begins a self-exclusion."""
    return _away_page(request, SelfExclusionForm, services.self_exclude, template="play_limits/self_exclusion.html")


def _away_page(
    request: HttpRequest, form_class: type[AwayForm], begin: Callable[[User, int], TimeAway], *, template: str
) -> HttpResponse:
    form = form_class(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        away = begin(_user(request), form.chosen)
        messages.success(request, protection.away_text(away))
        return redirect(PAGE)
    context = {"form": form, "helpline": services.helpline()}
    return render(request, template, context, status=422 if form.errors else 200)


def _key(kind: str, period: str, currency: str) -> LimitKey:
    """The limit that an address names; raises Http404 for none."""
    try:
        key = key_of(LimitKind(kind), Period(period), currency)
    except ValueError:
        raise Http404 from None
    if key.currency != currency or (currency and not is_currency(currency)) or (key.kind.is_money and not currency):
        raise Http404
    return key


def _back(key: LimitKey) -> HttpResponse:
    response = redirect(PAGE)
    if key.currency:
        response["Location"] += f"?currency={key.currency}"
    return response


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
