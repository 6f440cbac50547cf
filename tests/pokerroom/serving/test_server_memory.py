"""Memory of closed sockets is collected before it adds up."""

import gc
import weakref

from daphne.ws_protocol import WebSocketProtocol

from pokerroom.serving.server import FEWEST_CLOSED, RoomServer


class Cycle:
    """An object that refers to itself, as a connection and its application do."""

    def __init__(self) -> None:
        self.itself = self


def new_server(*connections: object) -> RoomServer:
    """A server that has not been started, with these connections."""
    server: RoomServer = object.__new__(RoomServer)
    server.connections = {connection: {} for connection in connections}
    return server


def close(server: RoomServer, count: int, kind: type) -> None:
    """Closes this many connections of a kind."""
    for _ in range(count):
        connection: object = object.__new__(kind)
        server.connections[connection] = {}
        server.protocol_disconnected(connection)
        del server.connections[connection]


def test_garbage_of_closed_sockets_is_collected_every_few_hundred_sockets() -> None:
    server = new_server()
    gc.disable()
    try:
        garbage = weakref.ref(Cycle())
        close(server, FEWEST_CLOSED, WebSocketProtocol)
        # Page requests leave nothing behind.
        close(server, 5, type("Page", (), {}))
        assert garbage() is not None
        close(server, 1, WebSocketProtocol)
        assert garbage() is None
    finally:
        gc.enable()


def test_with_many_open_sockets_more_must_close_first() -> None:
    server = new_server(*(object() for _ in range(2 * FEWEST_CLOSED)))
    gc.disable()
    try:
        garbage = weakref.ref(Cycle())
        close(server, 2 * FEWEST_CLOSED, WebSocketProtocol)
        assert garbage() is not None
        close(server, 2, WebSocketProtocol)
        assert garbage() is None
    finally:
        gc.enable()
