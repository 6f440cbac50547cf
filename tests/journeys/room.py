"""A real demo room for journeys: one process, SQLite in a temporary folder, bots that act without a delay."""

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


class TableOptions(TypedDict, total=False):
    """Options of a table besides its rules."""

    seats: int
    closed_to_watchers: bool
    watch_delay: int


class Room:
    """A running demo room: its address, its process and its audit.

    `prepare` is code that fills its database before it opens; `flags` are more options of `runroom`.
    """

    def __init__(self, folder: Path, *flags: str, prepare: str = "") -> None:
        copy_demo_room(folder)
        env = {name: value for name, value in os.environ.items() if name not in ROOM_SETTINGS}
        self.env = {
            **env, "VAR_DIR": str(folder), "STATIC_ROOT": str(folder / "static"), "DEMO": "1",
            "BOT_THINKING": "5", "RATE_LIMITS": "0", "PYTHONUNBUFFERED": "1",
        }  # fmt: skip
        if prepare:
            self.shell(prepare)
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.process = Process(self.env, "runroom", "--demo", "--port", str(port), *flags)
        self.process.wait_for("Pokerroom is open")

    def shell(self, code: str) -> str:
        """Runs code in `manage.py shell` and returns the last line it prints."""
        command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", code]
        done = subprocess.run(command, env=self.env, cwd=MANAGE_IN, capture_output=True, text=True, check=False)
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
        command = [sys.executable, "manage.py", "audit"]
        return subprocess.run(command, env=self.env, cwd=MANAGE_IN, capture_output=True, text=True, check=False)

    def close(self) -> None:
        """Stops the room."""
        self.process.stop()
