"""What a banned person, or whoever comes from a banned address, is told: why, since when and until when (F8)."""

from collections.abc import Callable

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.backends import AllowAllUsersModelBackend
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.crypto import constant_time_compare

from games.web.security.client_address import address_of
from pokerroom.address_bans import ban_for_page
from pokerroom.bans import last_ban, let_back
from pokerroom.models import User

STILL_OPEN = ("/static/", "/accounts/language/", "/accounts/sign-out/")
"""The paths that a banned person may still use."""
OPEN_TO_ALL = ("/static/", "/accounts/language/", "/healthz")
"""The paths that a banned address may still use."""


def person_with(request: HttpRequest, *, name: str, password: str) -> User | None:
    """The person with this name and password, banned or not; takes as long for a name that nobody has.

    Nobody without the password learns of a ban.
    """
    return AllowAllUsersModelBackend().authenticate(request, username=name, password=password)


def banned_page(request: HttpRequest, user: User) -> HttpResponse:
    """The page that says that the person is banned, why, since when and until when."""
    context = {"ban": last_ban(user), "in_session": SESSION_KEY in request.session}
    return render(request, "accounts/bans/banned.html", context, status=403)


class BannedMiddleware:
    """Shows a person who was banned while signed in why no page opens any more."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answers a banned session or address with the page about the ban until it ends, everybody else as usual."""
        if not request.path.startswith(OPEN_TO_ALL):
            ban = ban_for_page(address_of(request))
            if ban is not None:
                return render(request, "accounts/bans/address_banned.html", {"ban": ban}, status=403)
        if not request.user.is_authenticated and not request.path.startswith(STILL_OPEN):
            user = _banned_in_session(request)
            if user is not None and not let_back(user.pk):
                return banned_page(request, user)
            if user is not None:
                request.user = User.objects.get(pk=user.pk)
        return self.get_response(request)


def _banned_in_session(request: HttpRequest) -> User | None:
    """The banned person whose session this is; the password must still be that of the session."""
    if SESSION_KEY not in request.session or BACKEND_SESSION_KEY not in request.session:
        return None
    user = User.objects.filter(pk=request.session[SESSION_KEY], is_active=False).first()
    known = request.session.get(HASH_SESSION_KEY, "")
    return user if user and constant_time_compare(known, user.get_session_auth_hash()) else None
