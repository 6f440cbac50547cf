"""`runroom` and `runtables` as real processes: they open, play and stop cleanly."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.migrated import copy_demo_room, copy_new_room
from tests.processes import Process
from tests.servers import free_port


@pytest.fixture
def embedded_env(tmp_path: Path) -> dict[str, str]:
    """An environment without any configuration."""
    ours = {"DATABASE_URL", "REDIS_URL", "REDIS_PREFIX", "SECRET_KEY", "HTTPS", "STATIC_MANIFEST"}
    env = {name: value for name, value in os.environ.items() if name not in ours}
    return {**env, "VAR_DIR": str(tmp_path), "STATIC_ROOT": str(tmp_path / "static"), "DEMO": "0", "BOT_THINKING": "5"}


@pytest.fixture
def demo(embedded_env: dict[str, str], request: pytest.FixtureRequest) -> Iterator[tuple[Process, int]]:
    """A running demo room and its port: a new one, or one that is opened again."""
    if request.param == "again":
        copy_demo_room(Path(embedded_env["VAR_DIR"]))
    port = free_port()
    room = Process(embedded_env, "runroom", "--demo", "--port", str(port))
    room.wait_for("Pokerroom is open")
    yield room, port
    room.process.kill()
    room.process.wait()


def get(port: int, path: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as response:
        text: str = response.read().decode()
        return text


def drain(connection: ClientConnection) -> None:
    while True:
        connection.recv(timeout=60)


def watch(port: int, table: int) -> ClientConnection:
    return connect(f"ws://127.0.0.1:{port}/ws/table/{table}/", origin=Origin(f"http://127.0.0.1:{port}"))


def test_the_room_is_served_on_uvloop(embedded_env: dict[str, str]) -> None:
    script = (
        "import django; django.setup()\n"
        "from pokerroom.management.commands.runroom import use_uvloop; use_uvloop()\n"
        "from pokerroom.serving.server import twisted_loop; print(type(twisted_loop).__module__)"
    )
    env = {**embedded_env, "DJANGO_SETTINGS_MODULE": "pokerroom.settings"}
    done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "uvloop"


@pytest.mark.parametrize(("demo", "how"), [("new", signal.SIGTERM), ("again", signal.SIGINT)], indirect=["demo"])
def test_a_demo_room_opens_plays_and_stops_cleanly(demo: tuple[Process, int], how: int) -> None:
    room, port = demo
    assert room.output.count(f"Pokerroom is open: http://127.0.0.1:{port}/") == 1
    assert get(port, "/healthz") == "ok\n"
    found = re.search(r"/table/(\d+)/", get(port, "/"))
    assert found
    with watch(port, int(found[1])) as connection:
        end, pushed = time.monotonic() + 120, set[str]()
        while len(pushed) < 4:
            frame = str(connection.recv(timeout=60))
            pushed |= (
                set(re.findall(r'id="server-time" data-now="(\d+)" hidden', frame))
                if 'id="seat-' in frame
                else set[str]()
            )
            assert time.monotonic() < end
        get(port, "/healthz")
        assert room.stop(how) == 0, room.output
        with pytest.raises(ConnectionClosed):
            drain(connection)
    assert "Traceback" not in room.output


def test_a_port_in_use_is_reported_in_one_line(embedded_env: dict[str, str]) -> None:
    copy_new_room(Path(embedded_env["VAR_DIR"]))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        room = Process(embedded_env, "runroom", "--port", str(taken.getsockname()[1]))
        assert room.status() == 1
    assert "Address already in use" in room.output
    assert "Traceback" not in room.output


def test_a_command_that_is_waited_for_in_vain_is_not_left_running(embedded_env: dict[str, str]) -> None:
    room = Process(embedded_env, "runroom", "--port", str(free_port()))
    with pytest.raises(AssertionError):
        room.wait_for("what no room says", seconds=0)
    assert room.process.returncode == -signal.SIGKILL


def test_runtables_needs_postgres_and_redis(embedded_env: dict[str, str]) -> None:
    tables = Process(embedded_env, "runtables")
    assert tables.status() == 1
    assert "DATABASE_URL and REDIS_URL" in tables.output
