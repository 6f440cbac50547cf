"""The server's line to a browser, over real connections: whole frames, in order, when the browser can take them."""

import select
import socket
import struct
import subprocess
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.faults.started_server import Server, started_server
from tests.faults.test_slow_reader import GOODBYE, WITHIN_SECONDS, stalled_socket

ROUNDS = 150


@pytest.fixture
def server() -> Iterator[Server]:
    """The port and process of a server whose application writes numbered frames to a line whenever it is free."""
    with started_server("server_with_lines", ROUNDS) as started:
        yield started


def line_of(process: "subprocess.Popen[str]") -> str:
    """The next line of the server's output."""
    assert process.stdout is not None
    readable, _, _ = select.select([process.stdout], [], [], WITHIN_SECONDS)
    assert readable, "the server says nothing"
    return process.stdout.readline().strip()


def read_all(client: socket.socket) -> list[str]:
    """All messages until the last one, without padding."""
    data = b""
    while not data.endswith(b"bye"):
        data += client.recv(1_000_000)
    data = data[data.index(b"\r\n\r\n") + 4 :]
    messages = []
    while data:
        size, start = data[1], 2
        if size > 125:
            start = 4 if size == 126 else 10
            size = int.from_bytes(data[2:start])
        messages.append(data[start : start + size].rstrip(b".").decode())
        data = data[start + size :]
    return messages


def test_frames_arrive_whole_and_in_order_however_slowly_they_are_read(
    server: Server,
) -> None:
    port, process = server
    with closing(stalled_socket(port)) as client:
        assert line_of(process) == "full", "the line is not free while nothing is read"
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1_000_000)
        messages = read_all(client)
        client.sendall(GOODBYE)
    assert messages == ["hello", *map(str, range(ROUNDS)), "bye"]
    assert line_of(process) == "gone"


def test_somebody_who_waits_for_a_line_learns_that_its_connection_has_ended(
    server: Server,
) -> None:
    port, process = server
    with closing(stalled_socket(port)) as client:
        assert line_of(process) == "full"
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert line_of(process) == "gone"
