"""Browsers of the benchmark: sockets that only read, and count messages and bytes.

`python -m benchmarks.deliveries.clients PORT FILE`: FILE has a line for each socket, its path and cookie. Prints
"open SECONDS" when all have had a message, then for each line of input "MESSAGES BYTES" since the last one.
"""

import os
import selectors
import socket
import sys
import time
from pathlib import Path

FINAL_DATA = {0x80, 0x81, 0x82}
"""The first byte of a frame that ends a message."""


class Browser:
    """One socket."""

    def __init__(self, port: int, path: str, cookie: str) -> None:
        self.line = socket.create_connection(("127.0.0.1", port))
        self.buffer = bytearray()
        self.messages = self.bytes = 0
        self.is_open = False
        request = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nCookie: {cookie}\r\n\r\n"
        )
        self.line.sendall(request.encode())
        self.line.setblocking(False)

    def read(self) -> None:
        """Takes in what has arrived."""
        try:
            arrived = self.line.recv(262_144)
        except BlockingIOError:
            return
        if not arrived:
            raise SystemExit("The server has closed a socket.")
        self.buffer += arrived
        if not self.is_open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self.buffer.startswith(b"HTTP/1.1 101"):
                raise SystemExit(self.buffer[:100].decode("latin1"))
            del self.buffer[: end + 4]
            self.is_open = True
        self._frames()

    def _frames(self) -> None:
        at, buffer = 0, self.buffer
        while len(buffer) - at >= 4:
            size, start = buffer[at + 1] & 0x7F, at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4]), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10]), at + 10
            if len(buffer) < start + size:
                break
            if buffer[at] & 0x0F == 9:
                self.line.send(b"\x8a" + bytes([0x80 | size]) + bytes(4) + buffer[start : start + size])
            self.messages += buffer[at] in FINAL_DATA
            at = start + size
        self.bytes += at
        del buffer[:at]


def main(port: int, file: str) -> None:
    """Opens all sockets, then reads until the end of input."""
    began = time.monotonic()
    chosen = selectors.DefaultSelector()
    browsers = []
    for line in Path(file).read_text(encoding="ascii").splitlines():
        browser = Browser(port, *line.split(" ", 1))
        chosen.register(browser.line, selectors.EVENT_READ, browser)
        browsers.append(browser)
    chosen.register(0, selectors.EVENT_READ, None)
    waiting = True
    while True:
        for key, _ in chosen.select():
            if key.data is not None:
                key.data.read()
            elif not os.read(0, 4096):
                return
            else:
                print(sum(one.messages for one in browsers), sum(one.bytes for one in browsers), flush=True)
                for one in browsers:
                    one.messages = one.bytes = 0
        if waiting and all(one.messages for one in browsers):
            waiting = False
            print("open", time.monotonic() - began, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
