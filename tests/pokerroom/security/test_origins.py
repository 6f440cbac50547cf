"""Only pages of the same host and trusted origins may open a websocket."""

import pytest
from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, Scope
from pytest_django import Settings

from pokerroom.security.origins import SameOriginOnly, is_allowed, parse_origin
from tests.sockets import SocketClient

OWN = ("https", "room.example", 443)
TRUSTED = ["https://www.room.example", "https://*.friends.example", "http://lan:8000"]


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("https://room.example", True),
        ("https://room.example:443", True),
        ("HTTPS://ROOM.EXAMPLE", True),
        ("https://www.room.example", True),
        ("https://a.friends.example", True),
        ("http://lan:8000", True),
        ("http://room.example", False),
        ("https://room.example:8443", False),
        ("https://room.example.evil.example", False),
        ("https://evilroom.example", False),
        ("https://sub.room.example", False),
        ("https://friends.example", False),
        ("https://evilfriends.example", False),
        ("http://a.friends.example", False),
        ("http://lan", False),
        ("http://localhost", False),
        ("http://127.0.0.1:8000", False),
        ("https://user@room.example", False),
        ("https://room.example/", False),
        ("https://room.example?", False),
        ("https://room.example:", False),
        ("https://room.example:x", False),
        ("https://[room.example", False),
        (" https://room.example", False),
        ("//room.example", False),
        ("room.example", False),
        ("wss://room.example", False),
        ("file://", False),
        ("null", False),
        ("*", False),
        ("", False),
        (None, False),
    ],
)
def test_origin(origin: str | None, allowed: bool) -> None:
    assert is_allowed(origin, own=OWN, trusted=TRUSTED) is allowed


def test_a_socket_without_a_host_header_accepts_no_origin() -> None:
    assert not is_allowed("https://room.example", own=None, trusted=[])
    assert not is_allowed("null", own=parse_origin("null"), trusted=["null"])


async def _opens(headers: list[tuple[bytes, bytes]], scheme: str = "ws") -> bool:
    async def accept(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        await receive()
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})

    socket = SocketClient(SameOriginOnly(accept), "/ws/", headers=headers)
    socket.scope["scheme"] = scheme
    opened, _ = await socket.connect()
    return bool(opened)


async def test_a_socket_opens_only_for_pages_of_its_own_host(settings: Settings) -> None:
    settings.DEBUG = True
    settings.ALLOWED_HOSTS = ["*"]
    host = (b"host", b"127.0.0.1:8000")
    assert await _opens([host, (b"origin", b"http://127.0.0.1:8000")])
    assert not await _opens([host, (b"origin", b"http://localhost:8000")])
    assert not await _opens([host, (b"origin", b"http://127.0.0.1:8001")])
    assert not await _opens([host])
    assert not await _opens([(b"origin", b"http://127.0.0.1:8000")])
    assert not await _opens([host, (b"origin", b"http://127.0.0.1:8000"), (b"origin", b"http://evil.example")])
    assert await _opens([host, (b"origin", b"https://127.0.0.1:8000")], scheme="wss")


async def test_a_page_of_a_name_that_was_made_to_lead_to_the_room_opens_no_socket(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["127.0.0.1", "[::1]", ".room.example"]
    for name, opens in (
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("www.room.example", True),
        ("WWW.ROOM.EXAMPLE", True),
        ("evil.example", False),
        ("evil.example:8000", False),
        ("room.example.evil.example", False),
        ("127.0.0.1@evil.example", False),
    ):
        headers = [(b"host", name.encode()), (b"origin", f"http://{name}".encode())]
        assert await _opens(headers) is opens, name


async def test_behind_a_tls_proxy_the_pages_origin_is_https(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["room.example"]
    headers = [(b"host", b"room.example"), (b"origin", b"https://room.example")]
    forwarded = (b"x-forwarded-proto", b"https")
    assert not await _opens([*headers, forwarded])
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert await _opens([*headers, forwarded])
    assert not await _opens(headers)
