"""The doors of the accounts: play now, sign up, sign in, sign out, stay, settings."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from games.rate_limit import LimitReached, count_attempt
from games.web.security.client_address import page_of_ours
from pokerroom import limits
from pokerroom.accounts import names, people
from pokerroom.accounts.forms import NAME_TAKEN, MemberForm, PasswordForm, SettingsForm, SignInForm
from pokerroom.models import User

HOME = "/"
View = Callable[Concatenate[HttpRequest, ...], HttpResponse]


def door(view: View) -> View:
    """Every door here: GET and POST, never cached, secrets kept out of error reports, knocking limited."""

    @never_cache
    @sensitive_post_parameters()
    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except LimitReached as refusal:
            return too_often(request, refusal.wait)

    return guarded


def too_often(request: HttpRequest, wait: int) -> HttpResponse:
    """Says when to try again, in words and in the header."""
    minutes = max(1, -(-wait // 60))
    words = ngettext(
        "Too many tries. Please wait %(minutes)d minute and try again.",
        "Too many tries. Please wait %(minutes)d minutes and try again.",
        minutes,
    ) % {"minutes": minutes}
    response = render(request, "accounts/wait.html", {"words": words}, status=429)
    response["Retry-After"] = str(wait)
    return response


def onward(request: HttpRequest, default: str = HOME) -> str:
    """Where the person was going, if that is a page of this room."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    return page_of_ours(request, wanted) or default


def come_in(request: HttpRequest, user: User, to: str) -> HttpResponse:
    """Signs the person in and speaks their language from here on."""
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    response = redirect(to)
    remember_language(response, user.language)
    return response


def remember_language(response: HttpResponse, language: str) -> None:
    """Keeps the language in the browser, where the next page is chosen by it."""
    if language:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            samesite=cast(Any, settings.LANGUAGE_COOKIE_SAMESITE),
        )


@door
def sign_in(request: HttpRequest) -> HttpResponse:
    """Name and password; one answer for every kind of wrong."""
    if request.user.is_authenticated and not request.user.is_guest:
        return redirect(onward(request))
    form = SignInForm(request.POST or None)
    if form.is_valid():
        name, password = form.cleaned_data["name"], form.cleaned_data["password"]
        count_attempt(limits.SIGN_IN_ADDRESS, limits.address(request))
        count_attempt(limits.SIGN_IN_ACCOUNT, names.comparable(name))
        user = authenticate(request, username=names.comparable(name), password=password)
        if user is None and name != names.comparable(name):
            user = authenticate(request, username=name, password=password)
        if user is not None:
            return come_in(request, user, onward(request))
        form.add_error(None, _("Name and password don't match. Please try again."))
    return _form_page(request, "accounts/sign_in.html", form)


@door
def sign_up(request: HttpRequest) -> HttpResponse:
    """A full account with play money."""
    if request.user.is_authenticated:
        return redirect("accounts:stay" if request.user.is_guest else onward(request))
    if request.method == "POST":
        count_attempt(limits.SIGN_UP_ADDRESS, limits.address(request))
    form = MemberForm(request.POST or None)
    if form.is_valid():
        try:
            user = people.new_member(name=form.cleaned_data["name"], password=form.cleaned_data["password"])
        except people.NameTaken:
            form.add_error("name", NAME_TAKEN)
        else:
            return come_in(request, user, onward(request))
    return _form_page(request, "accounts/sign_up.html", form)


@door
def play_now(request: HttpRequest) -> HttpResponse:
    """A guest with play money, in one press; who is somebody already just goes on."""
    if request.method != "POST":
        return redirect("accounts:sign_up")
    if request.user.is_authenticated:
        return redirect(onward(request))
    count_attempt(limits.GUEST_ADDRESS, limits.address(request))
    return come_in(request, people.new_guest(), onward(request))


@door
@login_required
def stay(request: HttpRequest) -> HttpResponse:
    """A guest becomes a full account and keeps wallet, seats and history."""
    guest = cast(User, request.user)
    if not guest.is_guest:
        return redirect("accounts:settings")
    if request.method == "POST":
        count_attempt(limits.SIGN_UP_ADDRESS, limits.address(request))
    form = MemberForm(request.POST or None, person=guest)
    if form.is_valid():
        try:
            user = people.make_member(guest, name=form.cleaned_data["name"], password=form.cleaned_data["password"])
        except people.NameTaken:
            form.add_error("name", NAME_TAKEN)
        else:
            update_session_auth_hash(request, user)
            messages.success(request, _("The account is yours. Your chips and your seat stayed where they were."))
            return redirect(onward(request))
    return _form_page(request, "accounts/stay.html", form)


@door
def sign_out(request: HttpRequest) -> HttpResponse:
    """Asks on GET, since a guest can't come back; signs out on POST."""
    if request.method == "POST":
        logout(request)
        return redirect(HOME)
    return render(request, "accounts/sign_out.html") if request.user.is_authenticated else redirect(HOME)


@door
@login_required
def person_settings(request: HttpRequest) -> HttpResponse:
    """Name, language and how the table looks and behaves."""
    user = User.objects.get(pk=cast(User, request.user).pk)
    form = SettingsForm(request.POST or None, instance=user, initial=_spoken(request, user))
    if form.is_valid():
        form.save()
        with override(user.language):
            messages.success(request, _("Saved."))
        response = redirect("accounts:settings")
        remember_language(response, user.language)
        return response
    return _form_page(request, "accounts/settings.html", form)


@door
@login_required
def password(request: HttpRequest) -> HttpResponse:
    """A new password; every other session and every open socket of the account ends."""
    user = cast(User, request.user)
    if user.is_guest:
        return redirect("accounts:stay")
    if request.method == "POST":
        count_attempt(limits.PASSWORD_ACCOUNT, str(user.pk))
    form = PasswordForm(request.POST or None, person=user)
    if form.is_valid():
        user.set_password(form.cleaned_data["new"])
        user.save()
        update_session_auth_hash(request, user)
        messages.success(request, _("Your password is changed. You are signed out everywhere else."))
        return redirect("accounts:settings")
    return _form_page(request, "accounts/password.html", form)


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """The language switch in the menu; a signed-in person's choice is remembered with the account."""
    chosen = request.POST.get("language", "")
    response = redirect(onward(request))
    if chosen in dict(settings.LANGUAGES):
        remember_language(response, chosen)
        if request.user.is_authenticated:
            User.objects.filter(pk=request.user.pk).update(language=chosen)
    return response


def _spoken(request: HttpRequest, user: User) -> dict[str, str]:
    return {} if user.language else {"language": getattr(request, "LANGUAGE_CODE", settings.LANGUAGE_CODE)}


def _form_page(request: HttpRequest, template: str, form: Any) -> HttpResponse:
    status = 422 if form.is_bound else 200
    return render(request, template, {"form": form, "next": onward(request, "")}, status=status)
