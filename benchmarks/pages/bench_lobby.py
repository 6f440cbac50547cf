"""Processor time of a web process for the lobby and the tournament list: their pages, and a change for all who look on.

`TABLES=200 python -m benchmarks.pages.bench_lobby` measures one size.
"""

# ruff: noqa: S608 - only names of columns are put into the statement

import asyncio
import os
from collections.abc import Awaitable, Callable
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.pages.bench_pages import Page, open_tables
from benchmarks.pages.web_client import Server, empty_room
from tests.servers import free_port

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

SIZES = [int(size) for size in os.environ.get("TABLES", "200 10000").split()]
OPENED = 50
"""How many tables are opened one by one; the others are copies of the last one, without players."""
LOOKERS_ON, PUSHES, RUNS = (1, 1000, 5000), 5, 3
TOURNAMENTS = 20
PAUSE_SECONDS = 6.0
"""Longer than a process keeps many tables."""


def copy_tables(count: int) -> None:
    """Adds copies of the last table until there are so many tables."""
    from django.db import connection

    from games.models import Table

    last, missing = Table.objects.latest("pk"), count - Table.objects.count()
    same = ", ".join(
        f'"{field.column}"'
        for field in Table._meta.local_concrete_fields
        if field.column not in ("id", "name", "name_key", "sort_order")
    )
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO games_table (name, name_key, sort_order, {same}) "
            f"SELECT 'Copy ' || n, 'copy ' || n, 1, {same} FROM games_table, generate_series(%s, %s) n WHERE id = %s",
            [Table.objects.count(), Table.objects.count() + missing - 1, last.pk],
        )
        cursor.execute("ANALYZE")


async def look_on(port: int, path: str, last: str, count: int) -> "list[ClientConnection]":
    """This many sockets of a list that have its rows; their first push ends with `last`."""
    from websockets.asyncio.client import connect
    from websockets.typing import Origin

    sockets, address = [], f"ws://127.0.0.1:{port}{path}"
    for _ in range(count):
        socket = await connect(address, origin=Origin(f"http://127.0.0.1:{port}"), compression=None, max_queue=64)
        await _wait_for(last, socket)
        sockets.append(socket)
    return sockets


async def _wait_for(text: str, socket: "ClientConnection") -> None:
    while text not in str(await socket.recv()):
        pass


async def pushes(server: Server, port: int, count: int) -> dict[str, float]:
    """Milliseconds for one looker-on to connect, and for a change that is shown to all of them."""
    from asgiref.sync import sync_to_async

    from games.messaging import messages
    from games.models import Table
    from games.operations.tables import open_table

    before = server.milliseconds()
    sockets = await look_on(port, "/ws/lobby/", 'id="room-news"', count)
    costs = {"to connect one": (server.milliseconds() - before) / count}
    first = await Table.objects.aearliest("sort_order", "name")

    async def change_row(number: int) -> int:
        await Table.objects.filter(pk=first.pk).aupdate(average_pot=3000 + 100 * (count + number))
        await sync_to_async(messages.notify_lobby)()
        return first.pk

    async def open_one(number: int) -> int:
        name = f"New {count} {number}"
        table = await sync_to_async(open_table)(name=name, rules=first.rules, currency=first.currency, sort_order=-1)
        return table.pk

    changes: dict[str, Callable[[int], Awaitable[int]]] = {
        "for a row that changes": change_row,
        "for a table that opens": open_one,
    }
    for name, change in changes.items():
        spent = []
        for number in range(PUSHES):
            await asyncio.sleep(PAUSE_SECONDS)
            before = server.milliseconds()
            row = f'id="table-{await change(number)}"'
            for socket in sockets:
                await _wait_for(row, socket)
            spent.append(server.milliseconds() - before)
        costs[name] = median(spent)
    for socket in sockets:
        await socket.close()
    await Table.objects.filter(sort_order=-1).adelete()
    return costs


def announce() -> int:
    """Announces the tournaments; returns the number of the last one in the list."""
    from pokerroom.management.commands.simulatetournament import sit_and_go
    from tournaments import api

    setup = sit_and_go(players=90, table_size=9, game="holdem", structure="turbo")
    numbers = [api.announce(setup=setup._replace(name=f"Tournament {at}")) for at in range(TOURNAMENTS)]
    return numbers[-1]


async def tournament_pushes(server: Server, port: int, last: int, count: int) -> float:
    """Milliseconds for a change of a tournament that is shown to all who look on."""
    from asgiref.sync import sync_to_async

    from games.api import notify
    from tournaments import api
    from tournaments.models import Tournament

    row, spent = f'id="t-row-{last}"', []
    sockets = await look_on(port, "/ws/tournaments/", row, count)
    for number in range(PUSHES):
        await asyncio.sleep(PAUSE_SECONDS)
        before = server.milliseconds()
        await Tournament.objects.filter(pk=last).aupdate(entrants=1 + number)
        await sync_to_async(notify)(api.SCHEDULE)
        for socket in sockets:
            await _wait_for(row, socket)
        spent.append(server.milliseconds() - before)
    for socket in sockets:
        await socket.close()
    return median(spent)


def main() -> None:
    """Starts the room with PostgreSQL and Redis of its own, and measures."""
    running: list[Server] = []
    with empty_room():
        try:
            open_tables(OPENED)
            for size in SIZES:
                copy_tables(size)
                port = free_port()
                running.append(web := Server("manage.py", "runroom", "--no-tables", "--port", str(port)))
                print(f"{size} tables, ms of processor time of a web process", flush=True)
                pages = {
                    "the page": Page(web, port, "/"),
                    "the page, signed in": Page(web, port, "/", signed_in=True),
                    "the page, filtered and sorted": Page(web, port, "/?f=1&game=omaha&free=on&sort=-pot"),
                }
                for name, page in pages.items():
                    print(f"  {name:44}{median(page.cost() for _ in range(RUNS)):8.2f}", flush=True)
                for count in LOOKERS_ON:
                    print(f"  {count} look on", flush=True)
                    for name, cost in asyncio.run(pushes(web, port, count)).items():
                        print(f"    {name:42}{cost:8.1f}", flush=True)
                web.stop()
            last, port = announce(), free_port()
            running.append(web := Server("manage.py", "runroom", "--no-tables", "--port", str(port)))
            cost = median(Page(web, port, "/tournaments/").cost() for _ in range(RUNS))
            print(f"{TOURNAMENTS} tournaments\n  {'the page':44}{cost:8.2f}", flush=True)
            for count in LOOKERS_ON:
                pushed = asyncio.run(tournament_pushes(web, port, last, count))
                print(f"  {f'a change, {count} look on':44}{pushed:8.1f}", flush=True)
        finally:
            for server in running:
                server.stop()


if __name__ == "__main__":
    main()
