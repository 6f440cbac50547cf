"""Daphne as this room runs it: it stops cleanly, bounds the size of messages, and drops clients that do not read."""

import asyncio
import gc
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from autobahn.exception import Disconnected
from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server, twisted_loop
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import defer, reactor

LARGEST_FRAME = 64 * 1024
MOST_UNREAD = 1024 * 1024
PING_SECONDS, PONG_SECONDS = 10, 20
HANDSHAKE_SECONDS = 25
"""When a web process comes back, all clients connect at once; Daphne would refuse them after 5 s."""

PROTOCOL_CODES = {1008, 1009}
YOUNG_OBJECTS = 50_000
FEWEST_GONE = 250
"""So many sockets close, and as many as are open, before their memory is collected."""


def settle_memory() -> None:
    """Exempts what is loaded by now from garbage collection, since it lives as long as the process."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, 20, 20)


class RoomServer(Server):  # type: ignore[misc]  # Daphne has no types.
    """Serves one ASGI application on one port, beside other work in the same loop."""

    def __init__(self, application: Any, *, host: str, port: int, accepting: Callable[[], None]) -> None:
        self._accepting = accepting
        self._gone = 0
        self.trouble = ""
        super().__init__(
            application,
            endpoints=build_endpoint_description_strings(host=host, port=port),
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
            task = twisted_loop.create_task(_alone(work))

            def end() -> defer.Deferred[None]:
                stop()
                return defer.Deferred.fromFuture(task)

            task.add_done_callback(self._other_work_ended)
            reactor.addSystemEventTrigger("before", "shutdown", end)  # type: ignore[arg-type]  # It may return a Deferred.
        settle_memory()
        self.run()

    def _other_work_ended(self, task: "asyncio.Task[None]") -> None:
        if reactor.running and not task.cancelled() and task.exception() is not None:
            self.trouble = f"{type(task.exception()).__name__}: {task.exception()}"
            self.stop()

    def listen_success(self, port: Any) -> None:
        """The port is open: calls `accepting`."""
        super().listen_success(port)
        self._accepting()

    def listen_error(self, failure: Any) -> None:
        """The port is not available: the server ends and leaves the reason in `trouble`."""
        self.trouble = failure.getErrorMessage()
        self.stop()

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Passes a message on to the browser; one that has stopped reading is disconnected."""
        if message["type"] == "websocket.send" and unread(protocol.transport) > MOST_UNREAD:
            protocol.transport.abortConnection()
            return
        if message["type"] == "websocket.close" and message.get("code") in PROTOCOL_CODES:
            # Daphne lets applications close with private codes only, and turns these two into 1011.
            protocol.sendCloseFrame(code=message["code"])
            return
        # A browser that is closing receives nothing more.
        with suppress(Disconnected):
            await super().handle_reply(protocol, message)

    def protocol_disconnected(self, protocol: Any) -> None:
        """A connection has ended. A socket leaves reference cycles behind that only a full collection frees.

        The collector by itself would leave thousands of them, since most live long enough to count as old.
        """
        super().protocol_disconnected(protocol)
        self._gone += isinstance(protocol, WebSocketProtocol)
        if self._gone > max(FEWEST_GONE, len(self.connections)):
            self._gone = 0
            gc.collect()

    def kill_all_applications(self) -> Any:
        """Cancels running applications; unlike Daphne's own it allows for connections without an application."""
        running = [details.get("application_instance") for details in self.connections.values()]
        ending = [instance for instance in running if instance is not None and not instance.done()]
        for instance in ending:
            instance.cancel()
        return defer.Deferred.fromFuture(asyncio.gather(*ending, return_exceptions=True))


def unread(transport: Any) -> int:
    """Bytes handed to a connection that the other end has not read yet."""
    waiting = len(getattr(transport, "dataBuffer", b"")) - getattr(transport, "offset", 0)
    return waiting + int(getattr(transport, "_tempDataLen", 0))


async def _alone(work: Callable[[], Awaitable[None]]) -> None:
    await work()
