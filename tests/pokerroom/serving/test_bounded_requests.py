"""A body that is larger than any form of the room is refused before it is read."""

from typing import Any

import daphne.server
import pytest
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport

from pokerroom.serving.bounded_requests import LARGEST_BODY, BoundedFactory
from pokerroom.serving.server import RoomServer

START = b"POST /accounts/sign-in/ HTTP/1.1\r\nHost: room\r\n"
CHUNKED = START + b"Transfer-Encoding: chunked\r\n\r\n"


class Bodies:
    """In place of a server: the size of the body of each request that reached the application."""

    def __init__(self) -> None:
        self.taken: list[int] = []
        self.proxy_forwarded_address_header = None
        self.root_path = ""

    def protocol_connected(self, request: object) -> None: ...
    def protocol_disconnected(self, request: object) -> None: ...

    def create_application(self, request: Any, scope: object) -> None:  # Any: Daphne has no types.
        self.taken.append(len(request.content.read()))


@pytest.fixture
def bodies() -> Bodies:
    return Bodies()


def connected(bodies: Bodies, clock: Any) -> Any:  # Any: Twisted's protocols have no types.
    """A new connection, which looks at this clock."""
    connection: Any = BoundedFactory(bodies).buildProtocol(None)
    connection.callLater = clock.callLater
    connection.makeConnection(StringTransport())  # type: ignore[no-untyped-call]
    return connection


def sent(bodies: Bodies, *parts: bytes, every: float = 0) -> Any:  # Any: Twisted's transport has no types.
    """A connection over which these parts have come, one `every` so many seconds, until it ended."""
    clock: Any = Clock()
    connection = connected(bodies, clock)
    for part in parts:
        if not connection.transport.disconnecting:
            connection.dataReceived(part)
            clock.advance(every)
    return connection.transport


def with_length(length: int) -> bytes:
    return START + b"Content-Length: %d\r\n\r\n" % length


def chunk(length: int) -> bytes:
    return b"%x\r\n%s\r\n" % (length, b"a" * length)


def is_refused(transport: Any) -> bool:
    return bool(transport.value().startswith(b"HTTP/1.1 413 ") and transport.disconnecting)


def test_a_body_that_is_told_to_be_too_large_is_refused_by_its_headers_alone(bodies: Bodies) -> None:
    assert is_refused(sent(bodies, with_length(LARGEST_BODY + 1)))
    assert is_refused(sent(bodies, with_length(LARGEST_BODY + 1) + b"a" * (LARGEST_BODY + 1)))
    assert bodies.taken == []


def test_a_body_in_chunks_is_refused_as_soon_as_it_is_too_large(bodies: Bodies) -> None:
    assert is_refused(sent(bodies, CHUNKED, chunk(LARGEST_BODY), chunk(1)))
    assert is_refused(sent(bodies, CHUNKED + chunk(LARGEST_BODY) + chunk(1) + b"0\r\n\r\n"))
    assert bodies.taken == []


def test_the_largest_body_is_taken_whole(bodies: Bodies) -> None:
    assert not sent(bodies, with_length(LARGEST_BODY), b"a" * LARGEST_BODY).value()
    assert not sent(bodies, CHUNKED, chunk(LARGEST_BODY), b"0\r\n\r\n").value()
    assert bodies.taken == [LARGEST_BODY, LARGEST_BODY]


@pytest.mark.parametrize("begun", [b"", b"G", START, with_length(5000), CHUNKED + b"5000\r\n"])
def test_a_request_that_comes_byte_by_byte_is_not_waited_for(bodies: Bodies, begun: bytes) -> None:
    slow = sent(bodies, begun, *[b"a"] * 200, every=1)
    assert slow.disconnecting
    assert bodies.taken == []


def test_a_request_that_takes_its_time_is_answered(bodies: Bodies) -> None:
    assert not sent(bodies, with_length(50), *[b"a"] * 50, every=1).disconnecting
    assert bodies.taken == [50]


def test_a_second_request_has_as_much_time_as_the_first(bodies: Bodies) -> None:
    clock: Any = Clock()
    connection = connected(bodies, clock)
    for wait in (0, connection.timeOut - 1):
        clock.advance(wait)
        for part in (with_length(5), *[b"a"] * 5):
            connection.dataReceived(part)
            clock.advance(1)
        connection.requestDone(connection.requests[0])
    assert bodies.taken == [5, 5]
    assert not connection.transport.disconnecting
    clock.advance(connection.timeOut)
    assert connection.transport.disconnecting


def test_the_server_of_the_room_has_the_limit() -> None:
    assert issubclass(RoomServer, daphne.server.Server)
    assert daphne.server.HTTPFactory is BoundedFactory
