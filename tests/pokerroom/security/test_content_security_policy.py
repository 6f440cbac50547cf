"""The policy that is kept for a host is that host's, and is not used where a response has one of its own."""

from collections.abc import Callable

import pytest
from csp.constants import NONCE, SELF
from csp.exceptions import CSPNonceError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.test import RequestFactory
from pytest_django import Settings

from pokerroom.security.content_security_policy import ContentSecurityPolicyMiddleware

HEADER = "Content-Security-Policy"


def answer_to(request: HttpRequest, view: Callable[[HttpRequest], HttpResponse]) -> HttpResponseBase:
    """The response of a view with its policy."""
    answer = ContentSecurityPolicyMiddleware(view)(request)
    assert isinstance(answer, HttpResponseBase)
    return answer


def policy(request: HttpRequest, response: HttpResponse) -> dict[str, str]:
    """The directives of the response, after another one of the same host."""
    answer_to(RequestFactory().get("/"), lambda _: HttpResponse())
    answer = answer_to(request, lambda _: response)
    return dict(part.strip().split(" ", 1) for part in answer[HEADER].split(";"))


@pytest.mark.parametrize(
    ("host", "secure", "sockets"),
    [
        ("testserver", False, "ws://testserver"),
        ("testserver", True, "wss://testserver"),
        ("b.test", False, "ws://b.test"),
    ],
)
def test_sockets_are_those_of_the_host(settings: Settings, host: str, secure: bool, sockets: str) -> None:
    settings.ALLOWED_HOSTS = ["testserver", "b.test"]
    request = RequestFactory().get("/", secure=secure, headers={"host": host})
    assert policy(request, HttpResponse())["connect-src"] == f"'self' {sockets}"


def test_a_host_that_is_not_the_rooms_is_in_no_policy(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["testserver"]
    request = RequestFactory().get("/", headers={"host": "evil.test"})
    assert policy(request, HttpResponse())["connect-src"] == "'self'"


def test_a_response_has_its_own_policy_where_its_view_gives_it_one() -> None:
    response = HttpResponse()
    response._csp_update = {"frame-src": [SELF]}  # type: ignore[attr-defined]  # django-csp reads it
    directives = policy(RequestFactory().get("/"), response)
    assert (directives["frame-src"], directives["connect-src"]) == ("'self'", "'self' ws://testserver")
    assert "frame-src" not in policy(RequestFactory().get("/"), HttpResponse())


def test_a_nonce_is_in_the_policy_of_its_response_only(settings: Settings) -> None:
    directives = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
    settings.CONTENT_SECURITY_POLICY = {"DIRECTIVES": {**directives, "style-src": [SELF, NONCE]}}
    nonces = []

    def view(request: HttpRequest) -> HttpResponse:
        nonces.append(str(request.csp_nonce))  # type: ignore[attr-defined]  # django-csp puts it there
        return HttpResponse()

    for _ in range(2):
        answer = answer_to(RequestFactory().get("/"), view)
        assert f"'nonce-{nonces[-1]}'" in answer[HEADER]
    assert nonces[0] != nonces[1]


def test_somebody_who_asks_for_a_nonce_after_the_policy_was_written_is_told() -> None:
    request = RequestFactory().get("/")
    answer_to(request, lambda _: HttpResponse())
    with pytest.raises(CSPNonceError):
        str(request.csp_nonce)  # type: ignore[attr-defined]  # django-csp puts it there
