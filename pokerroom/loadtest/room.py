"""A private room to test under load: its own processes and, unless the environment names others, its own files."""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MANAGE = Path(__file__).resolve().parent.parent.parent / "manage.py"
OPEN_WITHIN_SECONDS = 60.0


@contextmanager
def private_room(tables: int, seats: int) -> Iterator[tuple[str, list[int]]]:
    """The address and tables of a room that ends with the test.

    With DATABASE_URL and REDIS_URL set it is a web process and a process of tables over them, else one process.
    """
    port = _free_port()
    with tempfile.TemporaryDirectory(prefix="loadtest-", ignore_cleanup_errors=True) as folder:
        (Path(folder) / "static").mkdir()
        env = _environment(folder)
        apart = bool(env.get("DATABASE_URL") and env.get("REDIS_URL"))
        _manage(env, "migrate", "--verbosity", "0")
        opened = json.loads(_manage(env, "loadtest", "--set-up", "--tables", str(tables), "--seats", str(seats)))
        commands = [["runroom", "--port", str(port), *(["--no-tables"] if apart else [])]]
        commands += [["runtables"]] if apart else []
        processes = [
            subprocess.Popen([sys.executable, str(MANAGE), *command], env=env, stdout=subprocess.DEVNULL)
            for command in commands
        ]
        try:
            url = f"http://127.0.0.1:{port}"
            _wait_until_open(url, processes)
            yield url, opened
        finally:
            for process in processes:
                process.send_signal(signal.SIGTERM)
            for process in processes:
                try:
                    process.wait(timeout=15)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()


def _environment(folder: str) -> dict[str, str]:
    """Plain HTTP, and no rate limits, since all players come from one address."""
    room = {
        "VAR_DIR": folder,
        "STATIC_ROOT": str(Path(folder) / "static"),
        "STATIC_MANIFEST": "0",
        "HTTPS": "0",
        "RATE_LIMITS": "0",
        "BOTS": "0",
        "LOG_LEVEL": "WARNING",
        "SECRET_KEY": os.environ.get("SECRET_KEY") or os.urandom(32).hex(),
    }
    return {**os.environ, **room}


def _manage(env: dict[str, str], *command: str) -> str:
    done = subprocess.run([sys.executable, str(MANAGE), *command], env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {done.stderr.strip()[-600:]}")
    return done.stdout


def _wait_until_open(url: str, processes: list["subprocess.Popen[bytes]"]) -> None:
    end = time.monotonic() + OPEN_WITHIN_SECONDS
    while True:
        try:
            with urllib.request.urlopen(f"{url}/healthz", timeout=2):  # noqa: S310 - our own address
                return
        except (urllib.error.URLError, OSError):
            if time.monotonic() > end or any(process.poll() is not None for process in processes):
                raise RuntimeError("The room under test did not open.") from None
            time.sleep(0.1)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
