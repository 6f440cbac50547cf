"""A complete room for fault tests: its own database and Redis, real processes, and methods to kill and stop them."""

import asyncio
import itertools
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import ParamSpec, TypedDict, TypeVar, Unpack, cast

import psycopg
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.db import connection, transaction
from django.db.backends.postgresql.base import DatabaseWrapper as PostgresConnection
from psycopg.rows import TupleRow

from games import api
from games.engine.rules.house_rules import ONLINE
from games.engine.rules.rake import NO_RAKE, RakeTerms
from games.engine.rules.rules import Clock, Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variants import CATALOGUE
from games.engine.table.state import Table as EngineTable
from games.models import Table
from games.store import leases, table_log
from tests.migrated import database_url
from tests.servers import free_port, program

ROOT = Path(__file__).resolve().parent.parent.parent
HERE = Path(__file__).resolve().parent
QUICK = Clock(show=1_500, run_out=20, after_fold=20, after_showdown=40, draw_shown=0)
WITHIN_SECONDS = 90.0
_starter = ThreadPoolExecutor(1, thread_name_prefix="starter")
RETIRED, FOREVER = "retired", 2**60
P = ParamSpec("P")
T = TypeVar("T")
StoredEvent = list[object]
"""An event as the log stores it: the name of its class, then its fields."""


async def until(
    holds: Callable[[], T | None], what: str = "it", *, within: float = WITHIN_SECONDS, every: float = 0.02
) -> T:
    """Polls until `holds` returns a true value and returns that value; fails after `within` seconds."""
    end = time.monotonic() + within
    while not (found := holds()):
        assert time.monotonic() < end, f"{what} did not happen within {within} s"
        await asyncio.sleep(every)
    return found


def administer(*statements: str) -> None:
    """Runs server-level statements, such as CREATE DATABASE."""
    with psycopg.connect(os.environ["ROOM_TEST_PG"], autocommit=True) as session:
        for statement in statements:
            session.execute(statement.encode())


@contextmanager
def pointed_at(name: str) -> Iterator[None]:
    """Points this process's ORM at another database inside the block."""
    before = connection.settings_dict["NAME"]
    _connect_to(name)
    try:
        yield
    finally:
        _connect_to(before)


def _connect_to(name: str) -> None:
    connection.close()
    cast(PostgresConnection, connection).close_pool()
    connection.settings_dict["NAME"] = name


