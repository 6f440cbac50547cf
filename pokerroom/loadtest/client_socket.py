"""A websocket client that costs little, because the load generator shares the machine with the room it measures.

It knows what a browser's socket to this room needs: text, pings of the server, closing. Nothing is decoded: whoever
listens gets the bytes of each text message. There are no extensions, so messages arrive uncompressed.
"""

import asyncio
import base64
import os
from asyncio import transports
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
CONTINUATION = 0
FINAL, MASKED = 0x80, 0x80
SHORT, MEDIUM = 126, 127
"""Lengths below the first are written in one byte; these two say that two or eight bytes of length follow."""
END_OF_HEADERS = b"\r\n\r\n"
MOST_HEADERS = 16 * 1024


class BrokenSocket(Exception):
    """The socket closed, or the server sent what no websocket sends."""


class FrameReader:
    """Takes the bytes of a connection as they arrive and returns whole frames."""

    def __init__(self) -> None:
        self._rest = b""
        self._parts: list[bytes] = []

    def feed(self, data: bytes) -> list[tuple[int, bytes]]:
        """The frames that are complete now, as (opcode, payload); the parts of one message are joined.

        Raises BrokenSocket for a masked frame, which no server may send.
        """
        data = self._rest + data if self._rest else data
        frames: list[tuple[int, bytes]] = []
        at, end = 0, len(data)
        while end - at >= 2:
            first, length = data[at], data[at + 1]
            if length & MASKED:
                raise BrokenSocket("a masked frame")
            begin = at + 2
            if length == SHORT:
                begin += 2
            elif length == MEDIUM:
                begin += 8
            if begin > end:
                break
            if length >= SHORT:
                length = int.from_bytes(data[at + 2 : begin], "big")
            if begin + length > end:
                break
            at = begin + length
            self._add(frames, first, data[begin:at])
        self._rest = data[at:]
        return frames

    def _add(self, frames: list[tuple[int, bytes]], first: int, payload: bytes) -> None:
        opcode = first & 0x0F
        if opcode >= CLOSE or (opcode == TEXT and first & FINAL):
            frames.append((opcode, payload))
            return
        self._parts.append(payload)
        if first & FINAL:
            frames.append((TEXT, b"".join(self._parts)))
            self._parts.clear()


def client_frame(opcode: int, payload: bytes) -> bytes:
    """A whole frame as a client sends it: masked with four random bytes (RFC 6455)."""
    mask, length = os.urandom(4), len(payload)
    head = bytes([FINAL | opcode])
    if length < SHORT:
        head += bytes([MASKED | length])
    elif length < 1 << 16:
        head += bytes([MASKED | SHORT]) + length.to_bytes(2, "big")
    else:
        head += bytes([MASKED | MEDIUM]) + length.to_bytes(8, "big")
    repeated = (mask * (length // 4 + 1))[:length]
    masked = int.from_bytes(payload, "big") ^ int.from_bytes(repeated, "big")
    return head + mask + masked.to_bytes(length, "big")


class ClientSocket(asyncio.Protocol):
    """One open websocket: calls `on_text` with each message and `on_close` once when it has ended."""

    def __init__(self, request: bytes, on_text: Callable[[bytes], None], on_close: Callable[[], None]) -> None:
        self._request, self._on_text, self._on_close = request, on_text, on_close
        self._reader = FrameReader()
        self._headers: bytes | None = b""
        self._transport: transports.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the server has accepted the socket; fails with BrokenSocket when it has refused it."""

    def connection_made(self, transport: transports.BaseTransport) -> None:
        """Sends the handshake."""
        # uvloop's transports have the methods without the class.
        self._transport = cast(transports.Transport, transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Passes whole messages on."""
        if self._headers is not None:
            self._headers += data
            head, end, data = self._headers.partition(END_OF_HEADERS)
            if not end:
                if len(head) > MOST_HEADERS:
                    self._fail("endless headers")
                return
            self._headers = None
            if not head.startswith(b"HTTP/1.1 101"):
                self._fail(head.split(b"\r\n", 1)[0].decode(errors="replace"))
                return
            self.opened.set_result(None)
        try:
            for opcode, payload in self._reader.feed(data):
                self._receive(opcode, payload)
        except BrokenSocket:
            self.abort()

    def _receive(self, opcode: int, payload: bytes) -> None:
        if opcode == TEXT:
            self._on_text(payload)
        elif opcode == PING:
            self._write(client_frame(PONG, payload))
        elif opcode == CLOSE:
            self._write(client_frame(CLOSE, payload[:2]))
            self.abort()

    def connection_lost(self, reason: Exception | None) -> None:
        """Tells that the socket has ended."""
        self._transport = None
        if not self.opened.done():
            self.opened.set_exception(BrokenSocket(str(reason or "closed during the handshake")))
        self._on_close()

    def send(self, *texts: bytes) -> bool:
        """Sends text messages in one write; returns whether the socket was open."""
        return self._write(b"".join(client_frame(TEXT, text) for text in texts))

    def abort(self) -> None:
        """Ends the connection at once."""
        if self._transport is not None:
            self._transport.abort()

    def _write(self, data: bytes) -> bool:
        if self._transport is None or self._headers is not None:
            return False
        self._transport.write(data)
        return True

    def _fail(self, why: str) -> None:
        self.opened.set_exception(BrokenSocket(why))
        self.abort()


async def open_socket(
    url: str, path: str, *, cookies: str, on_text: Callable[[bytes], None], on_close: Callable[[], None]
) -> ClientSocket:
    """Connects to `path` of the room at `url` (http or https); raises BrokenSocket when it is refused, or OSError."""
    parts = urlsplit(url)
    secure = parts.scheme == "https"
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {parts.netloc}",
        f"Origin: {parts.scheme}://{parts.netloc}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
        *([f"Cookie: {cookies}"] if cookies else []),
    ]
    request = "\r\n".join([*lines, "", ""]).encode()
    _, socket = await asyncio.get_running_loop().create_connection(
        lambda: ClientSocket(request, on_text, on_close),
        str(parts.hostname),
        parts.port or (443 if secure else 80),
        ssl=secure or None,
    )
    await socket.opened
    return socket
