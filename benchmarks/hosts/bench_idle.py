"""What a host with very many open tables costs while nobody sits at them: processor time, memory, and a wake-up.

A host runs as in the room, over a PostgreSQL and a Redis of its own; what those two use in the same time is read from
the kernel. `python -m benchmarks.hosts.bench_idle 1000 10000` names other numbers of tables.
"""

import asyncio
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from tests.processes import Process
from tests.servers import Servers

if TYPE_CHECKING:
    from tests.games.support.live_hosts import ViewListener

TABLES = (0, 1000, 10_000)
SECONDS = 30
WAKES = 21
TICKS = os.sysconf("SC_CLK_TCK")


def main(sizes: list[int]) -> None:
    servers = Servers()
    try:
        os.environ.update(
            DATABASE_URL=servers.start_postgres(), REDIS_URL=f"{servers.start_redis()}/0", SECRET_KEY="bench" * 10,
            HTTPS="0", TIME_ZONE="Europe/Prague", DJANGO_SETTINGS_MODULE="pokerroom.settings", WATCH_LIST_HOUR="-1",
        )  # fmt: skip
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        postgres, redis = (process.pid for process, _ in servers.running)
        print("tables   % of a core: host  PostgreSQL  Redis   memory of the host, MB   first view, ms: p50  most")
        for size in sorted(sizes):
            measure(size, postgres, redis)
    finally:
        servers.stop()


def measure(size: int, postgres: int, redis: int) -> None:
    """Opens tables until there are so many, and prints what a host uses that runs them."""
    from django.db import connection, connections

    from games import api as games
    from games.engine.rules.rules import Rules
    from games.engine.rules.stakes import Stakes, Structure
    from games.engine.rules.variants import CATALOGUE
    from games.models import Table

    rules = Rules(CATALOGUE["holdem"], Stakes(Structure.NO_LIMIT, 100, 200))
    if size:
        first = Table.objects.first() or games.open_table(name="Table 0", rules=rules, currency="PLAY")
        rows = []
        for number in range(Table.objects.count(), size):
            first.pk, first.name, first.owner, first.lease_until, first.asleep = None, f"Table {number}", "", 0, True
            rows.append(Table(**{f.attname: getattr(first, f.attname) for f in Table._meta.concrete_fields}))
            rows[-1].name_key = f"table {number}"
        Table.objects.bulk_create(rows, batch_size=1000)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE games_table")
    connections.close_all()
    host = Process(dict(os.environ), "runtables")
    try:
        end = time.monotonic() + 300
        while Table.objects.filter(owner="", closed_at=None).exists():
            assert time.monotonic() < end, host.output
            time.sleep(0.2)
        time.sleep(10)
        watched = {name: (pid, _ticks(pid)) for name, pid in
                   (("host", host.process.pid), ("PostgreSQL", postgres), ("Redis", redis))}  # fmt: skip
        began = time.monotonic()
        time.sleep(SECONDS)
        passed = time.monotonic() - began
        used = [100 * (_ticks(pid) - before) / TICKS / passed for pid, before in watched.values()]
        memory = int(Path(f"/proc/{host.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        waits = asyncio.run(wake_some(list(Table.objects.values_list("pk", flat=True)[:WAKES]))) if size else [0.0]
        connections.close_all()
        shares = "".join(f"{one:10.2f}" for one in used)
        print(f"{size:6} {shares} {memory:14.0f} {1000 * median(waits):22.0f} {1000 * max(waits):6.0f}", flush=True)
    finally:
        host.stop()


def _ticks(pid: int) -> int:
    """The processor time of a process and its children, ended ones and those that run."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(map(int, fields[11:15])) + sum(map(_ticks, map(int, children)))


def _has_view(listener: "ViewListener") -> Callable[[], bool]:
    return lambda: listener.view is not None


async def wake_some(tables: list[int]) -> list[float]:
    """The seconds from asking for a sleeping table to its first view, one table after another."""
    from games.web.sockets.feed import Feed
    from tests.games.support.live_hosts import ViewListener, until

    class Row:
        """What a listener needs of a table."""

        def __init__(self, pk: int) -> None:
            self.pk = pk

    waits = []
    for pk in tables:
        began = time.monotonic()
        listener = await ViewListener(Row(pk)).begin()  # type: ignore[arg-type]  # only the id is read
        await until(_has_view(listener))
        waits.append(time.monotonic() - began)
    await Feed.current().close()
    return waits


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or list(TABLES))
