"""Views of accounts: play now, sign up, sign in, sign out, keep a guest account, settings."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from cashier import api as cashier
from games.messaging.rate_limit import LimitReached, count_attempt
from games.web.api import best_game_url, same_site_path
from games.web.html.compiled_page import compiled_page
from pokerroom.accounts import display_names, second_factor, services
from pokerroom.accounts.forms import NAME_TAKEN, MemberForm, PasswordForm, SettingsForm, SignInForm
from pokerroom.banned import banned_page, person_with
from pokerroom.bans import let_back
from pokerroom.models import User
from pokerroom.security import limits
from pokerroom.sessions.sign_ins import note_sign_in, was_signed_in

HOME = "/"
P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def account_view(view: View[P]) -> View[P]:
    """Decorates an account view: GET and POST, never cached, rate-limited, passwords kept out of error reports."""

    @never_cache
    @sensitive_post_parameters()
    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except LimitReached as refusal:
            return too_many_requests(request, refusal.wait)

    return guarded


def too_many_requests(request: HttpRequest, wait: int) -> HttpResponse:
    """The response 429, with the time to try again on the page and in the header."""
    minutes = max(1, -(-wait // 60))
    text = ngettext(
        "Too many tries. Please wait %(minutes)d minute and try again.",
        "Too many tries. Please wait %(minutes)d minutes and try again.",
        minutes,
    ) % {"minutes": minutes}
    response = render(request, "accounts/too_many_requests.html", {"text": text}, status=429)
    response["Retry-After"] = str(wait)
    return response


def next_page(request: HttpRequest, default: str = HOME) -> str:
    """The page in the `next` parameter, if it belongs to this site."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    return same_site_path(request, wanted) or default


def sign_in_as(request: HttpRequest, user: User, to: str) -> HttpResponse:
    """Signs the person in and switches to their language; a guest who was signed in here is signed out first."""
    if request.user.is_authenticated and request.user.pk != user.pk:
        # The guest's other pages would go on playing as the guest, while their forms come from this person.
        logout(request)
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    note_sign_in(request)
    response = redirect(to)
    remember_language(response, user.language)
    return response


def _begin_as(request: HttpRequest, user: User, to: str) -> HttpResponse:
    """Signs in whose account is new; the wallet that came with it is the one that was used last."""
    request.session[cashier.WALLET_KEY] = cashier.PLAY
    return sign_in_as(request, user, to)


def remember_language(response: HttpResponse, language: str) -> None:
    """Keeps the language in a cookie for the next request."""
    if language:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            samesite=settings.LANGUAGE_COOKIE_SAMESITE,
        )


@account_view
def sign_in(request: HttpRequest) -> HttpResponse:
    """Signs in with name and password; the error does not say which of them is wrong."""
    if request.user.is_authenticated and not request.user.is_guest:
        return redirect(next_page(request))
    form = SignInForm(request.POST or None)
    if form.is_valid():
        name, password = form.cleaned_data["name"], form.cleaned_data["password"]
        _count_guess(name, limits.address(request))
        user = person_with(request, name=display_names.comparison_key(name), password=password)
        if user is None and name != display_names.comparison_key(name):
            user = person_with(request, name=name, password=password)
        if user is not None and not user.is_active:
            if not let_back(user.pk):
                return banned_page(request, user)
            user.refresh_from_db()
        if user is not None and second_factor.is_set_up(user):
            return second_factor.ask_for_code(request, user, next_page(request))
        if user is not None:
            return sign_in_as(request, user, next_page(request))
        form.add_error(None, _("Name and password don't match. Please try again."))
    return form_page(request, "accounts/sign_in.html", form)


def _count_guess(name: str, address: str) -> None:
    count_attempt(limits.SIGN_IN_ADDRESS, address)
    key = display_names.comparison_key(name)
    if was_signed_in(names={name, key}, address=address):
        count_attempt(limits.SIGN_IN_USUAL_ADDRESS, f"{key} {address}")
    else:
        count_attempt(limits.SIGN_IN_ACCOUNT, key)


