"""One run of the load test: people come in, all get a picture, they play and are measured; perhaps a storm comes."""

import asyncio
import resource
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from time import perf_counter
from typing import Any, Final, NamedTuple

from pokerroom.loadtest.bare import measure_bare
from pokerroom.loadtest.delays import Delays, ThinkTimes, percentiles
from pokerroom.loadtest.exact_timer import ExactTimer
from pokerroom.loadtest.players import LoadTable, Measurements, Newcomer, SimulatedPlayer
from pokerroom.loadtest.processes import spent
from pokerroom.loadtest.room import Room
from pokerroom.loadtest.web_session import WebSession, signed_in
from pokerroom.serving.python_runtime import prefer_loop, settle_memory

BUY_IN: Final = "1000"
SESSIONS_AT_ONCE: Final = 8
CONNECTIONS_AT_ONCE: Final = 50
LONGEST_THOUGHT: Final = 15.0
BARE_SECONDS: Final = 3.0
SETTLED_WITHIN_SECONDS: Final = 60.0
STORM_WITHIN_SECONDS: Final = 60.0
AFTER_STORM_SECONDS: Final = 2.0
STORM_STEP: Final = 20
"""So many connect before the generator looks after those who play; otherwise their delays would be its own."""
MEMORY_OF: Final = ("web", "pages", "host", "redis", "generator")


class Load(NamedTuple):
    """How a room is loaded; times are in seconds.

    For `settle` after the last player has all that a table shows nothing is measured: caches fill. `storm` people
    connect at one moment, halfway through; `bare` measures Daphne alone beside it. People are spread over the web
    processes one by one, or `by_table` so that all sockets of a table are at one.
    """

    seats: int = 6
    seconds: float = 20.0
    think: float = 0.5
    spread: float = 0.8
    watchers: int = 0
    storm: int = 0
    warm_up: float = 120.0
    settle: float = 5.0
    bare: bool = True
    by_table: bool = False


@dataclass
class _MemorySample:
    at: float
    sockets: int
    bytes: dict[str, int] = field(default_factory=dict)


