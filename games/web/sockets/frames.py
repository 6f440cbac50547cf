"""Frames of the websocket protocol, ready to be written, and the line to the browser that takes them.

A server's frames are not masked, so those of a message for several sockets are made once. Only the room's own server
offers a line, as the ASGI extension `pokerroom.line`; over any other server messages go out as `websocket.send`.
"""

from collections.abc import Callable
from typing import Protocol

EXTENSION = "pokerroom.line"
TEXT, CONTINUATION, FINAL = 0x01, 0x00, 0x80
SHORT, MEDIUM = 125, 0xFFFF
MEDIUM_FOLLOWS, LONG_FOLLOWS = 126, 127

BLOCK = 1024
"""Bytes; what one viewer alone is sent fills whole blocks."""


class Line(Protocol):
    """The connection of one socket, for frames that are complete; everything is sent in the order it was written."""

    def is_free(self) -> bool:
        """Whether the socket is open and everything written to it is on its way."""

    def write(self, frames: bytes) -> None:
        """Writes whole frames; a socket that is closing gets nothing more."""

    def abort(self) -> None:
        """Ends the connection of a browser that takes nothing, not even a goodbye."""

    def call_when_free(self, call: Callable[[], None]) -> None:
        """Calls once when everything written is on its way, or the connection has ended."""


def frame_of(text: str, *, first: bool = True, last: bool = True) -> bytes:
    """A text message as a frame, or a part of one: the first, the last, or one between (RFC 6455, section 5.4)."""
    payload = text.encode()
    start = (TEXT if first else CONTINUATION) | (FINAL if last else 0)
    size = len(payload)
    if size <= SHORT:
        return bytes((start, size)) + payload
    if size <= MEDIUM:
        return bytes((start, MEDIUM_FOLLOWS)) + size.to_bytes(2) + payload
    return bytes((start, LONG_FOLLOWS)) + size.to_bytes(8) + payload


def padded(html: str) -> str:
    """HTML for one viewer, with blanks behind it up to a whole number of blocks; "" stays empty.

    TLS hides what is sent, not how long it is, and "pair of aces" is longer than "king high": whoever listens on the
    network of a player must not learn about their cards by it.
    """
    return html + " " * (-len(html.encode()) % BLOCK)