@account_view
def sign_up(request: HttpRequest) -> HttpResponse:
    """Creates a full account with play money."""
    if request.user.is_authenticated:
        return redirect("accounts:keep_account" if request.user.is_guest else next_page(request))
    if request.method == "POST":
        count_attempt(limits.SIGN_UP_ADDRESS, limits.address(request))
    form = MemberForm(request.POST or None)
    if form.is_valid():
        try:
            user = services.create_member(name=form.cleaned_data["name"], password=form.cleaned_data["password"])
        except services.NameTaken:
            form.add_error("name", NAME_TAKEN)
        else:
            return _begin_as(request, user, next_page(request))
    return form_page(request, "accounts/sign_up.html", form)


@account_view
def play_now(request: HttpRequest) -> HttpResponse:
    """Creates a guest account with one click, and opens the best game unless a page other than the lobby waits.

    A signed-in person just continues.
    """
    if request.method != "POST":
        return redirect("accounts:sign_up")
    if request.user.is_authenticated:
        return redirect(next_page(request))
    count_attempt(limits.GUEST_ADDRESS, limits.address(request))
    guest = services.create_guest()
    waiting = next_page(request)
    return _begin_as(request, guest, (best_game_url(guest.pk) or HOME) if waiting == HOME else waiting)


@account_view
@login_required
def keep_account(request: HttpRequest) -> HttpResponse:
    """Turns a guest into a full account that keeps wallet, seats and history."""
    guest = cast(User, request.user)
    if not guest.is_guest:
        return redirect("accounts:settings")
    if request.method == "POST":
        count_attempt(limits.SIGN_UP_ADDRESS, limits.address(request))
    form = MemberForm(request.POST or None, person=guest)
    if form.is_valid():
        try:
            user = services.upgrade_guest(guest, name=form.cleaned_data["name"], password=form.cleaned_data["password"])
        except services.NameTaken:
            form.add_error("name", NAME_TAKEN)
        else:
            update_session_auth_hash(request, user)
            messages.success(request, _("The account is yours. Your chips and your seat stayed where they were."))
            return redirect(next_page(request))
    return form_page(request, "accounts/keep_account.html", form)


@account_view
def sign_out(request: HttpRequest) -> HttpResponse:
    """GET asks for confirmation, because a guest cannot come back; POST signs out."""
    if request.method == "POST":
        logout(request)
        return redirect(HOME)
    return render(request, "accounts/sign_out.html") if request.user.is_authenticated else redirect(HOME)


@account_view
@login_required
def person_settings(request: HttpRequest) -> HttpResponse:
    """Changes name, language and automatic actions."""
    user = User.objects.get(pk=cast(User, request.user).pk)
    form = SettingsForm(request.POST or None, instance=user, initial=_initial_language(request, user))
    if form.is_valid():
        try:
            form.save()
        except services.NameTaken:
            form.add_error("display_name", NAME_TAKEN)
        else:
            with override(user.language):
                messages.success(request, _("Saved."))
            response = redirect("accounts:settings")
            remember_language(response, user.language)
            return response
    return form_page(request, "accounts/settings.html", form)


@account_view
@login_required
def password(request: HttpRequest) -> HttpResponse:
    """Changes the password; all other sessions and open sockets of the account end."""
    user = cast(User, request.user)
    if user.is_guest:
        return redirect("accounts:keep_account")
    if request.method == "POST":
        count_attempt(limits.PASSWORD_ACCOUNT, str(user.pk))
    form = PasswordForm(request.POST or None, person=user)
    if form.is_valid():
        user.set_password(form.cleaned_data["new"])
        # Nothing else, as a ban may have come while the password was hashed.
        user.save(update_fields=["password"])
        update_session_auth_hash(request, user)
        messages.success(request, _("Your password is changed. You are signed out everywhere else."))
        return redirect("accounts:settings")
    return form_page(request, "accounts/password.html", form)


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Switches the language from the menu; a signed-in person's choice is saved with the account."""
    chosen = request.POST.get("language", "")
    response = redirect(next_page(request))
    if chosen in dict(settings.LANGUAGES):
        remember_language(response, chosen)
        if request.user.is_authenticated:
            User.objects.filter(pk=request.user.pk).update(language=chosen)
    return response


def _initial_language(request: HttpRequest, user: User) -> dict[str, str]:
    return {} if user.language else {"language": getattr(request, "LANGUAGE_CODE", settings.LANGUAGE_CODE)}


def form_page(request: HttpRequest, template: str, form: forms.BaseForm) -> HttpResponse:
    """The page of a form, with status 422 for one that was refused."""
    status = 422 if form.is_bound else 200
    return compiled_page(request, template, {"form": form, "next": next_page(request, "")}, status=status)