class LoadRun:
    """Loads one room once."""

    def __init__(self, room: Room, load: Load) -> None:
        self.room, self.load = room, load
        self.measurements = Measurements()
        for delays in (self.measurements.actor, self.measurements.everyone, self.measurements.next_able):
            delays.interval = load.think
        self.tables = [LoadTable(table) for table in room.set_up.tables]
        self.newcomers: list[Newcomer] = []
        self.memory: list[_MemorySample] = []
        self._sessions = ThreadPoolExecutor(SESSIONS_AT_ONCE)
        self._urls, self._page_urls = cycle(room.urls), cycle(room.page_urls)
        self._timer = ExactTimer()
        self._players: list[SimulatedPlayer] = []

    async def measure(self) -> dict[str, Any]:
        """What was measured, as values for JSON; raises RuntimeError when people do not get in."""
        _allow_open_files()
        # Forms are sent by threads, which are not to delay what is measured.
        prefer_loop()
        try:
            with self._timer:
                return await self._measure()
        finally:
            self._sessions.shutdown(cancel_futures=True)

    async def _measure(self) -> dict[str, Any]:
        empty = self.room.processes.memory(MEMORY_OF)
        came_in, players = await self._come_in()
        self._players = players
        watchers = [self._new_player(table) for table in self.tables for _ in range(self.load.watchers)]
        everybody = [*players, *watchers]
        for player in everybody:
            player.table.players.append(player)
        tasks, pictures = await self._connect(everybody)
        try:
            settled = await self._settle(players)
            measured, storm = await self._play(len(everybody))
        finally:
            await _cancel(tasks)
        report = {
            "tables": len(self.tables),
            "seats": self.load.seats,
            "watchers": self.load.watchers,
            "web_processes": len(self.room.urls),
            "page_processes": len(self.room.processes.ids.get("pages", ())),
            "hosts": max(1, len(self.room.processes.ids.get("host", ()))),
            "think_ms": round(self.load.think * 1000),
            "way_in": came_in,
            "first_pictures": pictures,
            "settled": settled,
            **measured,
        }
        if storm:
            report["storm"] = storm
        report["memory"] = self._memory(empty)
        if self.load.bare:
            report["bare"] = await self._bare(report)
        return report

    def sessions(self) -> dict[int, list[str]]:
        """The session keys of the people at each table, who may come again to another run."""
        keys: dict[int, list[str]] = {}
        for player in self._players:
            keys.setdefault(player.table.id, []).append(player.session.session_key())
        return keys

    # People come in

    async def _come_in(self) -> tuple[dict[str, Any], list[SimulatedPlayer]]:
        """Seats everybody as fast as the room lets them, unless they are seated already.

        What it takes counts from the press of "Play now" in the lobby.
        """
        keys = self.room.set_up.sessions
        if keys:
            seated = [self._new_player(table, key) for table in self.tables for key in keys[table.id]]
            return {"people": len(seated), "seated_before": True}, seated
        players = [self._new_player(table) for table in self.tables for _ in range(self.load.seats)]
        await self._for_each(players, _open_lobby)
        before, began = self.room.processes.cpu(), perf_counter()
        await self._for_each(players, _sit)
        seconds, cpu = perf_counter() - began, spent(before, self.room.processes.cpu())
        return {
            "people": len(players),
            "seated_before": False,
            "seconds": round(seconds, 2),
            "people_per_second": round(len(players) / seconds, 1),
            "cpu_ms_per_person": {kind: round(used / len(players) * 1000, 2) for kind, used in cpu.items()},
        }, players

    async def _for_each(self, players: Sequence[SimulatedPlayer], does: Callable[[SimulatedPlayer], None]) -> None:
        loop = asyncio.get_running_loop()
        await asyncio.gather(*(loop.run_in_executor(self._sessions, does, player) for player in players))

    def _new_player(self, table: LoadTable, session: str = "") -> SimulatedPlayer:
        rng = Random()  # noqa: S311 - random play for a measurement, not a real game
        think = ThinkTimes(self.load.think, self.load.spread, longest=LONGEST_THOUGHT, rng=rng)
        url = self.room.urls[table.id % len(self.room.urls)] if self.load.by_table else next(self._urls)
        person = self._session(url, session)
        return SimulatedPlayer(table, self.measurements, think, rng, person, self._top_up, self._timer.call_later)

    def _session(self, url: str, key: str) -> WebSession:
        """Somebody whose sockets are at this web process, signed in by the key of a session, or a visitor."""
        pages = next(self._page_urls) if self.room.page_urls else url
        return WebSession(pages, signed_in(key) if key else None, sockets=url)

    def _top_up(self, player: SimulatedPlayer) -> None:
        self._sessions.submit(player.session.submit_chips, f"/table/{player.table.id}/top-up/", BUY_IN)

    async def _connect(self, everybody: Sequence[SimulatedPlayer]) -> tuple[list[asyncio.Task[None]], dict[str, Any]]:
        """Opens all sockets and waits until everybody has a picture of their table."""
        before, began = self.room.processes.cpu(), perf_counter()
        tasks: list[asyncio.Task[None]] = []
        try:
            async with asyncio.timeout(self.load.warm_up):
                for number, player in enumerate(everybody):
                    tasks.append(asyncio.create_task(player.play(player.session.sockets)))
                    if number >= CONNECTIONS_AT_ONCE:
                        await everybody[number - CONNECTIONS_AT_ONCE].seen.wait()
                for player in everybody:
                    await player.seen.wait()
        except TimeoutError:
            await _cancel(tasks)
            without = sum(not player.seen.is_set() for player in everybody)
            raise RuntimeError(
                f"After {self.load.warm_up:g} s {without} of {len(everybody)} people had no picture of their table."
            ) from None
        cpu = spent(before, self.room.processes.cpu())
        return tasks, {
            "seconds": round(perf_counter() - began, 2),
            "cpu_ms_per_person": {kind: round(used / len(everybody) * 1000, 2) for kind, used in cpu.items()},
        }

    async def _settle(self, players: Sequence[SimulatedPlayer]) -> dict[str, Any]:
        """Waits until all players have been shown what comes after their first picture, and then until caches are full.

        `seconds` is how long the first took; `without` is how many have not been shown it within a minute.
        """
        began = perf_counter()
        with suppress(TimeoutError):
            async with asyncio.timeout(SETTLED_WITHIN_SECONDS):
                for player in players:
                    await player.settled.wait()
        seconds, without = perf_counter() - began, sum(not player.settled.is_set() for player in players)
        # A garbage collection while it measures would hold up everything that is due.
        settle_memory()
        await asyncio.sleep(self.load.settle)
        return {"seconds": round(seconds, 2), "without": without}

    # They play

    async def _play(self, sockets: int) -> tuple[dict[str, Any], dict[str, Any]]:
        measurements, processes = self.measurements, self.room.processes
        watching = asyncio.create_task(self._watch_memory(sockets))
        deliveries, size, alerts, broken = (
            measurements.deliveries, measurements.bytes, measurements.alerts, measurements.broken,
        )  # fmt: skip
        before, began = processes.cpu(), perf_counter()
        measurements.counting = True
        storm: dict[str, Any] = {}
        if self.load.storm:
            await asyncio.sleep(self.load.seconds / 2)
            storm = await self._storm()
            await asyncio.sleep(max(1.0, began + self.load.seconds - perf_counter()))
        else:
            await asyncio.sleep(self.load.seconds)
        measurements.counting = False
        cpu, end = spent(before, processes.cpu()), perf_counter()
        await _cancel([watching])
        for table in self.tables:
            measurements.count_unfinished(table, end)
        seconds, delivered = end - began, measurements.deliveries - deliveries
        delivered_in_all = delivered + sum(newcomer.deliveries for newcomer in self.newcomers)
        if storm:
            window = storm.pop("window")
            storm["actions_meanwhile_ms"] = percentiles(measurements.everyone.between(*window))
            storm["sent_late_meanwhile_ms"] = percentiles(measurements.late.between(*window))
        return {
            "seconds": round(seconds, 1),
            "actions": measurements.actions,
            "actions_per_second": round(measurements.actions / seconds, 1),
            "deliveries_per_second": round(delivered_in_all / seconds, 1),
            "bytes_per_delivery": round((measurements.bytes - size) / max(1, delivered)),
            "seen_by_actor_ms": measurements.actor.figures(),
            "seen_by_all_ms": measurements.everyone.figures(),
            "next_able_to_act_ms": measurements.next_able.figures(),
            "sent_late_ms": measurements.late.figures(),
            "cpu": _costs(cpu, seconds, measurements.actions, delivered_in_all),
            "refusals": measurements.alerts - alerts,
            "broken_sockets": measurements.broken - broken,
            "unfinished": measurements.unfinished,
            "over_time": {name: delays.over_time(began, end) for name, delays in _named(measurements).items()},
        }, storm

    async def _storm(self) -> dict[str, Any]:
        """Has many people connect at one moment; how long until the last has a picture.

        They are the players, with more pages of their tables, or strangers who watch: of those no process knows a view.
        """
        sessions = [(table, player.session) for table in self.tables for player in table.players]
        if not sessions:
            return {}
        chosen = [sessions[number % len(sessions)] for number in range(self.load.storm)]
        if self.room.set_up.strangers:
            chosen = [
                (self.tables[number % len(self.tables)], self._session(next(self._urls), key))
                for number, key in enumerate(self.room.set_up.strangers)
            ]
        await self._for_each([table.players[0] for table in self.tables if table.players], _open_page)
        self.newcomers = [Newcomer(table, session) for table, session in chosen]
        before, began = self.room.processes.cpu(), perf_counter()
        tasks: list[asyncio.Task[None]] = []
        for number, newcomer in enumerate(self.newcomers, 1):
            tasks.append(asyncio.create_task(newcomer.watch(newcomer.session.sockets)))
            if number % STORM_STEP == 0:
                await asyncio.sleep(0)
        try:
            async with asyncio.timeout(STORM_WITHIN_SECONDS):
                for newcomer in self.newcomers:
                    await newcomer.seen.wait()
        except TimeoutError:
            pass
        end, cpu = perf_counter(), spent(before, self.room.processes.cpu())
        # What was due in this time is to be seen before all of them leave at once.
        await asyncio.sleep(AFTER_STORM_SECONDS)
        await _cancel(tasks)
        waits = [(newcomer.seen_at or end) - began for newcomer in self.newcomers]
        return {
            "people": len(waits),
            "strangers": bool(self.room.set_up.strangers),
            "without_picture": sum(not newcomer.seen_at for newcomer in self.newcomers),
            "refused": sum(newcomer.refused for newcomer in self.newcomers),
            "picture_ms": percentiles(waits),
            "cpu_ms_per_person": {kind: round(used / len(waits) * 1000, 2) for kind, used in cpu.items()},
            "window": (began, end),
        }

    # Memory

    async def _watch_memory(self, sockets: int) -> None:
        began = perf_counter()
        every = max(1.0, self.load.seconds / 60)
        while True:
            now = perf_counter() - began
            connected = sockets + sum(newcomer.is_watching for newcomer in self.newcomers)
            self.memory.append(_MemorySample(now, connected, self.room.processes.memory(MEMORY_OF)))
            await asyncio.sleep(every)

    def _memory(self, empty: dict[str, int]) -> dict[str, Any]:
        """Bytes over those of the empty processes, for each socket, seat and table; growth in the second half."""
        seats = len(self.tables) * self.load.seats
        samples = [
            {
                "at": round(sample.at, 1),
                "sockets": sample.sockets,
                **{kind: used for kind, used in sample.bytes.items() if used},
                "web_per_socket": round((sample.bytes["web"] - empty["web"]) / max(1, sample.sockets)),
                "host_per_seat": round((sample.bytes["host"] - empty["host"]) / seats),
                "host_per_table": round((sample.bytes["host"] - empty["host"]) / len(self.tables)),
            }
            for sample in self.memory
        ]
        half = self.memory[len(self.memory) // 2 :]
        growth = {
            kind: round(slope([(sample.at, sample.bytes[kind]) for sample in half]) * 60) for kind in ("web", "host")
        }
        return {"empty": empty, "growth_per_minute": growth, "over_time": samples}

    async def _bare(self, report: dict[str, Any]) -> dict[str, Any]:
        """Daphne alone, with deliveries of the same size; 1.0 would be a room that costs nothing."""
        bare = await measure_bare(size=max(1, report["bytes_per_delivery"]), seconds=BARE_SECONDS)
        # Of a room whose processes are not known there is nothing to compare.
        room = report["cpu"].get("web", {}).get("ms_per_delivery", 0.0)
        return {
            "ms_per_delivery": round(bare.cpu_ms, 4),
            "deliveries_per_second_of_cpu": round(1000 / bare.cpu_ms),
            "room_deliveries_per_second_of_cpu": round(1000 / room) if room else 0,
            "ratio": round(bare.cpu_ms / room, 3) if room else 0.0,
        }


def slope(points: Sequence[tuple[float, float]]) -> float:
    """By how much the value grows for each unit to the right (least squares); 0 for fewer than two points."""
    if len(points) < 2:
        return 0.0
    middle_x = sum(x for x, _ in points) / len(points)
    middle_y = sum(y for _, y in points) / len(points)
    spread = sum((x - middle_x) ** 2 for x, _ in points)
    return sum((x - middle_x) * (y - middle_y) for x, y in points) / spread if spread else 0.0


def _named(measurements: Measurements) -> dict[str, Delays]:
    return {"seen_by_all_ms": measurements.everyone, "next_able_to_act_ms": measurements.next_able}


def _costs(cpu: dict[str, float], seconds: float, actions: int, deliveries: int) -> dict[str, dict[str, float]]:
    return {
        kind: {
            "ms_per_action": round(used / max(1, actions) * 1000, 3),
            "ms_per_delivery": round(used / max(1, deliveries) * 1000, 4),
            "cores": round(used / seconds, 3),
        }
        for kind, used in cpu.items()
    }


def _open_lobby(player: SimulatedPlayer) -> None:
    player.session.open_lobby()


def _open_page(player: SimulatedPlayer) -> None:
    """So that newcomers' sockets are told no settings that their pages show; one page stands for those of all."""
    player.table.settings = player.session.shown_settings(player.table.id)


def _sit(player: SimulatedPlayer) -> None:
    player.session.play_now()
    player.session.submit_chips(f"/table/{player.table.id}/sit/", BUY_IN)


async def _cancel(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _allow_open_files() -> None:
    """Every simulated person has a socket, so as many files may be open as the system lets this process have."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
