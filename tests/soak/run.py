"""One soak from start to final audit: players play, processes are killed, and the ledger is audited throughout."""

import asyncio
import time
from argparse import Namespace
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from asgiref.sync import sync_to_async

from games.models import Decision
from tests.soak import checks
from tests.soak.player import Setting, SoakPlayer
from tests.soak.room import GRANT, HOSTS, WEBS, SoakRoom, create_accounts, open_tables
from tests.soak.tally import Tally

REQUESTS_AT_ONCE = 12
HOME_WITHIN_SECONDS = 150.0
EMPTY_WITHIN_SECONDS = 60.0


class Soak:
    """One run with the options of the command line."""

    def __init__(self, options: Namespace, logs: Path, postgres: Path) -> None:
        self.options, self.tally = options, Tally()
        self.rng = Random(f"soak {options.seed}")
        self.tables, accounts = open_tables(options.tables), create_accounts(options.people)
        self.room = SoakRoom(logs, options.tables)
        self.logs = checks.Logs(logs, postgres)
        self.executor = ThreadPoolExecutor(REQUESTS_AT_ONCE, thread_name_prefix="requests")
        self.watch = checks.Watch(self.tables, self.tally)
        self.setting = Setting(
            self.room.urls, self.room.down, self.tables, self.executor, self.tally, asyncio.Event(),
            options.think, options.pause,
        )  # fmt: skip
        self.playing: list[asyncio.Task[None]] = []
        self.restarts: list[asyncio.Task[None]] = []
        self.players = [
            SoakPlayer(account, self.setting, Random(f"{options.seed} {account.name}")) for account in accounts
        ]

    async def run(self) -> dict[str, object]:
        """Runs the soak and returns the report; its `troubles` are empty if nothing went wrong."""
        began = time.monotonic()
        try:
            await self.room.is_open()
            opened = time.monotonic()
            await self._play()
            played = time.monotonic()
            await self._close()
            self.room.record_memory()
        finally:
            for task in self.playing:
                task.cancel()
            late = await asyncio.to_thread(self.room.stop)
            self.executor.shutdown(wait=False, cancel_futures=True)
        for name in late:
            self.tally.trouble(f"{name} did not exit cleanly on SIGTERM")
        self.logs.check(self.tally)
        money = await sync_to_async(checks.check_money)(len(self.players) * GRANT, self.tally)
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
            "megabytes": self.room.memory_over_time(),
            "money": money,
            "counts": dict(sorted(self.tally.counts.items())),
            "troubles": self.tally.troubles,
        }

    async def _play(self) -> None:
        tasks = self.playing = [asyncio.create_task(player.play_until_closing()) for player in self.players]
        others = [
            asyncio.create_task(work) for work in (self._check_repeatedly(), self._end_hosts(), self._kill_webs())
        ]
        try:
            async with asyncio.timeout(self.options.minutes * 60) as timeout:
                await asyncio.gather(*others)
        except TimeoutError:
            if not timeout.expired():
                raise
        finally:
            for other in others:
                other.cancel()
            await asyncio.gather(*others, return_exceptions=True)
            # Wait until a host that has just ended has its successor: one host alone may not take all tables.
            await asyncio.gather(*self.restarts)
            self.setting.closing.set()
        _, late = await asyncio.wait(tasks, timeout=HOME_WITHIN_SECONDS)
        for task, player in zip(tasks, self.players, strict=True):
            if task in late:
                self.tally.trouble(f"{player.name} is still at table {player.table}")
            elif task.exception() is not None:
                self.tally.trouble(f"{player.name} failed: {task.exception()!r}")

    async def _check_repeatedly(self) -> None:
        """Checks progress, logs, processes and the ledger repeatedly."""
        end = time.monotonic()
        while True:
            await sync_to_async(self.watch.check)()
            self.logs.check(self.tally)
            for gone in self.room.dead():
                self.tally.trouble(gone)
            if time.monotonic() >= end:
                self.room.record_memory()
                await asyncio.to_thread(checks.audit, self.tally)
                end += self.options.audit_every
            await asyncio.sleep(self.options.audit_every / 4)

    async def _end_hosts(self) -> None:
        """Repeatedly ends a host, mostly with SIGKILL, and starts another in its place."""
        number = 0
        while True:
            await asyncio.sleep(self.options.kill_every * self.rng.uniform(0.7, 1.0))
            gracefully = number > 0 and self.rng.random() < 0.3
            self.restarts.append(asyncio.create_task(self.room.restart_host(number % HOSTS, gracefully=gracefully)))
            self.tally.count("hosts ended gracefully" if gracefully else "hosts killed")
            await asyncio.shield(self.restarts[-1])
            number += 1

    async def _kill_webs(self) -> None:
        """Repeatedly kills a web process; its players continue at the other."""
        number, every = 0, self.options.web_every
        while every:
            await asyncio.sleep(every * self.rng.uniform(0.7, 1.0))
            self.restarts.append(asyncio.create_task(self.room.restart_web(number % WEBS)))
            self.tally.count("web processes killed")
            await asyncio.shield(self.restarts[-1])
            number += 1

    async def _close(self) -> None:
        """Waits until the room is empty, then audits the ledger once more."""
        try:
            async with asyncio.timeout(EMPTY_WITHIN_SECONDS):
                while not await sync_to_async(checks.nobody_is_left)():  # noqa: ASYNC110 - others change it
                    await asyncio.sleep(0.2)
        except TimeoutError:
            self.tally.trouble("seats, orders or waiting list entries are left")
        await asyncio.to_thread(checks.audit, self.tally)
