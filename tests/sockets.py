"""Websocket clients of an ASGI application, without a server."""

from typing import Any

from channels.testing import WebsocketCommunicator

WITHIN_SECONDS = 60.0


class Line(WebsocketCommunicator):
    """Channels' communicator with a longer timeout, for a busy machine."""

    async def connect(self, timeout: float = WITHIN_SECONDS) -> Any:  # noqa: ASYNC109 - its parent's
        return await super().connect(timeout)

    async def receive_output(self, timeout: float = WITHIN_SECONDS) -> Any:  # noqa: ASYNC109 - its parent's
        return await super().receive_output(timeout)

    async def receive_from(self, timeout: float = WITHIN_SECONDS) -> Any:  # noqa: ASYNC109 - its parent's
        return await super().receive_from(timeout)

    async def disconnect(self, code: int = 1000, timeout: float = WITHIN_SECONDS) -> None:  # noqa: ASYNC109 - its parent's
        await super().disconnect(code, timeout)
