"""Daphne as this room runs it: it stops cleanly, bounds the size of messages, and drops clients that do not read."""

import asyncio
import gc
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias

from asgiref.typing import ASGI3Application
from autobahn.exception import Disconnected
from autobahn.twisted import websocket as twisted_websocket
from autobahn.websocket import protocol as websocket_protocol
from daphne.endpoints import build_endpoint_description_strings
from daphne.http_protocol import WebRequest
from daphne.server import Server, twisted_loop
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import defer, reactor
from twisted.internet.interfaces import IListeningPort
from twisted.internet.tcp import Connection as TcpConnection
from twisted.internet.tcp import Port as TcpPort
from twisted.python.failure import Failure

from games.web.sockets.frames import EXTENSION
from pokerroom.serving.bounded_requests import bound_requests
from pokerroom.serving.cut import CUT
from pokerroom.serving.python_runtime import prefer_loop, settle_memory

LARGEST_FRAME = 64 * 1024
MOST_UNREAD = 1024 * 1024
LOOK_AGAIN_SECONDS = 0.05
"""How often it is looked whether the reader of a file has read on."""
PING_SECONDS, PONG_SECONDS = 10, 20
WAITING_CONNECTIONS = 4096
"""With Twisted's 50 most of a crowd that comes at once would try again after a second or three."""
ACCEPTED_AT_ONCE = 1
"""So few connections are accepted in one turn of the loop, so that a crowd that comes at once holds up play less."""
HANDSHAKE_SECONDS = 25
"""When a web process comes back, all clients connect at once; Daphne would refuse them after 5 s."""


def _undescribed(_: object) -> str:
    return ""


# Autobahn describes each connection and what comes over it for a log that the room does not keep.
vars(websocket_protocol).update(pformat=_undescribed, hltype=_undescribed, hlval=_undescribed)
vars(twisted_websocket).update(hltype=_undescribed, hlval=_undescribed)
bound_requests()

PROTOCOL_CODES = {1008, 1009, 1012}
FEWEST_CLOSED = 250
"""Memory is collected after this many sockets have closed, and at least as many as are open."""

Connection: TypeAlias = WebRequest | WebSocketProtocol


class RoomServer(Server):  # type: ignore[misc]  # Daphne has no types.
    """Serves one ASGI application on one port, in a loop shared with other work."""

    _closed = 0

    def __init__(self, application: ASGI3Application, *, host: str, port: int, accepting: Callable[[], None]) -> None:
        self._accepting = accepting
        self.trouble = ""
        super().__init__(
            application,
            endpoints=[
                f"{endpoint}:backlog={WAITING_CONNECTIONS}"
                for endpoint in build_endpoint_description_strings(host=host, port=port)
            ],
            ping_interval=PING_SECONDS,
            ping_timeout=PONG_SECONDS,
            websocket_handshake_timeout=HANDSHAKE_SECONDS,
            websocket_max_message_size=LARGEST_FRAME,
            websocket_max_frame_size=LARGEST_FRAME,
            verbosity=0,
            server_name="pokerroom",
        )

    def run_beside(self, work: Callable[[], Awaitable[None]] | None, stop: Callable[[], None]) -> None:
        """Runs until a signal; `work` runs in the same loop and is given the time to end after `stop`."""
        if work is not None:
            task = twisted_loop.create_task(_as_coroutine(work))

            def end() -> defer.Deferred[None]:
                stop()
                return defer.Deferred.fromFuture(task)

            task.add_done_callback(self._other_work_ended)
            reactor.addSystemEventTrigger("before", "shutdown", end)  # type: ignore[arg-type]  # It may return a Deferred.
        settle_memory()
        prefer_loop()
        self.run()

    def _other_work_ended(self, task: "asyncio.Task[None]") -> None:
        if reactor.running and not task.cancelled() and task.exception() is not None:
            self.trouble = f"{type(task.exception()).__name__}: {task.exception()}"
            self.stop()

    def listen_success(self, port: IListeningPort) -> None:
        """The port is open: calls `accepting`."""
        super().listen_success(port)
        if isinstance(port, TcpPort):
            accept_few(port)
        self._accepting()

    def listen_error(self, failure: Failure) -> None:
        """The port is not available: stops the server and puts the reason in `trouble`."""
        self.trouble = failure.getErrorMessage()
        self.stop()

    def create_application(self, protocol: Connection, scope: dict[str, object]) -> "asyncio.Queue[object] | None":
        """Starts the application for a request or socket; a socket is offered its line as an extension."""
        if isinstance(protocol, WebSocketProtocol):
            scope["extensions"] = {EXTENSION: SocketLine(protocol)}
        queue: asyncio.Queue[object] | None = super().create_application(protocol, scope)
        return queue

    async def handle_reply(self, protocol: Connection, message: dict[str, object]) -> None:
        """Passes a message on to the browser; one that has stopped reading a socket is disconnected.

        Returns once little of a file is unread, so that its next part is made when there is room for it.
        """
        if message["type"] == CUT:
            protocol.loseConnection()
            return
        if message["type"] == "websocket.send" and unread(protocol.transport) > MOST_UNREAD:
            protocol.transport.abortConnection()
            return
        if message["type"] == "websocket.close" and message.get("code") in PROTOCOL_CODES:
            # Daphne lets applications close with private codes only.
            protocol.sendCloseFrame(code=message["code"])
            return
        # A browser that is closing receives nothing more.
        with suppress(Disconnected):
            await super().handle_reply(protocol, message)
        if message.get("more_body"):
            # Twisted tells only the producer of a transport that it is empty, and a request is none.
            while protocol.channel is not None and unread(protocol.channel.transport) > MOST_UNREAD:  # noqa: ASYNC110
                await asyncio.sleep(LOOK_AGAIN_SECONDS)

    def protocol_disconnected(self, protocol: Connection) -> None:
        """Counts closed sockets: each leaves reference cycles behind that only a full collection frees.

        The collector by itself would leave thousands of them, since most live long enough to count as old.
        """
        super().protocol_disconnected(protocol)
        self._closed += isinstance(protocol, WebSocketProtocol)
        if self._closed > max(FEWEST_CLOSED, len(self.connections)):
            self._closed = 0
            gc.collect()

    def kill_all_applications(self) -> "defer.Deferred[list[object]]":
        """Cancels running applications; unlike Daphne's own it allows for connections without an application."""
        running = [details.get("application_instance") for details in self.connections.values()]
        ending = [instance for instance in running if instance is not None and not instance.done()]
        for instance in ending:
            instance.cancel()
        return defer.Deferred.fromFuture(asyncio.gather(*ending, return_exceptions=True))


