"""Memory of closed sockets is collected before it adds up."""

import gc
import weakref
from typing import Any

from daphne.ws_protocol import WebSocketProtocol

from pokerroom.server import FEWEST_GONE, RoomServer


class Knot:
    """An object that refers to itself, as a connection and its application do."""

    def __init__(self) -> None:
        self.itself = self


def close(server: Any, count: int, kind: type) -> None:
    """Closes this many connections of a kind."""
    for _ in range(count):
        gone = object.__new__(kind)
        server.connections[gone] = {}
        server.protocol_disconnected(gone)
        del server.connections[gone]


def test_garbage_of_closed_sockets_is_collected_every_few_hundred_sockets() -> None:
    server: Any = object.__new__(RoomServer)
    server.connections, server._gone = {}, 0
    gc.disable()
    try:
        left = weakref.ref(Knot())
        close(server, FEWEST_GONE, WebSocketProtocol)
        # Page requests leave nothing behind.
        close(server, 5, type("Page", (), {}))
        assert left() is not None
        close(server, 1, WebSocketProtocol)
        assert left() is None
    finally:
        gc.enable()


def test_with_many_open_sockets_more_must_close_first() -> None:
    server: Any = object.__new__(RoomServer)
    server.connections, server._gone = {object(): {} for _ in range(2 * FEWEST_GONE)}, 0
    gc.disable()
    try:
        left = weakref.ref(Knot())
        close(server, 2 * FEWEST_GONE, WebSocketProtocol)
        assert left() is not None
        close(server, 2, WebSocketProtocol)
        assert left() is None
    finally:
        gc.enable()
