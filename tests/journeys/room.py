"""A real demo room for journeys: one process, SQLite in a temporary folder, bots that act without a delay."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TypedDict, Unpack

from tests.migrated import copy_demo_room
from tests.processes import MANAGE_IN, Process
from tests.servers import free_port

PASSWORD = "demo-room"
ROOM_SETTINGS = {"DATABASE_URL", "REDIS_URL", "REDIS_PREFIX", "SECRET_KEY", "HTTPS", "STATIC_MANIFEST", "DEBUG"}
OPEN = """
from dataclasses import replace
from games import api
from games.models import Table
for old in Table.objects.filter(name={name!r}):
    old.name = f"Earlier run {{old.pk}}"
    old.save(update_fields=["name"])
source = Table.objects.get(name="Bratislava")
house, clock = replace(source.rules.house, **{house!r}), source.rules.clock._replace(**{clock!r})
options = dict(seats=6, sort_order=99, min_buy_in=source.min_buy_in, max_buy_in=source.max_buy_in) | {options!r}
rules = source.rules._replace(house=house, clock=clock)
api.open_table(name={name!r}, rules=rules, currency=source.currency, **options)
"""
AUDIT = """
from django.core.management import call_command
call_command("audit")
"""


class TableOptions(TypedDict, total=False):
    """Options of a table besides its rules."""

    seats: int
    closed_to_watchers: bool
    watch_delay: int
    sort_order: int


class Room:
    """A running demo room: its address, its process and its audit.

    `prepare` is code that fills its database before it opens; `flags` are more options of `runroom`.
    """

    def __init__(self, folder: Path, *flags: str, prepare: str = "") -> None:
        copy_demo_room(folder)
        env = {name: value for name, value in os.environ.items() if name not in ROOM_SETTINGS}
        self.env = {
            **env, "VAR_DIR": str(folder), "STATIC_ROOT": str(folder / "static"), "DEMO": "1",
            "BOT_THINKING": "5", "RATE_LIMITS": "0", "FRAME_VERSIONS": "1", "PYTHONUNBUFFERED": "1",
        }  # fmt: skip
        self.forks = subprocess.Popen(
            [sys.executable, "-m", "tests.journeys.forks"],
            env=self.env,
            cwd=MANAGE_IN,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        if prepare:
            self.shell(prepare)
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.process = Process(self.env, "runroom", "--skip-checks", "--demo", "--port", str(port), *flags)
        self.process.wait_for("Pokerroom is open")

    def _run(self, code: str) -> "subprocess.CompletedProcess[str]":
        assert self.forks.stdin
        assert self.forks.stdout
        self.forks.stdin.write(json.dumps(code) + "\n")
        self.forks.stdin.flush()
        answer = self.forks.stdout.readline()
        assert answer, "the process that runs code in the room has ended"
        return subprocess.CompletedProcess(code, *json.loads(answer))

    def shell(self, code: str) -> str:
        """Runs code with the room's settings and returns the last line it prints."""
        done = self._run(code)
        assert not done.returncode, done.stderr
        return done.stdout.strip().rpartition("\n")[2]

    def open_table(
        self,
        name: str,
        *,
        house: dict[str, object] | None = None,
        clock: dict[str, int] | None = None,
        **options: Unpack[TableOptions],
    ) -> None:
        """Opens a copy of the table Bratislava, last in the lobby, with other house rules, times (ms) and options."""
        self.shell(OPEN.format(name=name, house=house or {}, clock=clock or {}, options=options))

    def audit(self) -> "subprocess.CompletedProcess[str]":
        """Runs `manage.py audit` for this room."""
        return self._run(AUDIT)

    def close(self) -> None:
        """Stops the room."""
        self.process.stop()
        self.forks.communicate()