class SocketLine:
    """Writes frames to a socket's connection, past everything that only messages of other kinds need (`Line`).

    Daphne agrees on no extension of the protocol, so frames stay as they were made.
    """

    def __init__(self, protocol: WebSocketProtocol) -> None:
        self._protocol = protocol
        self._waiting: Callable[[], None] | None = None

    def is_free(self) -> bool:
        """Whether the socket is open and everything written to it is on its way."""
        protocol = self._protocol
        return protocol.state == protocol.STATE_OPEN and not unread(protocol.transport)

    def write(self, frames: bytes) -> None:
        """Writes whole frames; a socket that is closing gets nothing more."""
        protocol, transport = self._protocol, self._protocol.transport
        if protocol.state != protocol.STATE_OPEN or not frames:
            return
        if isinstance(transport, TcpConnection) and not transport.TLS and not unread(transport):
            # At once, as most connections take all of it; the reactor would be asked to call back for it.
            written = transport.writeSomeData(frames)
            if written == len(frames):
                return
            # The reactor meets the fault of a lost connection again, and ends it.
            frames = frames[written:] if isinstance(written, int) else frames
        transport.write(frames)

    def abort(self) -> None:
        """Ends the connection at once."""
        self._protocol.transport.abortConnection()

    def call_when_free(self, call: Callable[[], None]) -> None:
        """Calls once when everything written is on its way, or the connection has ended."""
        transport = self._protocol.transport
        if self.is_free() or self._protocol.state != self._protocol.STATE_OPEN:
            call()
            return
        if self._waiting is None:
            # The protocol of pages, which was on this connection before, may still be registered.
            transport.unregisterProducer()
        self._waiting = call
        transport.registerProducer(self, True)
        transport.producerPaused = True

    def pauseProducing(self) -> None:  # noqa: N802 - the name is Twisted's
        """Nothing is written before the connection is free."""

    def resumeProducing(self) -> None:  # noqa: N802 - the name is Twisted's
        """The connection is free."""
        self._protocol.transport.unregisterProducer()
        self._end_wait()

    def stopProducing(self) -> None:  # noqa: N802 - the name is Twisted's
        """The connection has ended."""
        self._end_wait()

    def _end_wait(self) -> None:
        call, self._waiting = self._waiting, None
        if call:
            call()


def unread(transport: object) -> int:
    """Bytes handed to a connection that the other end has not read yet."""
    waiting = len(getattr(transport, "dataBuffer", b"")) - getattr(transport, "offset", 0)
    return waiting + int(getattr(transport, "_tempDataLen", 0))


def accept_few(port: TcpPort) -> None:
    """Has a port accept few connections a turn; Twisted by itself accepts more with each turn of a crowd."""
    accept = port.doRead

    def accept_next() -> None:
        port.numberAccepts = ACCEPTED_AT_ONCE
        accept()  # type: ignore[no-untyped-call]  # Twisted's method has no types.

    port.doRead = accept_next  # type: ignore[method-assign]


async def _as_coroutine(work: Callable[[], Awaitable[None]]) -> None:
    await work()
