"""A private room to test under load, with servers and processes of its own."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from pokerroom.loadtest.processes import Processes
from pokerroom.loadtest.servers import Missing, Servers

MANAGE: Final = Path(__file__).resolve().parent.parent.parent / "manage.py"
OPEN_WITHIN_SECONDS: Final = 180.0
STOP_WITHIN_SECONDS: Final = 20.0
PATIENT: Final = "-c%20idle_in_transaction_session_timeout=60s"
SET_UP_AT_ONCE: Final = 2
"""Processes that open tables and seat people beside each other."""


class Stores(NamedTuple):
    """Where a private room keeps what it knows: the environment of its processes, and the ids of its servers."""

    env: dict[str, str]
    servers: dict[str, tuple[int, ...]]

    @property
    def embedded(self) -> bool:
        """Whether the room is one process over SQLite."""
        return not self.env.get("DATABASE_URL")


class SetUp(NamedTuple):
    """The tables of a test, the session keys of the people who sit at each already, if any do, and of strangers.

    Strangers sit nowhere.
    """

    tables: list[int]
    sessions: dict[int, list[str]] = {}
    strangers: list[str] = []


class Room(NamedTuple):
    """A room that runs: the addresses of its web processes, its tables, and its processes.

    `page_urls` are the web processes that make pages, where they are not those of the sockets.
    """

    urls: list[str]
    set_up: SetUp
    processes: Processes
    page_urls: list[str] = []


@contextmanager
def private_stores(*, embedded: bool = False) -> Iterator[Stores]:
    """A database and a Redis for one test, with the room's tables made.

    Those that DATABASE_URL and REDIS_URL name, else servers of its own; `embedded` is one process over SQLite. Raises
    RuntimeError if the programs of the servers are missing.
    """
    servers = Servers()
    try:
        env = _environment(str(servers.folder))
        (servers.folder / "static").mkdir()
        ids: dict[str, tuple[int, ...]] = {}
        if embedded:
            env |= {"DATABASE_URL": "", "REDIS_URL": ""}
        elif not (env.get("DATABASE_URL") and env.get("REDIS_URL")):
            try:
                env |= {"DATABASE_URL": servers.start_postgres(), "REDIS_URL": f"{servers.start_redis()}/0"}
            except Missing as missing:
                raise RuntimeError(f"{missing}, or --embedded for a room of one process.") from None
            postgres, redis = (process.pid for process, _ in servers.running)
            ids = {"postgres": (postgres,), "redis": (redis,)}
        _manage(env, "migrate", "--verbosity", "0")
        yield Stores(env, ids)
    finally:
        servers.stop()


def set_up_tables(stores: Stores, tables: int, seats: int, *, seated: bool, strangers: int = 0) -> SetUp:
    """Opens tables in a private room; with `seated` people sit at all seats and are signed in. So are `strangers`."""
    if tables < 2 * SET_UP_AT_ONCE or stores.embedded:
        return _set_up(stores, tables, seats, seated=seated, strangers=strangers)
    ends = [tables * (number + 1) // SET_UP_AT_ONCE for number in range(SET_UP_AT_ONCE)]
    parts = [end - begin for begin, end in pairwise([0, *ends])]
    shares = [strangers, *[0] * (len(parts) - 1)]
    with ThreadPoolExecutor(SET_UP_AT_ONCE) as threads:
        made = list(
            threads.map(lambda part, share: _set_up(stores, part, seats, seated=seated, strangers=share), parts, shares)
        )
    sessions = {table: keys for one in made for table, keys in one.sessions.items()}
    return SetUp([table for one in made for table in one.tables], sessions, made[0].strangers)


def _set_up(stores: Stores, tables: int, seats: int, *, seated: bool, strangers: int) -> SetUp:
    command = ["loadtest", "--set-up", "--tables", str(tables), "--seats", str(seats)]
    command += ["--seated"] if seated else []
    command += ["--strangers", "--storm", str(strangers)] if strangers else []
    made = json.loads(_manage(stores.env, *command))
    return SetUp(made["tables"], {int(table): keys for table, keys in made["sessions"].items()}, made["strangers"])


@contextmanager
def running_processes(
    stores: Stores, set_up: SetUp, *, webs: int = 1, pages: int = 0, hosts: int = 1
) -> Iterator[Room]:
    """The processes of a room over its stores, until the test ends: the hosts share the tables equally.

    With `pages` so many web processes make pages and have no sockets; without, those of the sockets make them.
    """
    ports = [_free_port() for _ in range(webs + pages)]
    share = -(-len(set_up.tables) // hosts)
    commands = [["runroom", "--port", str(port), *([] if stores.embedded else ["--no-tables"])] for port in ports]
    commands += [] if stores.embedded else [["runtables", "--share", str(share)]] * hosts
    started: list[subprocess.Popen[bytes]] = []
    try:
        for command in commands:
            arguments = [sys.executable, str(MANAGE), *command]
            started.append(subprocess.Popen(arguments, env=stores.env, stdout=subprocess.DEVNULL))
        urls = [f"http://127.0.0.1:{port}" for port in ports]
        for url in urls:
            _wait_until_open(url, started)
        pids = [process.pid for process in started]
        ids = {
            "web": tuple(pids[:webs]),
            "pages": tuple(pids[webs : webs + pages]),
            "host": tuple(pids[webs + pages :]),
            **stores.servers,
            "generator": (os.getpid(),),
        }
        yield Room(urls[:webs], set_up, Processes({kind: found for kind, found in ids.items() if found}), urls[webs:])
    finally:
        _stop(started)


def _stop(processes: list["subprocess.Popen[bytes]"]) -> None:
    for process in processes:
        process.send_signal(signal.SIGTERM)
    for process in processes:
        try:
            process.wait(timeout=STOP_WITHIN_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _environment(folder: str) -> dict[str, str]:
    """Plain HTTP, no rate limits, since all players come from one address, and frames that name what they show."""
    room = {
        "VAR_DIR": folder,
        "STATIC_ROOT": str(Path(folder) / "static"),
        "STATIC_MANIFEST": "0",
        "HTTPS": "0",
        "RATE_LIMITS": "0",
        "FRAME_VERSIONS": "1",
        "BOTS": "0",
        "LOG_LEVEL": "WARNING",
        "SECRET_KEY": os.environ.get("SECRET_KEY") or os.urandom(32).hex(),
    }
    return {**os.environ, **room}


def _manage(env: dict[str, str], *command: str) -> str:
    if url := env.get("DATABASE_URL"):
        # Preparing may stop for seconds between two statements of a transaction where other work fills the machine.
        env = {**env, "DATABASE_URL": f"{url}{'&' if '?' in url else '?'}options={PATIENT}"}
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
            ended = [process.returncode for process in processes if process.poll() is not None]
            if ended or time.monotonic() > end:
                why = f"processes ended with {ended}" if ended else f"no answer for {OPEN_WITHIN_SECONDS:.0f} s"
                raise RuntimeError(f"The room under test did not open: {why}.") from None
            time.sleep(0.1)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
