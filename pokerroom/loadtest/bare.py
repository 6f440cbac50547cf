"""The bare ceiling: what one delivery costs Daphne alone, without a room behind it.

`python -m pokerroom.loadtest.bare PORT` serves sockets; whoever sends a number has a text of so many bytes sent to
every open socket. The load test counts what that costs and holds its room against it.
"""

import asyncio
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, Scope, WebSocketSendEvent

from pokerroom.loadtest.client_socket import ClientSocket, open_socket
from pokerroom.loadtest.processes import cpu_seconds

SOCKETS: Final = 90
OPEN_WITHIN_SECONDS: Final = 20.0


class BareCost(NamedTuple):
    """What a delivery costs: ms of processor time of the server, and how many a second arrived."""

    cpu_ms: float
    per_second: float


class BareApplication:
    """Sends the same text to every open socket."""

    def __init__(self) -> None:
        self._sends: dict[int, ASGISendCallable] = {}

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Accepts a socket and does what it asks for until it closes."""
        if scope["type"] != "websocket":
            raise ValueError("only websockets are served")
        try:
            while True:
                event = await receive()
                if event["type"] == "websocket.connect":
                    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
                    self._sends[id(scope)] = send
                elif event["type"] == "websocket.receive":
                    await self._send_to_all("x" * int(str(event.get("text"))))
                else:
                    return
        finally:
            self._sends.pop(id(scope), None)

    async def _send_to_all(self, text: str) -> None:
        event: WebSocketSendEvent = {"type": "websocket.send", "bytes": None, "text": text}
        for send in list(self._sends.values()):
            await send(event)


async def measure_bare(*, size: int, seconds: float) -> BareCost:
    """Measures deliveries of `size` bytes for so many seconds, with a server of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    server = await asyncio.create_subprocess_exec(sys.executable, "-m", __spec__.name, str(port))
    try:
        return await _measure(server.pid, port, size, seconds)
    finally:
        server.terminate()
        await server.wait()


async def _measure(pid: int, port: int, size: int, seconds: float) -> BareCost:
    arrived, awaited, all_arrived = 0, 0, asyncio.Event()

    def count(data: bytes) -> None:
        nonlocal arrived
        arrived += 1
        if arrived == awaited:
            all_arrived.set()

    sockets = [await _connect(port, count) for _ in range(SOCKETS)]
    begun = began_cpu = 0.0
    counted_from = 0
    end = time.perf_counter() + 2 * seconds
    while True:
        now = time.perf_counter()
        # The first third warms up.
        if not begun and now > end - 4 * seconds / 3:
            begun, began_cpu, counted_from = now, cpu_seconds(pid), arrived
        if now > end:
            break
        awaited = arrived + SOCKETS
        all_arrived.clear()
        sockets[0].send(b"%d" % size)
        async with asyncio.timeout(OPEN_WITHIN_SECONDS):
            await all_arrived.wait()
    cpu, took, deliveries = cpu_seconds(pid) - began_cpu, time.perf_counter() - begun, arrived - counted_from
    for one in sockets:
        one.abort()
    return BareCost(cpu / deliveries * 1000, deliveries / took)


async def _connect(port: int, on_text: Callable[[bytes], None]) -> ClientSocket:
    end = time.monotonic() + OPEN_WITHIN_SECONDS
    while True:
        try:
            return await open_socket(
                f"http://127.0.0.1:{port}", "/", cookies="", on_text=on_text, on_close=lambda: None
            )
        except OSError:
            if time.monotonic() > end:
                raise
            await asyncio.sleep(0.1)


def serve(port: int, application: Callable[[Scope, ASGIReceiveCallable, ASGISendCallable], Awaitable[None]]) -> None:
    """Serves an application with Daphne as it comes, in the event loop that the room uses, until it is ended."""
    import uvloop

    # Daphne creates its event loop when it is first imported, so the policy is set before.
    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    from daphne.endpoints import build_endpoint_description_strings
    from daphne.server import Server

    endpoints = build_endpoint_description_strings(host="127.0.0.1", port=port)
    Server(application, endpoints=endpoints, verbosity=0).run()


if __name__ == "__main__":
    serve(int(sys.argv[1]), BareApplication())
