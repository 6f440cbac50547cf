"""Private PostgreSQL and Redis servers of a load test or of a run of the suite, in a temporary folder."""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

START_WITHIN_SECONDS = 120.0
NOBODY = "65534"


class Missing(RuntimeError):
    """A program that the suite needs is not installed."""


def free_port() -> int:
    """A free TCP port below the range of outgoing connections."""
    while True:
        port = 12_000 + secrets.randbelow(20_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def program(name: str, package: str) -> str:
    """The path of a server program, also in Debian's folder of PostgreSQL; raises Missing naming the package."""
    homes = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which(name, path=os.pathsep.join([*map(str, homes), os.environ.get("PATH", os.defpath)]))
    if not found:
        raise Missing(f"{name} is not installed: run scripts/prepare-tests, or apt-get install {package}")
    return found


def _bound_to_us(signal_name: str) -> list[str]:
    """A command prefix that signals the program when this process dies."""
    return [program("setpriv", "util-linux"), "--pdeathsig", signal_name]


def _unprivileged(folder: Path) -> list[str]:
    """A command prefix that runs PostgreSQL as another user, because it refuses to run as root."""
    if os.geteuid() != 0:
        return []
    prefix = ["unshare", "--user", f"--map-user={NOBODY}", f"--map-group={NOBODY}"]
    if subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode == 0:
        return prefix
    shutil.chown(folder, int(NOBODY), int(NOBODY))
    return ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]


@dataclass
class Servers:
    """The servers of one run; `stop` is idempotent and removes their folder."""

    folder: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="room-", dir="/tmp")))
    running: list[tuple[subprocess.Popen[bytes], int]] = field(default_factory=list)

    def start_postgres(self) -> str:
        """Starts PostgreSQL (not durable, on purpose) and returns its URL."""
        home = self.folder / "pg"
        home.mkdir(mode=0o700)
        prefix = _unprivileged(home)
        initdb = [program("initdb", "postgresql"), "-D", str(home / "data"), "-U", "room", "-A", "trust", "-N"]
        initdb += ["-E", "UTF8", "--locale=C.UTF-8"]
        made = subprocess.run([*prefix, *initdb], capture_output=True, text=True, check=False, cwd=home)
        if made.returncode:
            raise RuntimeError(f"initdb failed: {made.stderr.strip()}")
        port = free_port()
        options = {
            "port": port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": home,
            "max_connections": 300,
            "fsync": "off",
            "synchronous_commit": "off",
            "full_page_writes": "off",
        }
        flags = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        postgres = [program("postgres", "postgresql"), "-D", str(home / "data"), *flags]
        self._start([*prefix, *_bound_to_us("QUIT"), *postgres], "postgres", signal.SIGQUIT)
        ready = [program("pg_isready", "postgresql-client"), "-q", "-h", "127.0.0.1", "-p", str(port)]
        self._wait("postgres", lambda: subprocess.run(ready, check=False).returncode == 0)
        return f"postgres://room@127.0.0.1:{port}/postgres"

    def start_redis(self) -> str:
        """Starts Redis (nothing kept on disk) and returns its URL without a database number."""
        port = free_port()
        command = [program("redis-server", "redis-server"), "--port", str(port), "--bind", "127.0.0.1"]
        command += ["--save", "", "--appendonly", "no", "--databases", "64", "--dir", str(self.folder)]
        self._start([*_bound_to_us("KILL"), *command], "redis", signal.SIGTERM)
        self._wait("redis", lambda: _answers_ping(port))
        return f"redis://127.0.0.1:{port}"

    def stop(self) -> None:
        """Stops what was started, in reverse order."""
        while self.running:
            process, how = self.running.pop()
            process.send_signal(how)
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _start(self, command: Sequence[str], name: str, stop_with: int) -> None:
        with (self.folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)
        self.running.append((process, stop_with))

    def _wait(self, name: str, ready: Callable[[], bool]) -> None:
        deadline = time.monotonic() + START_WITHIN_SECONDS
        while not ready():
            if self.running[-1][0].poll() is not None or time.monotonic() > deadline:
                said = (self.folder / f"{name}.log").read_text(errors="replace")[-2000:]
                raise RuntimeError(f"{name} did not start:\n{said}")
            time.sleep(0.02)


def _answers_ping(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as line:
            line.sendall(b"PING\r\n")
            return line.recv(16).startswith(b"+PONG")
    except OSError:
        return False
