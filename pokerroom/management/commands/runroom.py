"""Runs the whole room in one process: pages, sockets and tables; nothing else is needed."""

import asyncio
import os
import sys
from argparse import ArgumentParser
from typing import Any

import uvloop
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from pokerroom.serving.start_checks import add_lost_keys, check_card_keys, check_migrated, check_secret_key


def use_uvloop() -> None:
    """Has Daphne serve on uvloop: it makes its loop when it is first imported, so nothing may have imported it yet."""
    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())


class Command(BaseCommand):
    """`manage.py runroom [--port 8000] [--host 127.0.0.1] [--demo [--month]] [--no-tables]`."""

    help = "Runs web server and tables in one process."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Address, port, demo, and whether this process runs tables."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on")
        parser.add_argument("--demo", action="store_true", help="set up the demo room with its known accounts")
        parser.add_argument("--month", action="store_true", help="give the demo room a month of history, once")
        parser.add_argument("--no-tables", action="store_true", help="pages and sockets only, without tables")
        add_lost_keys(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepares database and static files, then serves until Ctrl-C or SIGTERM."""
        if options["demo"] and not settings.DEMO:
            # A demo has other settings (plain HTTP), and they are read only once, so the process starts again.
            os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "DEMO": "1"})  # noqa: S606
        check_secret_key()
        self._prepare(demo=options["demo"], month=options["month"])
        if not options["no_tables"] and not options["lost_keys"]:
            check_card_keys()
        use_uvloop()

        from games.live.host import Host
        from games.web.compile_ahead import compile_templates
        from pokerroom.asgi import application
        from pokerroom.serving.server import RoomServer
        from tournaments.live.tournament_runner import TournamentRunner
        from tournaments.web.pages.drawing import compile_fragments

        host = None if options["no_tables"] else Host(runners=[TournamentRunner])
        name, port = options["host"], options["port"]
        scheme = "https" if settings.HTTPS else "http"

        def accepting() -> None:
            self.stdout.write(f"Pokerroom is open: {scheme}://{name}:{port}/")
            self.stdout.flush()

        compile_templates()
        compile_fragments()
        server = RoomServer(application, host=name, port=port, accepting=accepting)
        server.run_beside(host.run if host else None, host.stop if host else lambda: None)
        if server.trouble:
            raise CommandError(server.trouble)

    def _prepare(self, *, demo: bool, month: bool) -> None:
        if settings.EMBEDDED or demo:
            call_command("migrate", interactive=False, verbosity=0)
        else:
            check_migrated()
        if settings.STATIC_MANIFEST and not (settings.STATIC_ROOT / "staticfiles.json").exists():
            call_command("collectstatic", interactive=False, verbosity=0)
        if demo:
            call_command("seed_demo", month=month, stdout=self.stderr)
