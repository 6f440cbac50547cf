"""`manage.py loadtest`: simulated people sign up, sit down and play; it prints latencies."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from django.core.management import CommandError, call_command

from games.models import Table
from pokerroom.loadtest.processes import children_of
from tests.conftest import ROOT

Found = TypeVar("Found")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--url", "http://127.0.0.1:1"], "does not answer well: <urlopen error [Errno 111] Connection refused>"),
        (["--url", "127.0.0.1:8000"], "must be like http://127.0.0.1:8000"),
        (["--seconds", "0"], "must be more than 0"),
        (["--think", "-1"], "must be more than 0"),
    ],
)
def test_a_load_that_cannot_be_given_is_refused_before_the_room_is_touched(
    db: None, options: list[str], said: str
) -> None:
    with pytest.raises(CommandError) as refusal:
        call_command("loadtest", *options)
    assert said in str(refusal.value)
    assert not Table.objects.exists()


def test_a_private_room_is_played_and_measured(tmp_path: Path, server_env: dict[str, str]) -> None:
    env = {**server_env, "DATABASE_URL": "", "REDIS_URL": ""}
    command = ["manage.py", "loadtest", "--embedded", "--tables", "1", "--seats", "3", "--seconds", "4"]
    command += ["--think", "50", "--storm", "4", "--no-bare", "--json", "--chart", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, *command], env=env, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["actions"] > 0
    assert report["seen_by_all_ms"]["count"] >= report["actions"]
    assert report["broken_sockets"] == 0
    assert report["way_in"]["people"] == 3
    assert report["way_in"]["cpu_ms_per_person"]["web"] > 0
    assert report["storm"]["without_picture"] == 0
    assert report["cpu"]["web"]["ms_per_delivery"] > 0
    for chart in ("delays.svg", "memory.svg"):
        assert (tmp_path / chart).read_text().startswith("<svg")


def test_a_load_test_that_is_ended_stops_the_processes_of_its_room(server_env: dict[str, str]) -> None:
    env = {**server_env, "DATABASE_URL": "", "REDIS_URL": ""}
    command = ["manage.py", "loadtest", "--embedded", "--tables", "1", "--seats", "3", "--minutes", "5", "--no-bare"]
    started = subprocess.Popen([sys.executable, *command], env=env, cwd=ROOT, stderr=subprocess.PIPE)
    try:
        room = until(lambda: [pid for pid in children_of(started.pid) if b"runroom" in command_line(pid)])
        started.send_signal(signal.SIGTERM)
        started.communicate(timeout=60)
        assert started.returncode
        until(lambda: not any(b"runroom" in command_line(pid) for pid in room))
    finally:
        started.kill()
        started.wait()


def until(condition: Callable[[], Found], *, within: float = 60.0) -> Found:
    """Waits until the condition yields something true."""
    end = time.monotonic() + within
    while not (found := condition()):
        assert time.monotonic() < end
        time.sleep(0.05)
    return found


def command_line(pid: int) -> bytes:
    """What a process was started with; nothing once it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
