"""The room's server with an application that sends endlessly, to measure how much it buffers for a stalled client."""

import asyncio
import sys

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, Scope
from daphne.server import twisted_loop  # noqa: F401 - installs the reactor before anything else does

from pokerroom.serving.server import RoomServer

FRAME = "x" * int(sys.argv[2])


async def flood(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    """Accepts the socket, then sends as fast as it can until the connection is closed."""
    await receive()
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    closed = asyncio.ensure_future(receive())
    while not closed.done():
        await send({"type": "websocket.send", "bytes": None, "text": FRAME})
        await asyncio.sleep(0)
    print("gone", flush=True)


if __name__ == "__main__":
    port = int(sys.argv[1])
    RoomServer(flood, host="127.0.0.1", port=port, accepting=lambda: print("open", flush=True)).run_beside(
        None, lambda: None
    )
