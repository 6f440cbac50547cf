"""The room's server with an application of long files, of which `/broken` has no end."""

import sys

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, HTTPScope
from daphne.server import twisted_loop  # noqa: F401 - installs the reactor before anything else does

from pokerroom.serving.cut import CUT
from pokerroom.serving.server import RoomServer

PARTS, LETTERS = map(int, sys.argv[2:])


async def files(scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    """Sends a file, and prints its address each time the server has room for the next part."""
    await send({"type": "http.response.start", "status": 200, "headers": [], "trailers": False})
    if scope["path"] == "/broken":
        await send({"type": "http.response.body", "body": b"half", "more_body": True})
        await send({"type": CUT})
        return
    for _ in range(PARTS):
        await send({"type": "http.response.body", "body": b"." * LETTERS, "more_body": True})
        print(scope["path"], flush=True)
    await send({"type": "http.response.body", "body": b"", "more_body": False})


if __name__ == "__main__":
    port = int(sys.argv[1])
    RoomServer(files, host="127.0.0.1", port=port, accepting=lambda: print("open", flush=True)).run_beside(
        None, lambda: None
    )