class Process:
    """One process of the room. Its output goes to a file."""

    def __init__(self, command: list[str], env: dict[str, str], log: Path) -> None:
        with_parent = [program("setpriv", "util-linux"), "--pdeathsig", "KILL"]
        self.log = log
        with log.open("ab") as out:
            # The kernel sends the signal when the thread that started the process ends. The thread of a coroutine test
            # ends with the test, so a separate thread starts all processes.
            self.popen: subprocess.Popen[bytes] = _starter.submit(
                subprocess.Popen, [*with_parent, *command], env=env, cwd=ROOT, stdout=out, stderr=out
            ).result()

    @property
    def alive(self) -> bool:
        return self.popen.poll() is None

    @property
    def stopped(self) -> bool:
        """Whether SIGSTOP has taken effect."""
        return Path(f"/proc/{self.popen.pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"

    @property
    def output(self) -> str:
        return self.log.read_text(errors="replace")

    def kill(self) -> None:
        """Sends SIGKILL and waits for the end."""
        self.popen.kill()
        self.popen.wait()

    def terminate(self) -> None:
        """Sends SIGTERM and waits for the end; after 30 seconds kills the process and raises TimeoutExpired."""
        self.popen.terminate()
        try:
            self.popen.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()
            raise


class HostProcess(Process):
    """A process that runs tables."""

    @property
    def id(self) -> str:
        """The host's name in the leases; empty until the process has printed it."""
        found = re.search(r"^Tables are run by (\S+)\.$", self.output, re.MULTILINE)
        return found[1] if found else ""


class RedisServer:
    """The room's own Redis, on a port that stays the same after a restart."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        """Starts Redis without data and waits until it answers."""
        command = [program("redis-server", "redis-server"), "--port", str(self.port), "--bind", "127.0.0.1"]
        command += ["--save", "", "--appendonly", "no", "--dir", str(self.folder)]
        self.process = Process(command, dict(os.environ), self.folder / "redis.log")
        end = time.monotonic() + 60
        while not self.answers():
            assert time.monotonic() < end, self.process.output
            time.sleep(0.02)

    def answers(self) -> bool:
        try:
            return self.command("PING").startswith("+PONG")
        except OSError:
            return False

    def command(self, *words: str) -> str:
        """Sends one command and returns the raw reply."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=2) as client:
            client.sendall(" ".join(words).encode() + b"\r\n")
            return client.recv(4096).decode()

    def stop(self) -> None:
        self.process.kill()


class TableOptions(TypedDict, total=False):
    """The options of a table that a test opens."""

    owner: str
    seats: int
    bots: int
    clock: Clock
    rake: RakeTerms


class Room:
    """One database, one Redis, one web process, and the hosts that a test starts."""

    def __init__(self, database: str, folder: Path) -> None:
        self.database, self.folder = database, folder
        self.redis = RedisServer(folder)
        self.port = free_port()
        self.started: list[Process] = []
        self.standby: HostProcess | None = None
        self.tables: list[int] = []
        self.unused_players = itertools.count()
        self.sql = psycopg.connect(database_url(database), autocommit=True)
        self.env = {
            **os.environ,
            "DATABASE_URL": database_url(database),
            "REDIS_URL": self.redis.url,
            "REDIS_PREFIX": "faults",
            "RATE_LIMITS": "0",
            "FRAME_VERSIONS": "1",
            "BOT_THINKING": "0",
            "LOG_LEVEL": "DEBUG",
            "VAR_DIR": str(folder),
            "PYTHONUNBUFFERED": "1",
            "PYTHONPATH": str(ROOT),
            "DJANGO_SETTINGS_MODULE": "pokerroom.settings",
        }

    # Processes

    def start_web(self, *, rate_limits: bool = False) -> None:
        """Starts the web process on the room's port. Without rate limits its clients may act as fast as they can."""
        command = ["runroom", "--skip-checks", "--no-tables", "--port", str(self.port)]
        env = {**self.env, "RATE_LIMITS": "1" if rate_limits else "0"}
        self.web = Process([sys.executable, str(ROOT / "manage.py"), *command], env, self.folder / "web.log")
        self.started.append(self.web)

    async def web_is_open(self) -> None:
        """Waits for the web process to accept connections."""

        def accepts() -> bool:
            assert self.web.alive, self.web.output[-2000:]
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", self.port)) == 0

        await until(accepts, "the web process")

    def start_host(
        self, *, fail: str = "", deck: str = "", ordinary: bool = False, rate_limits: bool = False
    ) -> HostProcess:
        """Starts a host with short leases, a failpoint (`fail`) and the first cards of its decks (`deck`).

        An `ordinary` host runs `manage.py` itself, without these options.
        """
        env = {**self.env, "FAILPOINT": fail, "DECK": deck, "RATE_LIMITS": "1" if rate_limits else "0"}
        script = [str(ROOT / "manage.py"), "runtables"]
        if not ordinary:
            script = [str(HERE / "host_with_failpoints.py"), "runtables", "--skip-checks"]
        host = HostProcess([sys.executable, *script], env, self.folder / f"h{len(self.started)}.log")
        self.started.append(host)
        return host

    async def host_is_up(self, host: HostProcess) -> str:
        """Waits until a host runs and returns its id."""

        def up() -> str:
            assert host.alive, host.output[-2000:]
            return host.id

        return await until(up, "the host")

    def expire_leases(self, host: HostProcess) -> None:
        """Expires the leases of a dead host now instead of after their normal time."""
        assert not host.alive
        self.sql.execute("UPDATE games_table SET lease_until = 0 WHERE owner = %s", (host.id,))
        self.sql.execute("UPDATE tournaments_tournament SET lease_until = 0 WHERE owner = %s", (host.id,))

    def stop_hosts(self) -> None:
        """Kills the hosts a test has started, except the standby."""
        for process in self.started:
            if isinstance(process, HostProcess) and process is not self.standby and process.alive:
                process.kill()

    def stop(self) -> None:
        """Kills all processes, stops Redis and closes the database connection."""
        for process in reversed(self.started):
            if process.alive:
                process.kill()
        self.redis.stop()
        self.sql.close()

    def output(self) -> str:
        """Returns the output of all processes."""
        return "\n".join(log.read_text(errors="replace") for log in sorted(self.folder.glob("*.log")))

    # Tables. The ORM uses the room's database while the room exists.

    async def open_table(self, **options: Unpack[TableOptions]) -> int:
        """Opens a 1/2 hold'em table and returns its id. With `owner`, that host holds the lease from the start."""
        return await in_orm(self._open_table, **options)

    def _open_table(
        self, *, owner: str = "", seats: int = 6, bots: int = 0, clock: Clock = QUICK, rake: RakeTerms = NO_RAKE
    ) -> int:
        rules = Rules(CATALOGUE["holdem"], Stakes(Structure.NO_LIMIT, 100, 200), ONLINE, rake, clock)
        with transaction.atomic():
            table = api.open_table(
                name=f"Table {len(self.tables)}", rules=rules, seats=seats, bots=bots, currency="PLAY"
            )
            if owner:
                lease = {"owner": owner, "lease_until": leases.database_now() + 30_000, "asleep": False}
                Table.objects.filter(pk=table.pk).update(**lease)
        self.tables.append(table.pk)
        return table.pk

    def give_lease(self, table: int, host: str) -> None:
        """Gives the table's lease to a host."""
        self.sql.execute(
            "UPDATE games_table SET owner = %s, asleep = false,"
            " lease_until = extract(epoch FROM now()) * 1000 + 30000 WHERE id = %s",
            (host, table),
        )

    def retire(self) -> None:
        """Takes all existing tables out of use, so that no host of a later test runs them."""
        with connection.cursor() as cursor:
            cursor.execute("UPDATE games_table SET owner = %s, lease_until = %s, asleep = false", [RETIRED, FOREVER])

    def ask_sql(self, question: str, *values: object) -> list[TupleRow]:
        """Runs a query on the test's own connection and returns the rows."""
        return self.sql.execute(question.encode(), values).fetchall()

    def owner(self, table: int) -> str:
        """Returns the host that holds the table's lease."""
        return str(self.ask_sql("SELECT owner FROM games_table WHERE id = %s", table)[0][0])

    def numbers(self, table: int) -> list[int]:
        """Returns the numbers of the table's decisions in the order in which they were written."""
        rows = self.ask_sql("SELECT number FROM games_decision WHERE table_id = %s ORDER BY id", table)
        return [number for (number,) in rows]

    def hands(self, table: int) -> int:
        """Returns how many hands are finished."""
        return int(self.ask_sql("SELECT count(*) FROM games_hand WHERE table_id = %s", table)[0][0])

    def audit(self) -> None:
        """Fails the test if the ledger and the chips on the tables do not match (M2, M3)."""
        output = StringIO()
        try:
            call_command("audit", stdout=output)
        except SystemExit:
            raise AssertionError(output.getvalue()) from None

    def check_log(self, table: int) -> None:
        """Checks that decision numbers rise without a gap in writing order and that every finished hand has its row."""
        rows = self.ask_sql(
            "SELECT d.number, d.events, h.number FROM games_decision d LEFT JOIN games_hand h "
            "ON h.table_id = d.table_id AND h.number = d.hand WHERE d.table_id = %s ORDER BY d.id",
            table,
        )
        assert [number for number, _, _ in rows] == list(range(1, len(rows) + 1))
        for _, events, listed in rows:
            for event in events:
                assert not event or event[0] != "HandEnded" or event[1] == listed, f"hand {event[1]} has no row"

    async def load(self, table: int) -> tuple[EngineTable, int]:
        """Returns the table replayed from its log, with all cards, and the number of its last decision."""
        return await in_orm(table_log.load, table)

    async def events(self, table: int, *, until: int = FOREVER) -> list[StoredEvent]:
        """Returns the public events of all decisions, or of those up to a number."""
        question = "SELECT events FROM games_decision WHERE table_id = %s AND number <= %s ORDER BY number"
        rows = self.ask_sql(question, table, until)
        return [event for (events,) in rows for event in events if event is not None]

    async def terminate_backends(self) -> int:
        """Cuts every connection to the room's database except the test's own two and waits for it; returns how many."""
        own = await in_orm(_backend)
        rows = self.ask_sql(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s "
            "AND pid <> pg_backend_pid() AND pid <> %s",
            self.database,
            own,
        )
        return len(rows)


def _backend() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


async def in_orm(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Runs ORM work from a coroutine test on the test's own connection."""
    return await sync_to_async(work)(*args, **kwargs)
