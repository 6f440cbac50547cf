"""Rate limits of pages and tries at passwords: by account, or by network address; and invitations kept in a session."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from games.models import Table
from games.seating.invitations import invitation_token
from games.web.lobby.filters import MOST_KEPT
from games.web.security.invitations import (
    MOST_INVITES,
    PASSWORD_TRIES,
    exceeds_password_rate_limit,
    may_skip_password,
    remember_invite,
    saved_invite,
)
from games.web.security.rate_limits import exceeds_address_rate_limit, exceeds_rate_limit
from games.web.security.requests import Visitor
from pokerroom.models import User
from tests.games.support.tables import open_table


@pytest.fixture(autouse=True)
def _limited(settings: Settings) -> None:
    settings.RATE_LIMITS, settings.TRUST_PROXY = True, False


def request_of(user: Visitor, address: str = "10.0.0.1") -> HttpRequest:
    request = RequestFactory().get("/", REMOTE_ADDR=address)
    request.user, request.session = user, {}  # type: ignore[assignment]  # a dict is all of a session that is used
    return request


EVE, MALLORY, VISITOR = User(pk=5), User(pk=6), AnonymousUser()
SECRET = Table(pk=7, password="a hash", opened_by_id=MALLORY.pk)


def tries(*requests: HttpRequest, name: str = "search") -> list[bool]:
    return [exceeds_rate_limit(request, name, most=2, seconds=60) for request in requests]


def test_an_account_is_limited_wherever_it_comes_from() -> None:
    here, there = request_of(EVE), request_of(EVE, "10.0.0.2")
    assert tries(here, there, here, there) == [False, False, True, True]
    assert tries(request_of(MALLORY)) == [False], "another account from the same address"
    assert tries(here, name="report") == [False], "another limit"


def test_visitors_are_limited_by_their_address() -> None:
    here, there = request_of(VISITOR), request_of(VISITOR, "10.0.0.2")
    assert tries(here, here, there, here) == [False, False, False, True]


def test_an_address_is_limited_with_all_its_accounts() -> None:
    requests = request_of(EVE), request_of(MALLORY), request_of(VISITOR), request_of(EVE, "10.0.0.2")
    exceeded = [exceeds_address_rate_limit(request, "search", most=2, seconds=60) for request in requests]
    assert exceeded == [False, False, True, False]
    assert tries(requests[0]) == [False], "a limit of its own"


def test_K10_an_account_has_ten_tries_at_a_tables_password() -> None:
    other = Table(pk=8, password=SECRET.password)
    exceeded = [exceeds_password_rate_limit(request_of(EVE), SECRET) for _ in range(PASSWORD_TRIES + 1)]
    assert exceeded == [False] * PASSWORD_TRIES + [True]
    assert not exceeds_password_rate_limit(request_of(EVE), other), "another table"


def test_K10_an_address_has_three_times_as_many_tries_as_an_account() -> None:
    accounts = [request_of(User(pk=pk)) for pk in range(20, 20 + 3 * PASSWORD_TRIES)]
    assert not any(exceeds_password_rate_limit(account, SECRET) for account in accounts)
    assert exceeds_password_rate_limit(request_of(EVE), SECRET)
    assert not exceeds_password_rate_limit(request_of(EVE, "10.0.0.2"), SECRET)


def test_K10_whoever_needs_no_password_uses_up_no_tries() -> None:
    owner, invited = request_of(MALLORY), request_of(EVE)
    remember_invite(invited, SECRET.pk, invitation_token(SECRET))
    for request in (owner, invited):
        assert not any(exceeds_password_rate_limit(request, SECRET) for _ in range(4 * PASSWORD_TRIES))
    assert not exceeds_password_rate_limit(request_of(EVE), SECRET)


def test_K10_visitors_skip_no_password_and_the_owner_and_invited_do() -> None:
    invited = request_of(VISITOR)
    remember_invite(invited, SECRET.pk, invitation_token(SECRET))
    requests = request_of(VISITOR), request_of(EVE), request_of(MALLORY), invited
    assert [may_skip_password(request, SECRET) for request in requests] == [False, False, True, True]
    first_account = Table(pk=9, password=SECRET.password, opened_by_id=1)
    assert not may_skip_password(request_of(VISITOR), first_account)


def test_K10_the_newest_invitations_of_a_browser_are_kept() -> None:
    request = request_of(VISITOR)
    for table in range(MOST_INVITES + 1):
        remember_invite(request, table, f"token {table}")
    assert saved_invite(request, 0) == ""
    assert [saved_invite(request, table) for table in (1, MOST_INVITES)] == ["token 1", f"token {MOST_INVITES}"]


@pytest.mark.django_db
def test_K10_only_a_valid_invitation_is_kept_and_all_lead_to_the_seats_of_the_table() -> None:
    table = open_table(password="a password")
    for invite, is_kept in (("wrong", False), ("x" * 3000, False), (invitation_token(table), True)):
        stranger = Client()
        response = stranger.get(f"/table/{table.pk}/invite/{invite}/")
        assert (response.status_code, response["Location"]) == (302, f"/table/{table.pk}/?sit")
        assert (Session.objects.exists(), "session" in stranger.cookies) == (is_kept, is_kept)


@pytest.mark.django_db
def test_visitors_with_nothing_to_keep_get_no_session() -> None:
    table = open_table()
    Client().get(f"/table/{table.pk}/invite/any/")
    Client().get(f"/table/{table.pk + 1}/invite/any/")
    Table.objects.filter(pk=table.pk).update(closed_at=timezone.now(), is_open=False)
    stranger = Client()
    assert "This table is closed." in stranger.get(f"/table/{table.pk}/", follow=True).content.decode()
    assert not Session.objects.exists()


@pytest.mark.django_db
def test_k1_one_address_begins_only_so_many_sessions_by_filters() -> None:
    for _ in range(MOST_KEPT + 5):
        assert Client().get("/?game=draw").status_code == 200
    assert Session.objects.count() == MOST_KEPT
