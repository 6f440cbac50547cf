"""Notes where people are signed in: browser, network address, and when they were last seen."""

import re
from collections.abc import Callable, Collection
from datetime import timedelta
from time import time
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from backoffice.compiled_writes import insert
from games.web.security.client_address import address_of
from pokerroom.models import SignIn, User

NOTE_EVERY_SECONDS = 300
KEPT = timedelta(days=180)
"""How long it is kept where somebody was signed in."""
MARK = "seen"
BROWSERS = (
    ("Edge", r"Edg(?:e|A|iOS)?/"),
    ("Opera", r"OPR/"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Firefox", r"(?:Firefox|FxiOS)/"),
    ("Chrome", r"(?:Chrome|CriOS|Chromium)/"),
    ("Safari", r"Safari/"),
)
SYSTEMS = (
    ("Android", r"Android"),
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("Windows", r"Windows"),
    ("macOS", r"Macintosh"),
    ("Linux", r"Linux|X11"),
)


def device_of(user_agent: str) -> str:
    """Browser and system in a few words, such as "Firefox, Windows"; empty for an unknown one."""
    found = [
        next((name for name, pattern in names if re.search(pattern, user_agent)), "") for names in (BROWSERS, SYSTEMS)
    ]
    return ", ".join(filter(None, found))


class SignInMiddleware:
    """Notes every few minutes that a session of a signed-in person is in use, and from which address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Notes it before the page is made, so that the page of one's own sessions shows the newest."""
        if request.user.is_authenticated and request.session.session_key:
            note_sign_in(request)
        return self.get_response(request)


def was_signed_in(*, names: Collection[str], address: str) -> bool:
    """Whether somebody with one of these sign-in names was signed in from this address within the time it is kept."""
    return SignIn.objects.filter(person__username__in=names, address=address).exists()


def note_sign_in(request: HttpRequest) -> None:
    """Notes the session of a signed-in person, its address and its browser, unless that was done minutes ago."""
    if request.session.session_key is None:
        # It begins with this sign-in: that of another person has just ended.
        request.session.cycle_key()
    key, address, now = request.session.session_key or "", address_of(request), int(time())
    # The end of the key tells a session from the one it grew out of at a new password.
    mark = [key[-6:], address]
    *known, at = request.session.get(MARK, ["", "", 0])
    if known == mark and now - at < NOTE_EVERY_SECONDS:
        return
    request.session[MARK] = [*mark, now]
    person, seen_at = cast(User, request.user), timezone.now()
    noted = {"device": device_of(request.headers.get("User-Agent", "")), "seen_at": seen_at}
    is_new = not at
    if is_new:
        # Whoever ends all sessions finds them by these notes, so what is noted has its row.
        request.session.save()
    if is_new or not SignIn.objects.filter(person=person.pk, session_key=key, address=address).update(**noted):
        # Another request of the same session may note it at the same moment.
        insert(SignIn(person_id=person.pk, session_key=key, address=address, **noted))
    # What is older than the account is not there.
    if known != mark and person.date_joined < seen_at - KEPT:
        SignIn.objects.filter(person=person.pk, seen_at__lt=seen_at - KEPT).delete()
