"""Who opens a socket is read from its cookies, as for pages."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.typing import ASGIReceiveCallable, ASGISendCallable
from django.contrib.sessions.models import Session
from django.test import Client
from django_otp import DEVICE_ID_SESSION_KEY
from pytest_django import Settings

from games.web.sockets.scope import has_session
from pokerroom.models import AddressBan, SecondFactor, User
from pokerroom.roles import FLOORMAN
from pokerroom.sessions import visitors
from pokerroom.sessions.store import SessionStore
from pokerroom.sessions.visitors import KnownVisitors
from tests.sockets import SocketClient
from tests.staff import with_role

pytestmark = pytest.mark.django_db(transaction=True)
HOME = "192.0.2.9"


async def opened(cookie: str) -> dict[str, Any]:
    """The scope of a socket that is opened with these cookies; empty if it is closed instead."""
    scopes: list[dict[str, Any]] = []

    async def app(scope: Any, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        scopes.append(scope)
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})

    socket = SocketClient(KnownVisitors(app), "/ws/", headers=[(b"cookie", cookie.encode())])
    socket.scope["client"] = (HOME, 1)
    await socket.send_input({"type": "websocket.connect"})
    assert (await socket.receive_output())["type"] == "websocket.accept"
    return scopes[0] if scopes else {}


@sync_to_async
def cookie_of(user: User) -> str:
    """The cookie of a browser in which this person has signed in."""
    client = Client()
    client.force_login(user)
    return "; ".join(f"{name}={one.value}" for name, one in client.cookies.items())


async def test_a_socket_belongs_to_the_account_of_its_session(alice: User) -> None:
    scope = await opened(f"{await cookie_of(alice)}; django_language=cs")
    assert scope["user"] == alice
    assert scope["cookies"]["django_language"] == "cs"
    assert await sync_to_async(has_session)(scope)


@pytest.mark.parametrize("cookie", ["", "pokerroom_session=unknown", "sessionid=x; ;=;"])
async def test_a_socket_without_a_session_that_stands_belongs_to_nobody(cookie: str) -> None:
    scope = await opened(cookie)
    assert not scope["user"].is_authenticated


async def test_a_session_from_before_a_new_password_belongs_to_nobody_and_ends(alice: User) -> None:
    cookie = await cookie_of(alice)
    alice.set_password("another long password")
    await alice.asave()
    scope = await opened(cookie)
    assert not scope["user"].is_authenticated
    assert not await Session.objects.aexists()


async def test_F8_the_application_hears_nothing_of_a_banned_address(alice: User) -> None:
    await AddressBan.objects.acreate(address=HOME, reason="bots", by=alice)
    assert await opened(await cookie_of(alice)) == {}


async def test_each_of_a_crowd_has_their_own_session_and_account(alice: User, bob: User) -> None:
    """They are read together; some have no session, and one comes from a banned address (F8)."""
    keys = [(await cookie_of(user)).split("session=")[1].split(";")[0] for user in (alice, bob)]
    await AddressBan.objects.acreate(address=HOME, reason="bots", by=alice)
    comers = [("", keys[1]), (HOME, keys[0]), ("192.0.2.10", keys[0]), ("", ""), ("", "unknown-session")]
    found = await sync_to_async(visitors._read)(comers)
    assert [comer and comer.user.pk for comer in found] == [bob.pk, None, alice.pk, None, None]
    assert [comer and comer.session.session_key for comer in found] == [keys[1], None, keys[0], None, None]
    assert [comer is None for comer in found] == [False, True, False, False, False]


async def test_an_account_that_is_closed_belongs_to_nobody(alice: User) -> None:
    cookie = await cookie_of(alice)
    await User.objects.filter(pk=alice.pk).aupdate(is_active=False)
    assert not (await opened(cookie))["user"].is_authenticated


async def test_F8_staff_who_lack_the_code_of_a_second_factor_are_nobody_to_a_socket_too(
    alice: User, bob: User, settings: Settings
) -> None:
    settings.STAFF_SECOND_FACTOR = True
    await sync_to_async(with_role)(alice, FLOORMAN)
    cookie = await cookie_of(alice)
    assert not (await opened(cookie))["user"].is_authenticated
    key = cookie.split("session=")[1].split(";")[0]

    @sync_to_async
    def type_code(person: User, *, confirmed: bool) -> None:
        session = SessionStore(key)
        SecondFactor.objects.filter(user=person).delete()
        factor = SecondFactor.create_for(person)
        factor.confirmed = confirmed
        factor.save()
        session[DEVICE_ID_SESSION_KEY] = factor.persistent_id
        session.save()

    for person, confirmed, enters in ((bob, True, False), (alice, False, False), (alice, True, True)):
        await type_code(person, confirmed=confirmed)
        assert (await opened(cookie))["user"].is_authenticated is enters
    assert (await opened(await cookie_of(bob)))["user"] == bob, "players need no code"
