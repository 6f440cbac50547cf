"""Requests with limits: a longer body is refused before it is read, and one that never ends is not waited for."""

from daphne import server
from daphne.http_protocol import HTTPFactory, WebRequest
from twisted.internet.interfaces import IAddress, IProtocol
from twisted.web.http import HTTPChannel, Request

LARGEST_BODY = 1024 * 1024
"""As in `nginx.conf`; no form of the room is larger."""
REFUSAL = b"HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class BoundedRequest(WebRequest):  # type: ignore[misc]  # Daphne has no types.
    """A request that ends its connection as soon as it is told, or found, to be too large."""

    _taken = 0
    _refused = False

    def gotLength(self, length: int | None) -> None:  # noqa: N802 - the name is Twisted's
        """The headers have been read; `length` is None for a body that comes in chunks."""
        super().gotLength(length)
        if length is not None and length > LARGEST_BODY:
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802 - the name is Twisted's
        """Takes the next part of the body, if it fits."""
        self._taken += len(data)
        if not self._refused and self._taken > LARGEST_BODY:
            self._refuse()
        if not self._refused:
            super().handleContentChunk(data)

    def process(self) -> None:
        """Hands the whole request on; the last part of one that was refused may still have come."""
        if not self._refused:
            super().process()

    def _refuse(self) -> None:
        self._refused = True
        self.channel.transport.write(REFUSAL)
        self.channel.loseConnection()


class BoundedChannel(HTTPChannel):
    """A connection that is given so much time for each request, from its first byte to the last.

    Twisted counts anew with every byte: clients that send one every few seconds would keep their connections for days.
    """

    begun = False
    """Whether a byte of the next request has come."""

    def resetTimeout(self) -> None:  # noqa: N802 - the name is Twisted's
        """The time begins with the first byte of a request, and goes on at all others."""
        if not self.begun:
            self.begun = True
            super().resetTimeout()  # type: ignore[no-untyped-call]

    def requestDone(self, request: Request) -> None:  # noqa: N802 - the name is Twisted's
        """The next byte is the first one of another request."""
        self.begun = False
        super().requestDone(request)  # type: ignore[no-untyped-call]


class BoundedFactory(HTTPFactory):  # type: ignore[misc]
    """Makes connections of such requests."""

    protocol = BoundedChannel

    def buildProtocol(self, addr: IAddress | None) -> IProtocol:  # noqa: N802 - the name is Twisted's
        """The protocol of a connection that was accepted."""
        protocol: IProtocol = super().buildProtocol(addr)
        protocol.requestFactory = BoundedRequest
        return protocol


def bound_requests() -> None:
    """Has all servers of this process use them, as Daphne's has no setting for it."""
    server.HTTPFactory = BoundedFactory
