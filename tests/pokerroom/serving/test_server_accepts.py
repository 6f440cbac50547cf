"""A crowd that connects at once is accepted a few at a time, so that play goes on between them."""

import socket
from typing import Any

from twisted.internet.protocol import Factory, Protocol
from twisted.internet.tcp import Port

from pokerroom.serving.server import ACCEPTED_AT_ONCE, accept_few

CROWD = 5


class Reactor:
    """Watches nothing: the test says when a connection is there."""

    def addReader(self, reader: object) -> None: ...
    def removeReader(self, reader: object) -> None: ...
    def removeWriter(self, writer: object) -> None: ...


def test_few_connections_are_accepted_in_one_turn() -> None:
    accepted: list[Protocol] = []

    class Connected(Protocol):
        def makeConnection(self, transport: object) -> None:
            accepted.append(self)

    # Any: Twisted's ports have no types.
    port: Any = Port(0, Factory.forProtocol(Connected), interface="127.0.0.1", reactor=Reactor())
    port.startListening()
    accept_few(port)
    people = [socket.create_connection(("127.0.0.1", port.getHost().port)) for _ in range(CROWD)]
    counts = []
    for _ in range(CROWD + 1):
        port.doRead()
        counts.append(len(accepted))
    for one in people:
        one.close()
    port.connectionLost(None)
    assert counts == [min(CROWD, ACCEPTED_AT_ONCE * turn) for turn in range(1, CROWD + 2)]
