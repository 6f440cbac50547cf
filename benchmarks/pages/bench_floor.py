"""What the floor's panel of thirty tables costs a web process, compared with one busy table of ten players.

A web process of its own serves both over real sockets, and its processor time is read from the system. At the busy
table the players of the load test make about a decision a second. The panel shows thirty tables that all change every
second, as this program tells it in place of their host, while somebody comes or goes all the time, and the hands an
hour of every table differ whenever they are read.
"""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import timedelta
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING

from tests.servers import Servers, free_port

if TYPE_CHECKING:
    from games.engine.views.types import TableView
    from pokerroom.loadtest.players import LoadTable, Measurements

MANAGE = Path(__file__).resolve().parents[2] / "manage.py"
TABLES, PANELS, SEATS = 30, 3, 10
HANDS, BUY_IN = 30, "1000"
SECONDS, WARM_UP_SECONDS = 20.0, 5.0
THINKING_SECONDS = 0.9
"""A player's average time to act: with the pauses between hands about a decision a second."""


def main() -> None:
    """Compares both in a room of its own."""
    servers = Servers()
    try:
        os.environ.update(
            DATABASE_URL=servers.start_postgres(), REDIS_URL=f"{servers.start_redis()}/0", SECRET_KEY="bench" * 10,
            HTTPS="0", RATE_LIMITS="0", BOTS="0", DEMO="1", STATIC_MANIFEST="0", LOG_LEVEL="ERROR",
            TIME_ZONE="Europe/Prague", DJANGO_SETTINGS_MODULE="pokerroom.settings",
        )  # fmt: skip
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        measure()
    finally:
        servers.stop()


def measure() -> None:
    """Prints what a second of the panel and a decision at the table take."""
    tables, busy, sessions, cookie = set_up()
    port = free_port()
    with manage("runroom", "--port", str(port), "--no-tables") as web, manage("runtables"):
        asyncio.run(Comparison(web.pid, f"http://127.0.0.1:{port}", tables, busy, sessions, cookie).run())


def set_up() -> tuple[list[int], int, list[str], str]:
    """Thirty tables that no host takes, the busy table, its players' sessions, and the cookie of a floorman's."""
    from django.conf import settings
    from django.contrib.auth.models import Group
    from django.test import Client
    from django.utils import timezone

    from games.models import Table
    from games.operations.tables import open_table
    from pokerroom.loadtest.seating import open_tables, seat_people
    from pokerroom.models import User
    from pokerroom.roles import FLOORMAN
    from tests.games.live.bots.bot_table import rules_of

    tables = [open_table(name=f"Table {number}", rules=rules_of(), currency="PLAY").pk for number in range(TABLES)]
    tomorrow = int((timezone.now() + timedelta(days=1)).timestamp() * 1000)
    Table.objects.filter(pk__in=tables).update(owner="this program", lease_until=tomorrow)
    user = User.objects.create_user(username="floor", display_name="Floor", is_staff=True)
    user.groups.add(Group.objects.get(name=FLOORMAN))
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    [busy] = open_tables(1, SEATS)
    return tables, busy, seat_people([busy], SEATS)[busy], f"{name}={client.cookies[name].value}"


