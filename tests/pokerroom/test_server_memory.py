"""What a closed socket leaves behind is found before it adds up."""

import gc
import weakref
from typing import Any

from daphne.ws_protocol import WebSocketProtocol

from pokerroom.server import FEWEST_GONE, RoomServer


class Knot:
    """Something that holds itself, as a connection and its application do."""

    def __init__(self) -> None:
        self.itself = self


def close(server: Any, count: int, kind: type) -> None:
    """So many connections of a kind end."""
    for _ in range(count):
        gone = object.__new__(kind)
        server.connections[gone] = {}
        server.protocol_disconnected(gone)
        del server.connections[gone]


def test_knots_of_closed_sockets_are_untied_every_few_hundred_sockets() -> None:
    server: Any = object.__new__(RoomServer)
    server.connections, server._gone = {}, 0
    gc.disable()
    try:
        left = weakref.ref(Knot())
        close(server, FEWEST_GONE, WebSocketProtocol)
        # Pages close all the time, and leave nothing.
        close(server, 5, type("Page", (), {}))
        assert left() is not None
        close(server, 1, WebSocketProtocol)
        assert left() is None
    finally:
        gc.enable()


def test_where_many_are_open_more_may_close_first() -> None:
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
