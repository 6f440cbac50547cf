"""Who doesn't read is dropped, and costs the server next to nothing until then."""

import base64
import os
import re
import select
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pokerroom.server import MOST_UNREAD
from tests.servers import free_port

MOST_SECONDS = 30
ROOM_FOR_LIBRARIES = 4 * 1024 * 1024
GOODBYE = b"\x88\x82\0\0\0\0\x03\xe8"
"""A close frame with code 1000 and a mask of zeros."""

Server = tuple[int, "subprocess.Popen[str]"]


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """The port and process of a server that floods its sockets, with frames of so many letters."""
    port, letters = free_port(), getattr(request, "param", 32_000)
    command = [sys.executable, "-m", "tests.faults.server_that_floods", str(port), str(letters)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None and process.stdout.readline() == "open\n"
        yield port, process
    finally:
        process.kill()
        process.wait()


def peak(process: int) -> int:
    """The most memory a process ever held, bytes."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    assert found
    return int(found[1]) * 1024


def deaf_socket(port: int) -> socket.socket:
    """A websocket that was opened and is never read from again."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(MOST_SECONDS)
    line.connect(("127.0.0.1", port))
    key = base64.b64encode(os.urandom(16)).decode()
    line.sendall(
        f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    return line


def cut_within(line: socket.socket, seconds: int) -> bool:
    """Whether the other end cuts the line; nothing is read from it."""
    watch = select.poll()
    watch.register(line, select.POLLERR | select.POLLHUP)
    return bool(watch.poll(seconds * 1000))


def test_a_reader_that_takes_nothing_is_cut_off_before_it_costs_memory(server: Server) -> None:
    port, process = server
    before = peak(process.pid)
    with closing(deaf_socket(port)) as line:
        assert cut_within(line, MOST_SECONDS)
    assert peak(process.pid) - before < MOST_UNREAD + ROOM_FOR_LIBRARIES


@pytest.mark.parametrize("server", [4], indirect=True)
def test_who_says_goodbye_while_being_sent_to_is_seen_to_leave(server: Server) -> None:
    port, process = server
    assert process.stdout is not None
    with closing(deaf_socket(port)) as line:
        line.recv(1)
        line.sendall(GOODBYE)
        said, _, _ = select.select([process.stdout], [], [], MOST_SECONDS)
    assert said and process.stdout.readline() == "gone\n", "the application fell over its own news"
