"""Sockets that push soon: each once, however much has changed, and only some of them in one turn of the loop."""

import asyncio
from typing import Protocol

MOST_AT_ONCE, MOST_SECONDS = 90, 0.005
"""How many pushes take a few milliseconds, and how many first ones; then asks, answers and views have their turn."""


class DueSocket(Protocol):
    """A socket that pushes without waiting for anything. The call may not fail."""

    def push_now(self) -> None:
        """Pushes what has changed until now."""


class PushRound:
    """The due sockets of a process; those that have waited longest push first."""

    def __init__(self) -> None:
        self._due: dict[DueSocket, None] = {}

    def add(self, socket: DueSocket) -> None:
        """The socket pushes in one of the next turns of the loop."""
        if not self._due:
            asyncio.get_running_loop().call_soon(self._push)
        self._due[socket] = None

    def _push(self) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + MOST_SECONDS
        for socket in list(self._due)[:MOST_AT_ONCE]:
            del self._due[socket]
            socket.push_now()
            if loop.time() > until:
                break
        if self._due:
            loop.call_soon(self._push)
