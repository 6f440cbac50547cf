"""Loads a room with people as programs and tells how long an action takes to be seen."""

import asyncio
import json
import secrets
import statistics
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from typing import Any

import uvloop
from django.core.management.base import BaseCommand, CommandError

from cashier.api import PLAY
from games import api
from games.engine.rules.rules import Clock, Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variants import CATALOGUE
from pokerroom.loadtest.players import LoadTable, Measurements, SimulatedPlayer, WebSession
from pokerroom.loadtest.room import private_room

QUICK = Clock(after_fold=300, after_showdown=600, run_out=100, draw_shown=0, show=500)
STAKES = Stakes(Structure.NO_LIMIT, 1_00, 2_00)
BUY_IN = "1000"
SESSIONS_AT_ONCE = 6
WARM_UP_SECONDS = 3.0
MARKS = (50, 95, 99)


def open_tables(tables: int, seats: int) -> list[int]:
    """Opens the tables of one test, with short pauses between hands; their ids."""
    rules, mark = Rules(CATALOGUE["holdem"], STAKES, clock=QUICK), secrets.token_hex(3)
    names = [f"Load {mark} {number}" for number in range(tables)]
    return [
        api.open_table(name=name, rules=rules, currency=PLAY, seats=max(2, seats), sort_order=900).pk for name in names
    ]


@contextmanager
def running_room(url: str, tables: int, seats: int) -> Iterator[tuple[str, list[int]]]:
    """The address of a room that runs already, and tables opened in it for the test."""
    opened = open_tables(tables, seats)
    try:
        yield url, opened
    finally:
        for table in opened:
            api.close_table(table_id=table)


def percentiles(series: Sequence[float]) -> dict[str, float]:
    """p50, p95 and p99 in ms, and of how many."""
    if len(series) < 2:
        return {"count": len(series)}
    cuts = statistics.quantiles(series, n=100, method="inclusive")
    return {"count": len(series), **{f"p{mark}": round(cuts[mark - 1] * 1000, 2) for mark in MARKS}}


class Command(BaseCommand):
    """`manage.py loadtest --tables N --seats S --seconds T [--url URL] [--think MS] [--watchers W] [--json]`."""

    help = "Plays at many tables at once over real sockets and measures; without --url in a private room."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The size of the load, the room, and the form of the report."""
        parser.add_argument("--tables", type=int, default=10)
        parser.add_argument("--seats", type=int, default=6, help="people at each table")
        parser.add_argument("--seconds", type=float, default=20.0, help="how long to measure")
        parser.add_argument("--url", default="", help="a running room that uses this database; none: a private one")
        parser.add_argument("--think", type=float, default=500.0, help="a player's average time to act, ms")
        parser.add_argument("--watchers", type=int, default=0, help="people who only watch, at each table")
        parser.add_argument("--json", action="store_true", help="one JSON object instead of text")
        parser.add_argument("--set-up", action="store_true", help="only open the tables and print their ids")

    def handle(self, *args: Any, **options: Any) -> None:
        """Opens tables, plays at them, and prints what was measured."""
        tables, seats = options["tables"], options["seats"]
        if not 2 <= seats <= 10 or tables < 1:
            raise CommandError("A load test needs 1 table or more, and 2 to 10 seats.")
        if options["set_up"]:
            self.stdout.write(json.dumps(open_tables(tables, seats)))
            return
        try:
            with running_room(options["url"], tables, seats) if options["url"] else private_room(tables, seats) as room:
                report = Load(*room, options).run()
        except RuntimeError as trouble:
            raise CommandError(str(trouble)) from None
        self.stdout.write(json.dumps(report) if options["json"] else format_report(report))


class Load:
    """One run of the load test."""

    def __init__(self, url: str, tables: list[int], options: dict[str, Any]) -> None:
        self.url, self.options, self.measurements = url, options, Measurements()
        self.load_tables = [LoadTable(table) for table in tables]
        self.sessions = ThreadPoolExecutor(SESSIONS_AT_ONCE)

    def run(self) -> dict[str, Any]:
        """What was measured."""
        try:
            return uvloop.run(self._run())
        finally:
            self.sessions.shutdown(cancel_futures=True)

    async def _run(self) -> dict[str, Any]:
        loop = asyncio.get_running_loop()
        players = [self._new_player(table) for table in self.load_tables for _ in range(self.options["seats"])]
        watchers = [self._new_player(table) for table in self.load_tables for _ in range(self.options["watchers"])]
        await asyncio.gather(*(loop.run_in_executor(self.sessions, self._sit, player) for player in players))
        for player in (*players, *watchers):
            player.table.players.append(player)
        tasks = [asyncio.create_task(player.play(self.url)) for player in (*players, *watchers)]
        await asyncio.sleep(WARM_UP_SECONDS)
        self.measurements.counting = True
        began, frames, size = time.perf_counter(), self.measurements.frames, self.measurements.bytes
        await asyncio.sleep(self.options["seconds"])
        self.measurements.counting = False
        seconds = time.perf_counter() - began
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        measurements = self.measurements
        return {
            "tables": len(self.load_tables),
            "seats": self.options["seats"],
            "watchers": self.options["watchers"],
            "seconds": round(seconds, 1),
            "actions": measurements.actions,
            "actions_per_second": round(measurements.actions / seconds, 1),
            "deliveries_per_second": round((measurements.frames - frames) / seconds, 1),
            "bytes_per_delivery": round((measurements.bytes - size) / max(1, measurements.frames - frames)),
            "seen_by_actor_ms": percentiles(measurements.actor),
            "seen_by_all_ms": percentiles(measurements.everyone),
            "next_able_to_act_ms": percentiles(measurements.next_able),
            "refusals": measurements.alerts,
            "broken_sockets": measurements.broken,
        }

    def _new_player(self, table: LoadTable) -> SimulatedPlayer:
        rng = Random()  # noqa: S311 - random play for a measurement, not a real game
        return SimulatedPlayer(
            table, self.measurements, self.options["think"] / 1000, rng, WebSession(self.url), self._top_up
        )

    def _sit(self, player: SimulatedPlayer) -> None:
        player.session.play_as_guest()
        player.session.submit_chips(f"/table/{player.table.id}/sit/", BUY_IN)

    def _top_up(self, player: SimulatedPlayer) -> None:
        self.sessions.submit(player.session.submit_chips, f"/table/{player.table.id}/top-up/", BUY_IN)


def format_report(report: dict[str, Any]) -> str:
    """What was measured, as lines of text."""
    lines = [
        f"{report['tables']} tables of {report['seats']}, {report['watchers']} watchers each, {report['seconds']} s",
        f"{report['actions']} actions, {report['actions_per_second']} a second;"
        f" {report['deliveries_per_second']} deliveries a second of {report['bytes_per_delivery']} bytes",
    ]
    for key, words in (
        ("seen_by_actor_ms", "sent -> seen by the actor"),
        ("seen_by_all_ms", "sent -> seen by all at the table"),
        ("next_able_to_act_ms", "sent -> the next player able to act"),
    ):
        figures = report[key]
        shown = ", ".join(f"p{mark} {figures[f'p{mark}']} ms" for mark in MARKS if f"p{mark}" in figures)
        lines.append(f"{words}: {shown or 'nothing seen'}")
    lines.append(f"refusals {report['refusals']}, broken sockets {report['broken_sockets']}")
    return "\n".join(lines)
