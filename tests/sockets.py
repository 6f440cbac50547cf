"""Websocket clients of an ASGI application, without a server."""

from channels.testing import WebsocketCommunicator

WITHIN_SECONDS = 60.0


class SocketClient(WebsocketCommunicator):
    """Channels' communicator with longer timeouts, for a busy machine; its other methods wait through these two."""

    async def receive_output(self, timeout: float = WITHIN_SECONDS) -> dict[str, object]:  # noqa: ASYNC109 - as in Channels
        message: dict[str, object] = await super().receive_output(max(timeout, WITHIN_SECONDS))
        return message

    async def wait(self, timeout: float = WITHIN_SECONDS) -> None:  # noqa: ASYNC109 - as in Channels
        await super().wait(max(timeout, WITHIN_SECONDS))
