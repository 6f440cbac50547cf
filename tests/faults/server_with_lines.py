"""The room's server with an application that writes numbered frames to its line, each when the line is free."""

import asyncio
import sys

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, WebSocketScope
from daphne.server import twisted_loop  # noqa: F401 - installs the reactor before anything else does

from games.web.sockets.frames import EXTENSION, Line, frame_of
from pokerroom.serving.server import RoomServer

ROUNDS = int(sys.argv[2])
PADDING = "." * 50_000


async def count(scope: WebSocketScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    """Accepts the socket and writes all frames; says when the line is full for the first time, and at the end."""
    await receive()
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    await send({"type": "websocket.send", "bytes": None, "text": "hello"})
    extensions = scope["extensions"]
    assert extensions is not None
    line: Line = extensions[EXTENSION]  # type: ignore[assignment]  # Extensions have no types.
    has_been_full = False
    for number in range(ROUNDS):
        while not line.is_free():
            free = asyncio.Event()
            line.call_when_free(free.set)
            if not has_been_full:
                print("full", flush=True)
                has_been_full = True
            try:
                async with asyncio.timeout(20):
                    await free.wait()
            except TimeoutError:
                return
            if not line.is_free():
                print("gone", flush=True)
                return
        line.write(frame_of(f"{number}{PADDING}"))
    await send({"type": "websocket.send", "bytes": None, "text": "bye"})
    while (await receive())["type"] != "websocket.disconnect":
        pass
    print("gone", flush=True)


if __name__ == "__main__":
    port = int(sys.argv[1])
    RoomServer(count, host="127.0.0.1", port=port, accepting=lambda: print("open", flush=True)).run_beside(
        None, lambda: None
    )