@contextmanager
def manage(*command: str) -> Iterator["subprocess.Popen[str]"]:
    """A process of the room from its first line to the end of the block."""
    process = subprocess.Popen([sys.executable, str(MANAGE), *command], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        process.stdout.readline()
        yield process
    finally:
        process.terminate()
        process.wait()


def played(seed: int) -> list["TableView"]:
    """The public views of a table of six bots, one for each decision."""
    from tests.games.live.bots.bot_table import BIG, Room, bot, rules_of

    views: list[TableView] = []
    players = range(1, 7)
    room = Room(rules_of(), dict.fromkeys(players, bot), Random(seed), lambda moment: views.append(moment.view))  # noqa: S311
    for _ in range(HANDS):
        room.stacks(dict.fromkeys(players, 100 * BIG))
        room.hand()
    return views


class Comparison:
    """One run: the web process at rest, with the panel, with the busy table, and with the panel again."""

    def __init__(self, web: int, url: str, tables: list[int], busy: int, sessions: list[str], cookie: str) -> None:
        self.web, self.url, self.tables, self.busy = web, url, tables, busy
        self.sessions, self.cookie = sessions, cookie

    async def run(self) -> None:
        """Measures and prints."""
        from pokerroom.loadtest.players import LoadTable, Measurements

        rest = await self.window()
        async with self.panel(coming=False):
            calm = [await self.window() for _ in range(3)]
        async with self.panel():
            panel = [await self.window() for _ in range(2)]
        counted = Measurements(counting=True)
        async with self.players(LoadTable(self.busy), counted):
            acted = counted.actions
            began = asyncio.get_running_loop().time()
            busy = [await self.window() for _ in range(3)]
            rate = (counted.actions - acted) / (asyncio.get_running_loop().time() - began)
        async with self.panel():
            panel.append(await self.window())
        calm_cost, cost, table = median(calm) - rest, median(panel) - rest, median(busy) - rest
        print(f"processor time of a web process, ms a second, median of 3 times {SECONDS:.0f} s; {rest:.1f} at rest")
        print(f"{TABLES} tables on {PANELS} pages, all changing every second: {cost:.1f}")
        print(f"the same while nobody comes or goes: {calm_cost:.1f}")
        print(f"one table of {SEATS} at {rate:.2f} decisions a second: {table:.1f}, so {table / rate:.1f} for each")
        print(f"the panel costs as much as {cost / table * rate:.2f} decisions a second there")

    async def window(self) -> float:
        """The web process's processor time, ms a second."""
        await asyncio.sleep(WARM_UP_SECONDS)
        began, used = asyncio.get_running_loop().time(), self._used()
        await asyncio.sleep(SECONDS)
        return (self._used() - used) / (asyncio.get_running_loop().time() - began)

    def _used(self) -> float:
        """The processor time of all threads of the web process so far, ms."""
        # The sum for the whole process is told in hundredths of a second only.
        threads = Path(f"/proc/{self.web}/task").iterdir()
        return sum(int((one / "schedstat").read_text().split()[0]) for one in threads) / 1_000_000

    @asynccontextmanager
    async def panel(self, *, coming: bool = True) -> AsyncIterator[None]:
        """Shows the panel on some pages, while its tables change and, with `coming`, people come and go."""
        works = [*(self._look() for _ in range(PANELS)), self._tell(coming=coming)]
        tasks = [asyncio.create_task(work) for work in works]
        try:
            yield
        finally:
            await ended(tasks)

    async def _look(self) -> None:
        """Reads what is pushed to one page."""
        from pokerroom.loadtest.client_socket import BrokenSocket, open_socket

        closed = asyncio.Event()
        path = "/ws/floor/?show=all"
        socket = await open_socket(self.url, path, cookies=self.cookie, on_text=lambda _text: None, on_close=closed.set)
        try:
            await closed.wait()
        finally:
            socket.abort()
        raise BrokenSocket("the panel")

    async def _tell(self, *, coming: bool) -> None:
        """Tells of all tables once a second, as their host would; with `coming` the lobby hears hints as often."""
        from asgiref.sync import sync_to_async
        from channels.layers import get_channel_layer

        from games.live.hosting.clock_and_shuffle import HostClock
        from games.live.hosting.floor_reports import FloorReports
        from games.live.hosting.outbox import Outbox
        from games.messaging.messages import HOSTS, LOBBY, Hint, WatchFloor, pack, unpack

        views = played(1)
        layer = get_channel_layer()
        outbox = Outbox(layer)
        host = FloorReports(HostClock(), outbox)
        channel = await layer.new_channel()
        await layer.group_add(HOSTS, channel)

        async def change() -> None:
            for at in range(0, len(views), 7):
                for number, table in enumerate(self.tables):
                    host.note(views[(at + number) % len(views)]._replace(table=table), None)
                if coming:
                    await sync_to_async(self._set_pace)(55_000 + 500 * (at % 20))
                    await layer.group_send(LOBBY, pack(Hint(LOBBY)))
                await asyncio.sleep(1)

        tasks = [asyncio.create_task(work) for work in (outbox.run(), host.run(), change())]
        try:
            while True:
                for message in unpack(await layer.receive(channel)):
                    if isinstance(message, WatchFloor):
                        host.watch(message.reply)
        finally:
            await layer.group_discard(HOSTS, channel)
            await ended(tasks)

    def _set_pace(self, hand_ms: int) -> None:
        """Sets how long a hand takes on average at all tables, in ms."""
        from django.utils import timezone

        from games.models import Table

        pace = {"average_hand_ms": hand_ms, "last_hand_at": timezone.now()}
        Table.objects.filter(pk__in=self.tables).update(**pace)

    @asynccontextmanager
    async def players(self, table: "LoadTable", counted: "Measurements") -> AsyncIterator[None]:
        """Has the players of the load test play at the busy table."""
        from pokerroom.loadtest.delays import ThinkTimes
        from pokerroom.loadtest.players import SimulatedPlayer
        from pokerroom.loadtest.web_session import WebSession, signed_in

        def top_up(player: SimulatedPlayer) -> None:
            buy = player.session.submit_chips
            asyncio.get_running_loop().run_in_executor(None, buy, f"/table/{table.id}/top-up/", BUY_IN)

        later = asyncio.get_running_loop().call_later
        for seed, key in enumerate(self.sessions):
            rng = Random(seed)  # noqa: S311
            think = ThinkTimes(THINKING_SECONDS, 0.5, longest=10 * THINKING_SECONDS, rng=rng)
            web = WebSession(self.url, signed_in(key))
            table.players.append(SimulatedPlayer(table, counted, think, rng, web, top_up, later))
        tasks = [asyncio.create_task(player.play(self.url)) for player in table.players]
        try:
            yield
        finally:
            await ended(tasks)


async def ended(tasks: list["asyncio.Task[None]"]) -> None:
    """Cancels the tasks and waits for their end; raises what one of them failed with before."""
    for task in tasks:
        task.cancel()
    for done in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(done, Exception):
            raise done


if __name__ == "__main__":
    main()
