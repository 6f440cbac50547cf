"""The server's line to the reader of a file, over real connections: no faster than it is read, and whole or broken."""

from collections import Counter
from collections.abc import Iterator
from http.client import HTTPConnection, IncompleteRead

import pytest

from tests.faults.started_server import Server, started_server

PARTS, LETTERS = 60, 1_000_000
WITHIN_SECONDS = 30


@pytest.fixture
def server() -> Iterator[Server]:
    with started_server("server_with_files", PARTS, LETTERS) as started:
        yield started


def test_a_file_is_made_no_further_than_its_reader_has_room_for(server: Server) -> None:
    port, process = server
    slow, quick = (HTTPConnection("127.0.0.1", port, timeout=WITHIN_SECONDS) for _ in range(2))
    slow.request("GET", "/slow")
    answer = slow.getresponse()
    quick.request("GET", "/quick")
    assert len(quick.getresponse().read()) == PARTS * LETTERS
    assert process.stdout is not None
    made = Counter[str]()
    while made["/quick"] < PARTS:
        made[process.stdout.readline().strip()] += 1
    # What the system keeps of a connection is some megabytes.
    assert 0 < made["/slow"] < PARTS // 2
    assert len(answer.read()) == PARTS * LETTERS


def test_a_file_that_breaks_off_is_seen_to_be_no_whole_file(server: Server) -> None:
    reader = HTTPConnection("127.0.0.1", server[0], timeout=WITHIN_SECONDS)
    reader.request("GET", "/broken")
    with pytest.raises(IncompleteRead):
        reader.getresponse().read()
