"""Staff without a second factor reach only the page that sets it up, and a session without a code only that for it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from pokerroom.accounts import second_factor
from pokerroom.models import User
from pokerroom.sessions.verified import lacks_code

STILL_OPEN = ("/static/", "/accounts/language/", "/accounts/sign-out/", "/healthz")


class SecondFactorMiddleware:
    """Leads staff to their second factor before anything else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answers with a redirect where a second factor is required and missing."""
        person = request.user
        if isinstance(person, User) and lacks_code(request.session, person):
            name = "code" if second_factor.is_set_up(person) else "set_up_second_factor"
            page = reverse(f"accounts:{name}")
            if request.path != page and not request.path.startswith(STILL_OPEN):
                return redirect(f"{page}?next={request.path}" if request.method == "GET" else page)
        return self.get_response(request)
