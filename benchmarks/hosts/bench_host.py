"""What an action costs the process that runs the tables, and how long it takes from the ask to the packed views.

Real consumers of tables over a private PostgreSQL (fsync off), with players who act at once. The layer sends nothing:
it takes the packed messages of one web process that watches for every player and for railbirds. Times are of the
processor, ms; what the players take is left out. `--tables`, `--seats`, `--hands` of each table, `--runs`,
`--database URL`, `--profile FILE`.
"""

import argparse
import asyncio
import cProfile
import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random
from secrets import token_hex
from statistics import median, quantiles
from time import perf_counter, process_time, thread_time
from typing import Any
from unittest.mock import patch

from tests.servers import Servers

WARM_UP = 10
"""Hands that are played before anything is counted."""
REPLY = "web"
WATCH_EVERY_SECONDS = 5.0


class Meter:
    """Sums of processor time by section, and times of decisions by kind; nothing counts before `begin`."""

    def __init__(self) -> None:
        self.sections: defaultdict[str, float] = defaultdict(float)
        self.decisions: defaultdict[str, list[float]] = defaultdict(list)
        self.waits: list[float] = []
        self.bytes = self.sends = 0
        self._mark = 0.0

    def begin(self) -> None:
        """Forgets what has been counted."""
        self.__init__()  # type: ignore[misc]  # The same object is known to all sections.
        self._mark = process_time()

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        """Counts the processor time of this thread inside the block."""
        began = thread_time()
        try:
            yield
        finally:
            self.sections[name] += thread_time() - began

    def timed(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with its processor time counted."""

        def wrapper(*args: Any, **kwargs: Any) -> Any:
            with self.section(name):
                return call(*args, **kwargs)

        return wrapper

    def decided(self, kind: str, players: float) -> None:
        """A decision of this kind has been sent; `players` is what the players took since the one before."""
        now = process_time()
        self.decisions[kind].append(now - self._mark - players)
        self._mark = now


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, nargs="*", default=[1, 10])
    parser.add_argument("--seats", type=int, default=9)
    parser.add_argument("--hands", type=int, default=120, help="by all tables together")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--database", help="the URL of a PostgreSQL to use instead of a private one")
    parser.add_argument("--profile", help="writes what cProfile counts of the loop's thread")
    options = parser.parse_args()
    servers = Servers()
    try:
        os.environ.update(
            DATABASE_URL=options.database or servers.start_postgres(), REDIS_URL="", SECRET_KEY="bench" * 10,
            HTTPS="0", BOTS="0", TIME_ZONE="Europe/Prague", DJANGO_SETTINGS_MODULE="pokerroom.settings",
        )  # fmt: skip
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        print(f"processor time in ms, median of {options.runs} runs; tables of {options.seats}")
        for tables in options.tables:
            measure(tables, options)
        call_command("audit", verbosity=0)
    finally:
        servers.stop()


def measure(tables: int, options: argparse.Namespace) -> None:
    """Prints the medians of some runs with so many tables."""
    import uvloop

    from pokerroom.serving.python_runtime import settle_memory

    settle_memory()
    profile = cProfile.Profile() if options.profile else None
    runs = [uvloop.run(play(tables, options, run, profile)) for run in range(options.runs)]
    if profile:
        profile.dump_stats(options.profile)
    print(f"\n{tables} tables, {runs[0]['actions']:.0f} actions, {runs[0]['bytes']:.0f} bytes sent for each")
    for name in runs[0]:
        if name not in ("actions", "bytes"):
            print(f"{name:32}{median(run[name] for run in runs):>8.2f}")


async def play(
    tables: int, options: argparse.Namespace, run: int, profile: cProfile.Profile | None
) -> Mapping[str, float]:
    """Plays hands at some tables, and what they cost."""
    from asgiref.sync import sync_to_async

    from games.engine.events.hand import HandBegan, HandEnded
    from games.engine.rules.rake import RakeTerms
    from games.engine.rules.rules import Clock, Rules
    from games.engine.rules.stakes import Stakes, Structure
    from games.engine.rules.variants import CATALOGUE
    from games.engine.table import decide as engine
    from games.live.hosting.clock_and_shuffle import HostClock, Shuffler
    from games.live.hosting.floor_reports import FloorReports
    from games.live.hosting.host_context import HostContext
    from games.live.hosting.leased_runner import Slot
    from games.live.hosting.outbox import Outbox
    from games.live.hosting.table_messages import TableMessage
    from games.live.hosting.threads import DatabaseThreads, WorkerThread
    from games.live.table import TableConsumer
    from games.live.watchers import ALL_REPORTED_MS
    from games.messaging.messages import Answer, Ask, ViewUpdate, Watch, pack, unpack
    from games.operations.tables import open_table
    from games.store import table_log
    from tests.games.support.live_hosts import seat_those_who_wait, sit
    from tests.games.support.tables import person

    meter, rng = Meter(), Random(run)  # noqa: S311 - no card is dealt with it
    kinds: defaultdict[int, str] = defaultdict(str)

    def open_tables() -> list[int]:
        clock = Clock(run_out=0, after_fold=0, after_showdown=0, show=0, draw_shown=0)
        stakes, rake = Stakes(Structure.NO_LIMIT, 100, 200), RakeTerms("bench", 50, cap=300)
        rules, opened = Rules(CATALOGUE["holdem"], stakes, rake=rake, clock=clock), []
        for number in range(tables):
            name = f"{token_hex(3)}.{number}"
            table = open_table(
                name=name, rules=rules, currency="PLAY", seats=options.seats, max_buy_in=1_000_00, min_buy_in=200_00
            )
            for seat in range(options.seats):
                sit(person(f"{name}.{seat}"), table, seat=seat, amount=1_000_00)
            seat_those_who_wait(table)
            opened.append(table)
        return [table.pk for table in opened]

    def decide(*args: Any, **kwargs: Any) -> Any:
        with meter.section("decide"):
            decision = engine.decide(*args, **kwargs)
        found = {type(event) for event in decision.events}
        kind = "a hand begins" if HandBegan in found else "an action that ends a hand" if HandEnded in found else ""
        kinds[0] = kind or kinds[0] or "an action"
        return decision

    class Layer:
        """Takes what the host sends, and wakes the players of its tables."""

        async def send(self, channel: str, message: Mapping[str, object]) -> None:
            players = thread_time()
            for one in unpack(message):
                if isinstance(one, Answer | ViewUpdate):
                    woken[one.table].set()
            body = message["body"]
            assert isinstance(body, bytes)
            meter.bytes, meter.sends = meter.bytes + len(body), meter.sends + 1
            took = thread_time() - players
            meter.sections["players"] += took
            played["since"] += took
            if tables == 1 and kinds[0]:
                meter.decided(kinds[0], played["since"])
                kinds[0], played["since"] = "", 0.0

        async def group_send(self, group: str, message: Mapping[str, object]) -> None:
            return

    async def watch(consumer: TableConsumer) -> None:
        """Reports who watches a table, as a web process does."""
        players = await sync_to_async(players_at)(consumer.id)
        while True:
            for player in [0, *players]:
                consumer.slot.put(Watch(consumer.id, player, REPLY))
            await asyncio.sleep(WATCH_EVERY_SECONDS)

    async def act(consumer: TableConsumer) -> None:
        """Asks for the player in turn until enough hands are over."""
        while consumer.table.hand_number < WARM_UP + options.hands // tables:
            began = thread_time()
            if consumer.table.hand_number == WARM_UP and not counting.is_set():
                counting.set()
                meter.begin()
                totals["began"] = process_time()
            hand = consumer.table.hand
            ask = None
            if hand and consumer.table.running and hand.to_act >= 0:
                legal, choice = hand.legal(), rng.random()
                action = "call" if legal.call else "check"
                if choice < 0.3 and legal.call:
                    action = "fold"
                elif choice > 0.8 and legal.min_to:
                    action = "raise"
                body = {"do": "act", "hand": hand.number, "turn": consumer.table.turn, "price": legal.call}
                body |= {"action": action} | ({"amount": legal.min_to} if action == "raise" else {})
                ask = Ask(consumer.id, consumer.table.seat(hand.to_act).player, body, "1", REPLY)
            woken[consumer.id].clear()
            took = thread_time() - began
            meter.sections["players"] += took
            played["since"] += took
            if ask:
                asked = perf_counter()
                consumer.slot.put(ask)
                await woken[consumer.id].wait()
                meter.waits.append(perf_counter() - asked)
            else:
                await woken[consumer.id].wait()

    woken: defaultdict[int, asyncio.Event] = defaultdict(asyncio.Event)

    async def all_act() -> None:
        await asyncio.gather(*map(act, consumers))

    counting, totals, played = asyncio.Event(), dict[str, float](), {"since": 0.0}
    ids = await sync_to_async(open_tables)()
    clock = HostClock()
    clock.set(clock.now() + 1)
    outbox = Outbox(Layer())
    threads = DatabaseThreads()
    floor = FloorReports(clock, outbox)
    context = HostContext("bench", clock, Shuffler(), threads, outbox, WorkerThread(), floor)
    consumers = [TableConsumer(slot=Slot[TableMessage](pk, 256), context=context) for pk in ids]
    # From now on every process has reported, as after the first seconds of a host.
    clock.set(clock.now() + ALL_REPORTED_MS)
    patches = (
        patch("games.live.table.decide", decide),
        patch("games.store.table_log.commit", meter.timed("commit", table_log.commit)),
        patch.object(TableConsumer, "_build_views", meter.timed("views", TableConsumer._build_views)),
        patch.object(TableConsumer, "_publish", meter.timed("views", TableConsumer._publish)),
        patch("games.live.hosting.outbox.pack", meter.timed("pack", pack)),
    )
    for one in patches:
        one.start()
    tasks, watching = [asyncio.create_task(outbox.run())], list[asyncio.Task[None]]()
    try:
        for consumer in consumers:
            tasks.append(asyncio.create_task(consumer({}, consumer.slot.get, None)))
            watching.append(asyncio.create_task(watch(consumer)))
        for consumer in consumers:
            await woken[consumer.id].wait()
        if profile:
            profile.enable()
        playing = asyncio.create_task(all_act())
        await asyncio.wait([playing, *tasks], return_when=asyncio.FIRST_COMPLETED)
        if not playing.done():
            playing.cancel()
            raise RuntimeError("a table or the outbox has stopped") from next(filter(None, map(fault_of, tasks)), None)
        if profile:
            profile.disable()
        total = process_time() - totals["began"]
    finally:
        patch.stopall()
        for consumer in consumers:
            consumer.slot.stop()
        for task in (tasks[0], *watching):
            task.cancel()
        await asyncio.gather(*tasks, *watching, return_exceptions=True)
        await asyncio.to_thread(threads.stop)
        await asyncio.to_thread(context.worker.stop)
    actions = len(meter.waits)
    total -= meter.sections.pop("players")
    result = {"actions": float(actions), "bytes": meter.bytes / actions, "all, for each action": 1000 * total / actions}
    for name, seconds in meter.sections.items():
        result[f"  {name}"] = 1000 * seconds / actions
    result["  other"] = 1000 * (total - sum(meter.sections.values())) / actions
    for kind, times in sorted(meter.decisions.items()):
        result[f"{kind}, median"] = 1000 * median(times)
    centiles = quantiles(meter.waits, n=100)
    result["from ask to views, wall, p50"] = 1000 * centiles[49]
    result["from ask to views, wall, p99"] = 1000 * centiles[98]
    return result


def fault_of(task: "asyncio.Task[None]") -> BaseException | None:
    """What ended a task."""
    return task.exception() if task.done() else None


def players_at(table: int) -> list[int]:
    """The players seated at a table."""
    from games.models import Seat

    return list(Seat.objects.filter(table=table).values_list("player_id", flat=True))


if __name__ == "__main__":
    main()
