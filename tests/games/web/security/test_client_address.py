"""The network address of a client, behind a proxy or not, and redirects that stay on this site."""

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from games.web.security.client_address import address_from, address_of, same_site_path
from games.web.security.numbers import parse_number
from games.web.sockets import scope


@pytest.mark.parametrize(
    ("peer", "forwarded", "trusted", "address"),
    [
        ("10.0.0.1", None, False, "10.0.0.1"),
        ("10.0.0.1", None, True, "10.0.0.1"),
        ("10.0.0.1", "203.0.113.9", False, "10.0.0.1"),
        ("10.0.0.1", "203.0.113.9", True, "203.0.113.9"),
        ("10.0.0.1", "1.1.1.1, 2.2.2.2,  203.0.113.9 ", True, "203.0.113.9"),
        ("10.0.0.1", "", True, ""),
        ("10.0.0.1", "nonsense", True, ""),
        ("", None, False, ""),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", None, False, "2001:db8:1:2::"),
        ("2001:db8:1:2:8000::1", None, False, "2001:db8:1:2::"),
        ("2001:db8:1:3::1", None, False, "2001:db8:1:3::"),
        ("::ffff:10.0.0.1", None, False, "10.0.0.1"),
    ],
)
def test_an_address_is_the_clients_and_of_ipv6_the_network(
    settings: Settings, peer: str, forwarded: str | None, trusted: bool, address: str
) -> None:
    settings.TRUST_PROXY = trusted
    assert address_from(peer, forwarded) == address
    headers = {} if forwarded is None else {"HTTP_X_FORWARDED_FOR": forwarded}
    assert address_of(RequestFactory().get("/", REMOTE_ADDR=peer, **headers)) == address
    forwards = [] if forwarded is None else [(b"x-forwarded-for", forwarded.encode())]
    assert scope.address_of({"client": (peer, 4), "headers": forwards}) == address


def test_a_socket_without_a_client_has_no_address(settings: Settings) -> None:
    settings.TRUST_PROXY = False
    assert scope.address_of({}) == scope.address_of({"client": None}) == ""


def test_a_value_of_the_query_is_the_first_of_its_name() -> None:
    query: scope.Scope = {"query_string": b"seen=1&seen=2&language=cs"}
    assert [scope.query_value(query, name) for name in ("seen", "language", "other")] == ["1", "cs", ""]


@pytest.mark.parametrize(
    ("wanted", "path"),
    [
        ("/table/3/?sit", "/table/3/?sit"),
        ("games:lobby", ""),
        ("lobby", ""),
        ("", ""),
        ("//evil.example/", ""),
        ("https://evil.example/", ""),
        ("http://testserver/lobby/", ""),
    ],
)
def test_a_redirect_stays_on_this_site(wanted: str, path: str) -> None:
    assert same_site_path(RequestFactory().get("/"), wanted) == path


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(("0", 0), ("12", 12), ("9" * 17, int("9" * 17)), ("9" * 18, None)),
        *(("", None), ("-1", None), ("1.5", None), ("١", None), ("²", None), ("x", None), (" 1", None)),
    ],
)
def test_a_number_has_ascii_digits_and_not_too_many(text: str, number: int | None) -> None:
    assert parse_number(text) == number


def test_a_number_may_have_as_many_digits_as_are_allowed() -> None:
    assert [parse_number(text, digits=2) for text in ("9", "99", "100")] == [9, 99, None]
