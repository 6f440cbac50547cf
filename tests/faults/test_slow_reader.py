"""A client that stops reading is disconnected and uses almost no server memory before that."""

import base64
import os
import re
import select
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pokerroom.serving.server import MOST_UNREAD
from tests.faults.started_server import Server, started_server

WITHIN_SECONDS = 30
LIBRARY_ALLOWANCE = 4 * 1024 * 1024
GOODBYE = b"\x88\x82\0\0\0\0\x03\xe8"
"""A close frame with code 1000 and a mask of zeros."""


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """The port and process of a server that floods its sockets with frames of `request.param` characters."""
    with started_server("server_that_floods", getattr(request, "param", 32_000)) as started:
        yield started


def peak(process: int) -> int:
    """Returns the peak memory of a process in bytes."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    assert found
    return int(found[1]) * 1024


def stalled_socket(port: int) -> socket.socket:
    """Opens a websocket whose data nobody reads."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(WITHIN_SECONDS)
    client.connect(("127.0.0.1", port))
    key = base64.b64encode(os.urandom(16)).decode()
    client.sendall(
        f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    return client


def cut_within(client: socket.socket, seconds: int) -> bool:
    """Whether the server closes the connection in time, without reading from it."""
    watch = select.poll()
    watch.register(client, select.POLLERR | select.POLLHUP)
    return bool(watch.poll(seconds * 1000))


def test_a_client_that_never_reads_is_disconnected_before_it_uses_much_memory(server: Server) -> None:
    port, process = server
    before = peak(process.pid)
    with closing(stalled_socket(port)) as client:
        assert cut_within(client, WITHIN_SECONDS)
    assert peak(process.pid) - before < MOST_UNREAD + LIBRARY_ALLOWANCE


@pytest.mark.parametrize("server", [4], indirect=True)
def test_the_application_learns_that_a_client_has_closed_while_data_is_sent(server: Server) -> None:
    port, process = server
    assert process.stdout is not None
    with closing(stalled_socket(port)) as client:
        client.recv(1)
        client.sendall(GOODBYE)
        readable, _, _ = select.select([process.stdout], [], [], WITHIN_SECONDS)
    assert readable and process.stdout.readline() == "gone\n", "the application did not notice the close"
