"""Runs tables in a process of its own, which shares only database and channel layer with the web servers."""

import asyncio
import signal
from argparse import ArgumentParser
from typing import Any

import uvloop
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.live.host import Host
from games.live.hosting.leased_runner import NO_LIMIT
from pokerroom.serving.python_runtime import prefer_loop, settle_memory
from pokerroom.serving.start_checks import add_lost_keys, check_card_keys, check_migrated, check_secret_key
from tournaments.live.tournament_runner import TournamentRunner


class Command(BaseCommand):
    """`manage.py runtables [--share N] [--lost-keys]`."""

    help = "Runs the tables of the room; start as many of these processes as you like."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--share limits how many tables this process runs; --lost-keys is for a room whose keys are gone."""
        parser.add_argument("--share", type=int, default=NO_LIMIT, help="the most tables this process runs")
        add_lost_keys(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Runs until SIGTERM or SIGINT; then other hosts take over the tables at once."""
        if not settings.DATABASE_URL or not settings.REDIS_URL:
            raise CommandError("runtables needs DATABASE_URL and REDIS_URL; runroom runs a room in one process.")
        if options["share"] < 1:
            raise CommandError("--share must be 1 or more.")
        check_secret_key()
        check_migrated()
        if not options["lost_keys"]:
            check_card_keys()
        uvloop.run(self._run(Host(share=options["share"], runners=[TournamentRunner])))

    async def _run(self, host: Host) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, host.stop)
        settle_memory()
        prefer_loop()
        self.stdout.write(f"Tables are run by {host.id}.")
        self.stdout.flush()
        await host.run()
