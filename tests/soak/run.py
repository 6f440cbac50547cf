"""One soak from the first guest to the last coin: people live, hosts die, and all the while the books are proved."""

import asyncio
import time
from argparse import Namespace
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

from asgiref.sync import sync_to_async

from games.models import Decision
from tests.soak import checks
from tests.soak.life import Evening, Life
from tests.soak.room import GRANT, HOSTS, WEBS, SoakRoom, invite, open_tables
from tests.soak.tally import Tally

DOORS_AT_ONCE = 12
HOME_WITHIN_SECONDS = 150.0
EMPTY_WITHIN_SECONDS = 60.0


class Soak:
    """The run; `options` are those of the command line."""

    def __init__(self, options: Namespace, logs: Path, postgres: Path) -> None:
        self.options, self.tally = options, Tally()
        self.dice = Random(f"soak {options.seed}")
        self.tables, people = open_tables(options.tables), invite(options.people)
        self.room = SoakRoom(logs, options.tables)
        self.logs = checks.Logs(logs, postgres)
        self.doors = ThreadPoolExecutor(DOORS_AT_ONCE, thread_name_prefix="doors")
        self.watch = checks.Watch(self.tables, self.tally)
        self.evening = Evening(
            self.room.urls, self.room.down, self.tables, self.doors, self.tally, asyncio.Event(),
            options.think, options.pause,
        )  # fmt: skip
        self.living: list[asyncio.Task[None]] = []
        self.restarts: list[asyncio.Task[None]] = []
        self.lives = [Life(one, self.evening, Random(f"{options.seed} {one.name}")) for one in people]

    async def run(self) -> dict[str, Any]:
        """The report; `troubles` in it is empty when all was well."""
        began = time.monotonic()
        try:
            await self.room.is_open()
            opened = time.monotonic()
            await self._play()
            played = time.monotonic()
            await self._close()
            self.room.weigh()
        finally:
            for life in self.living:
                life.cancel()
            late = await asyncio.to_thread(self.room.stop)
            self.doors.shutdown(wait=False, cancel_futures=True)
        for name in late:
            self.tally.trouble(f"{name} did not end on SIGTERM as it should")
        self.logs.check(self.tally)
        money = await sync_to_async(checks.settle)(len(self.lives) * GRANT, self.tally)
        await sync_to_async(checks.logs_have_no_gap)(self.tally)
        await sync_to_async(checks.results_add_up)(self.tally)
        pace = await sync_to_async(checks.pace)(self.tables, played - opened)
        return {
            "tables": self.options.tables,
            "people": self.options.people,
            "seed": self.options.seed,
            "seconds": {"start": round(opened - began), "play": round(played - opened)},
            **pace,
            "decisions": await sync_to_async(Decision.objects.count)(),
            "megabytes": self.room.weights(),
            "money": money,
            "counts": dict(sorted(self.tally.counts.items())),
            "troubles": self.tally.troubles,
        }

    async def _play(self) -> None:
        lives = self.living = [asyncio.create_task(life.live()) for life in self.lives]
        others = [asyncio.create_task(work) for work in (self._prove(), self._kill(), self._kill_webs())]
        try:
            async with asyncio.timeout(self.options.minutes * 60) as evening:
                await asyncio.gather(*others)
        except TimeoutError:
            if not evening.expired():
                raise
        finally:
            for other in others:
                other.cancel()
            await asyncio.gather(*others, return_exceptions=True)
            # A host that has just been ended gets its successor: one alone may not take all tables.
            await asyncio.gather(*self.restarts)
            self.evening.closing.set()
        _, late = await asyncio.wait(lives, timeout=HOME_WITHIN_SECONDS)
        for life, person in zip(lives, self.lives, strict=True):
            if life in late:
                self.tally.trouble(f"{person.name} is still at table {person.table}")
            elif life.exception() is not None:
                self.tally.trouble(f"{person.name} fell over: {life.exception()!r}")

    async def _prove(self) -> None:
        """Again and again: progress, logs, processes, books."""
        end = time.monotonic()
        while True:
            await sync_to_async(self.watch.look)()
            self.logs.check(self.tally)
            for gone in self.room.dead():
                self.tally.trouble(gone)
            if time.monotonic() >= end:
                self.room.weigh()
                await asyncio.to_thread(checks.audit, self.tally)
                end += self.options.audit_every
            await asyncio.sleep(self.options.audit_every / 4)

    async def _kill(self) -> None:
        """Again and again a host ends, mostly without a word, and another starts in its place."""
        number = 0
        while True:
            await asyncio.sleep(self.options.kill_every * self.dice.uniform(0.7, 1.0))
            kindly = number > 0 and self.dice.random() < 0.3
            self.restarts.append(asyncio.create_task(self.room.restart_host(number % HOSTS, kindly=kindly)))
            self.tally.count("hosts ended kindly" if kindly else "hosts killed")
            await asyncio.shield(self.restarts[-1])
            number += 1

    async def _kill_webs(self) -> None:
        """Again and again a web process is killed, and everybody there goes on at the other."""
        number, every = 0, self.options.web_every
        while every:
            await asyncio.sleep(every * self.dice.uniform(0.7, 1.0))
            self.restarts.append(asyncio.create_task(self.room.restart_web(number % WEBS)))
            self.tally.count("web processes killed")
            await asyncio.shield(self.restarts[-1])
            number += 1

    async def _close(self) -> None:
        """Nobody is left, and the books are right once more."""
        try:
            async with asyncio.timeout(EMPTY_WITHIN_SECONDS):
                while not await sync_to_async(checks.nobody_is_left)():  # noqa: ASYNC110 - others change it
                    await asyncio.sleep(0.2)
        except TimeoutError:
            self.tally.trouble("seats, orders or places in lists are left")
        await asyncio.to_thread(checks.audit, self.tally)
