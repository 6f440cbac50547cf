"""A server of these tests as a process of its own."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.servers import free_port

Server = tuple[int, "subprocess.Popen[str]"]
"""The port and the process."""


@contextmanager
def started_server(name: str, *arguments: object) -> Iterator[Server]:
    """A module of `tests.faults` that serves, gets its port as the first argument and says when it is open."""
    port = free_port()
    command = [sys.executable, "-m", f"tests.faults.{name}", str(port), *map(str, arguments)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None and process.stdout.readline() == "open\n"
        yield port, process
    finally:
        process.kill()
        process.wait()
