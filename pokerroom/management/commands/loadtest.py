"""Loads a room with people as programs and tells how long an action takes to be seen, and what it costs."""

import json
import os
import signal
import urllib.request
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvloop
from django.core.management.base import BaseCommand, CommandError

from games import api
from pokerroom.loadtest.processes import Processes
from pokerroom.loadtest.report import format_report, write_charts
from pokerroom.loadtest.room import Room, SetUp, private_stores, running_processes, set_up_tables
from pokerroom.loadtest.run import Load, LoadRun
from pokerroom.loadtest.seating import open_tables, seat_people, sign_in_strangers

ANSWERS_WITHIN_SECONDS = 10.0


class Command(BaseCommand):
    """`manage.py loadtest --tables N --seats S --seconds T [--storm N] [--seated] [--url URL …] [--chart FOLDER]`."""

    help = "Plays at many tables at once over real sockets and measures; without --url in a private room."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The size of the load, the room, and the form of the report."""
        parser.add_argument("--tables", type=int, default=10)
        parser.add_argument("--seats", type=int, default=6, help="people at each table")
        parser.add_argument("--seconds", type=float, default=20.0, help="how long to measure")
        parser.add_argument("--minutes", type=float, default=0.0, help="how long to measure, instead of --seconds")
        parser.add_argument("--think", type=float, default=500.0, help="a player's average time to act, ms")
        parser.add_argument("--spread", type=float, default=0.8, help="how much times to act differ (log-normal)")
        parser.add_argument("--watchers", type=int, default=0, help="people who only watch, at each table")
        parser.add_argument("--storm", type=int, default=0, help="people who connect at one moment, halfway through")
        parser.add_argument("--strangers", action="store_true", help="they are not the players, but watch")
        parser.add_argument("--seated", action="store_true", help="seat people beforehand, not through the pages")
        parser.add_argument("--warm-up", type=float, default=120.0, help="the longest wait for all first pictures, s")
        parser.add_argument(
            "--url", action="append", default=[], help="a web process of a running room that uses this database"
        )
        parser.add_argument("--webs", type=int, default=1, help="web processes of the private room")
        parser.add_argument("--pages", type=int, default=0, help="web processes beside them that only make pages")
        parser.add_argument("--hosts", type=int, default=1, help="hosts of the private room")
        parser.add_argument("--by-table", action="store_true", help="all people of a table at one web process")
        parser.add_argument("--embedded", action="store_true", help="a private room of one process over SQLite")
        parser.add_argument("--no-bare", action="store_true", help="do not measure Daphne alone beside it")
        parser.add_argument("--chart", type=Path, help="a folder for charts of delays and memory over time (SVG)")
        parser.add_argument("--json", action="store_true", help="one JSON object instead of text")
        parser.add_argument("--set-up", action="store_true", help="only open the tables, seat people, and print them")

    def handle(self, *args: Any, **options: Any) -> None:
        """Opens tables, plays at them, and prints what was measured."""
        tables, seats = options["tables"], options["seats"]
        if not 2 <= seats <= 10 or tables < 1 or options["webs"] < 1 or options["hosts"] < 1:
            raise CommandError("A load test needs 1 table, web process and host or more, and 2 to 10 seats.")
        if options["seconds"] <= 0 or options["minutes"] < 0 or options["think"] <= 0:
            raise CommandError("--seconds, --minutes and --think must be more than 0.")
        for url in options["url"]:
            _check_answers(url)
        if options["set_up"]:
            self.stdout.write(json.dumps(_set_up(options)._asdict()))
            return
        load = Load(
            seats=seats,
            seconds=options["minutes"] * 60 or options["seconds"],
            think=options["think"] / 1000,
            spread=options["spread"],
            watchers=options["watchers"],
            storm=options["storm"],
            warm_up=options["warm_up"],
            bare=not options["no_bare"],
            by_table=options["by_table"],
        )
        try:
            with _stopped_by_signals(), _running_room(options) if options["url"] else _private_room(options) as room:
                report = uvloop.run(LoadRun(room, load).measure())
        except RuntimeError as trouble:
            raise CommandError(str(trouble)) from None
        for path in write_charts(report, options["chart"]) if options["chart"] else ():
            self.stderr.write(f"Written: {path}")
        self.stdout.write(json.dumps(report) if options["json"] else format_report(report))


def _check_answers(url: str) -> None:
    """Raises CommandError where no room answers, before tables are opened and people are made for it."""
    if not url.startswith(("http://", "https://")):
        raise CommandError(f"--url must be like http://127.0.0.1:8000, not {url!r}.")
    try:
        with urllib.request.urlopen(f"{url.rstrip('/')}/healthz", timeout=ANSWERS_WITHIN_SECONDS):  # noqa: S310
            return
    except OSError as trouble:
        raise CommandError(f"The room at {url} does not answer well: {trouble}.") from None


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """A load test that is told to end stops the processes of its room, as one that is interrupted does."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _set_up(options: dict[str, Any]) -> SetUp:
    tables, seats = open_tables(options["tables"], options["seats"]), options["seats"]
    strangers = sign_in_strangers(_strangers(options))
    return SetUp(tables, seat_people(tables, seats) if options["seated"] else {}, strangers)


def _strangers(options: dict[str, Any]) -> int:
    """How many strangers come; the players themselves open more pages where nobody asks for strangers."""
    return int(options["storm"]) if options["strangers"] else 0


@contextmanager
def _private_room(options: dict[str, Any]) -> Iterator[Room]:
    with private_stores(embedded=options["embedded"]) as stores:
        made = set_up_tables(
            stores, options["tables"], options["seats"], seated=options["seated"], strangers=_strangers(options)
        )
        processes = {kind: options[kind] for kind in ("webs", "pages", "hosts")}
        with running_processes(stores, made, **processes) as room:
            yield room


@contextmanager
def _running_room(options: dict[str, Any]) -> Iterator[Room]:
    """A room that runs already, with tables opened in it for the test; of its processes nothing is known."""
    made = _set_up(options)
    try:
        yield Room(options["url"], made, Processes({"generator": (os.getpid(),)}))
    finally:
        for table in made.tables:
            api.close_table(table_id=table)
