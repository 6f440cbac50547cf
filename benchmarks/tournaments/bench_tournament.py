"""What a tournament of many people costs beside its tables: decisions with the database, and what their pages show.

`python -m benchmarks.tournaments.bench_tournament 1000 1000` names the players, and how many of them look at their
tables, and then at the tournament's lobby, through one web process. Nobody plays the hands: a simple model reports how
they end.
"""

import asyncio
import os
import sys
from random import Random
from statistics import median
from time import perf_counter, process_time, time
from typing import Any

from benchmarks.pages.web_client import Browser, Server
from tests.servers import Servers, free_port

PLAYERS, WATCHING, SEATS = 1000, 1000, 9
HANDS, CHANGES = 300, 10
"""The number of hands, or one for every four players if that is less."""
CONNECT_AT_ONCE = 50
REST_SECONDS, WITHIN_SECONDS = 10, 120
PAUSE_SECONDS, PAGES = 5, 20


def main(players: int, watching: int) -> None:
    servers = Servers()
    try:
        os.environ.update(
            DATABASE_URL=servers.start_postgres(), REDIS_URL=servers.start_redis(), SECRET_KEY="bench" * 10, HTTPS="0",
            DJANGO_SETTINGS_MODULE="pokerroom.settings", SOCKETS_PER_ADDRESS="0", RATE_LIMITS="0",
        )  # fmt: skip
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        directed = Directed(players)
        directed.play(min(HANDS, players // 4))
        port = free_port()
        server = Server("manage.py", "runroom", "--no-tables", "--port", str(port))
        try:
            asyncio.run(show(directed, server, port, watching))
        finally:
            server.stop()
    finally:
        servers.stop()


class Directed:
    """A stored tournament whose decisions are timed; hands are reported by a simple model."""

    def __init__(self, players: int) -> None:
        from pokerroom.management.commands.simulatetournament import sit_and_go
        from pokerroom.models import User
        from tournaments.engine.setup.setup import Price
        from tournaments.engine.state import commands as cm
        from tournaments.engine.tournament import Tournament, decide
        from tournaments.lifecycle.announce import announce
        from tournaments.models import Entry
        from tournaments.models import Tournament as Row
        from tournaments.simulation import run
        from tournaments.simulation.random_hands import quick_hand
        from tournaments.store.codec import snapshot
        from tournaments.store.table_orders import TableOrders

        numbers = range(1, players + 1)
        User.objects.bulk_create(User(pk=pk, username=f"p{pk}", display_name=f"player {pk}") for pk in numbers)
        setup = sit_and_go(players=players, table_size=SEATS, game="holdem", structure="turbo")
        setup = setup._replace(price=Price(0, 0), currency="PLAY")
        self.id = announce(setup=setup).pk
        self.simulated = run.SimulatedTournament(Tournament(setup), play=quick_hand, rng=Random(5))  # noqa: S311
        self.simulated.rule_checker.check = lambda decision: None  # type: ignore[method-assign]  # not the room's
        for number in numbers[:-1]:
            self.simulated.do(cm.Enter(number, f"player {number}"))
        Row.objects.filter(pk=self.id).update(
            snapshot=snapshot(self.simulated.t), number=players - 1, snapshot_number=players - 1
        )
        Entry.objects.bulk_create(Entry(tournament_id=self.id, player_id=number) for number in numbers[:-1])
        self.number, self.tables = players - 1, TableOrders(self.id)
        self.seconds: list[tuple[float, float]] = []
        self.decide = decide
        setattr(run, "decide", self.timed)  # noqa: B010 - the simulation decides with what is stored and timed
        began = perf_counter()
        self.simulated.do(cm.Enter(players, f"player {players}"))
        orders = sum(len(table.players) for table in self.simulated.t.tables.values()) + len(self.simulated.t.tables)
        print(f"{players:,} players at {len(self.simulated.t.tables):,} tables")
        print(f"the start, with some {orders:,} orders to tables: {perf_counter() - began:.2f} s")

    def timed(self, tournament: Any, command: Any, *, now: int, **more: object) -> Any:
        """Decides and stores a decision."""
        from tournaments.store import store

        began, cpu = perf_counter(), process_time()
        decision = self.decide(tournament, command, now=now, **more)  # type: ignore[arg-type]  # passed on as they came
        decision.after.check(since=tournament)
        if decision.events:
            self.number += 1
            store.commit(self.id, self.number, tournament, decision, command=command, now=now, tables=self.tables)
            self.seconds.append((perf_counter() - began, process_time() - cpu))
        return decision

    def do(self, command: Any) -> None:
        """Decides one command now."""
        self.simulated.now = int(time() * 1000)
        self.simulated.do(command)

    def play(self, hands: int) -> None:
        """Reports hands, and prints what their decisions took."""
        from tournaments.store import store

        self.seconds.clear()
        for _ in range(hands):
            self.simulated.step()
        taken = sorted(1000 * seconds for seconds, _ in self.seconds)
        middle, high = median(taken), taken[int(0.99 * len(taken))]
        cpu = 1000 * sum(cpu for _, cpu in self.seconds) / len(self.seconds)
        mean = sum(taken) / len(taken)
        print(f"a decision, stored: median {middle:.1f}, mean {mean:.1f}, p99 {high:.1f} ms; {cpu:.1f} ms of CPU")
        began = perf_counter()
        store.load(self.id)
        print(f"loaded by another host in {1000 * (perf_counter() - began):.0f} ms")

    def table_of(self, player: int) -> int:
        """The id of the player's table."""
        return self.tables.table_ids[self.simulated.t.players[player].table]


def cookies(players: list[int]) -> dict[int, str]:
    """Signs these players in; the header of each."""
    from django.conf import settings

    from pokerroom.loadtest.seating import sign_in
    from pokerroom.models import User

    people = list(User.objects.filter(pk__in=players))
    keys = zip(people, sign_in(people), strict=True)
    return {person.pk: f"{settings.SESSION_COOKIE_NAME}={key}" for person, key in keys}


async def show(directed: Directed, server: Server, port: int, watching: int) -> None:
    """Has players look at their tables, then at the lobby, and prints what a web process takes to show a change."""
    from asgiref.sync import sync_to_async
    from channels.layers import get_channel_layer
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.typing import Origin

    from games.messaging.messages import Hint, pack
    from tournaments.engine.state import commands as cm
    from tournaments.store.messages import tournament_group

    layer, group = get_channel_layer(), tournament_group(directed.id)
    assert layer is not None
    players = [player.player for player in directed.simulated.t.still_in()][:watching]
    headers = await sync_to_async(cookies)(players)
    at_once = asyncio.Semaphore(CONNECT_AT_ONCE)
    origin = Origin(f"http://127.0.0.1:{port}")

    async def seen(socket: ClientConnection, what: str) -> None:
        async for frame in socket:
            if f'id="{what}"' in str(frame):
                return

    async def look_on(player: int, page: str, what: str) -> ClientConnection:
        address = f"ws://127.0.0.1:{port}/ws/{page}/?language=en"
        async with at_once:
            socket = await connect(
                address, origin=origin, additional_headers={"Cookie": headers[player]}, compression=None,
                ping_interval=None,
            )  # fmt: skip
            await seen(socket, what)
        return socket

    async def change_for(sockets: list[ClientConnection], where: str, what: str) -> None:
        await asyncio.sleep(2)
        # Without a host the sockets ask again and again why their tables are silent, which is not what is measured.
        cpu = server.milliseconds()
        await asyncio.sleep(REST_SECONDS)
        at_rest = (server.milliseconds() - cpu) / REST_SECONDS
        spent, waited = [], []
        for change in range(CHANGES):
            await sync_to_async(directed.do)(cm.Resume() if change % 2 else cm.Pause("measured"))
            cpu, began = server.milliseconds(), perf_counter()
            await layer.group_send(group, pack(Hint(group)))
            async with asyncio.timeout(WITHIN_SECONDS):
                await asyncio.gather(*(seen(socket, what) for socket in sockets))
            waited.append(perf_counter() - began)
            await asyncio.sleep(PAUSE_SECONDS)
            spent.append((server.milliseconds() - cpu - at_rest * (perf_counter() - began)) / len(sockets))
        print(f"{len(sockets):,} players {where} see that it is paused or goes on, {CHANGES} times:")
        print(
            f"the last after {median(waited):.2f} s, at most {max(waited):.2f}; {median(spent):.2f} ms of CPU for each"
        )
        await asyncio.gather(*(socket.close() for socket in sockets))

    tables = [look_on(one, f"table/{directed.table_of(one)}", "tournament-bar") for one in players]
    await change_for(await asyncio.gather(*tables), "at their tables", "tournament-bar")
    cpu, began = server.milliseconds(), perf_counter()
    lobby = await asyncio.gather(*(look_on(one, f"tournament/{directed.id}", "t-clock") for one in players))
    took, cpu = perf_counter() - began, server.milliseconds() - cpu
    print(f"{len(lobby):,} connect to its lobby in {took:.2f} s; {cpu / len(lobby):.2f} ms of CPU for each")
    await change_for(lobby, "in its lobby", "t-clock")
    pages = [await sync_to_async(page_of)(directed, port, headers[one]) for one in players[:PAGES]]
    print(f"its page: median {median(ms for ms, _ in pages):.1f} ms, {median(size for _, size in pages) / 1000:.0f} kB")


def page_of(directed: Directed, port: int, cookie: str) -> tuple[float, int]:
    """The milliseconds and the characters of the lobby's page for a player."""
    browser = Browser(port)
    browser.cookies = dict([cookie.split("=", 1)])
    began = perf_counter()
    text = browser.open(f"/tournaments/{directed.id}/")
    return 1000 * (perf_counter() - began), len(text)


if __name__ == "__main__":
    given = [int(one) for one in sys.argv[1:]]
    main(*(given or [PLAYERS, WATCHING]))
