"""How many changes of a table one web process can bring to its players, beside what its server alone could send.

The room: its application over its server, with nine signed-in players at each table, who get the views of recorded
hands. Bare: a consumer that sends every socket a text of the same size over Daphne as it is. Browsers are another
process, and only the processor time of the web process counts.
"""

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from tests.servers import Servers, free_port

ROOT = Path(__file__).resolve().parents[2]
SEATS = 9
TABLES = int(os.environ.get("TABLES", "50"))
ROUNDS = int(os.environ.get("ROUNDS", "40"))
RUNS = int(os.environ.get("RUNS", "3"))


def main() -> None:
    servers = Servers()
    try:
        os.environ.update(
            DATABASE_URL=servers.start_postgres(), SECRET_KEY="bench" * 10, HTTPS="0", TIME_ZONE="Europe/Prague",
            DJANGO_SETTINGS_MODULE="pokerroom.settings", SOCKETS_PER_ADDRESS="0", RATE_LIMITS="0",
        )  # fmt: skip
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        measure(browsers(servers.folder))
    finally:
        servers.stop()


def browsers(folder: Path) -> Path:
    """Opens the tables and makes their players; returns the file with a path and a cookie for each socket."""
    from django.conf import settings

    from games.operations.tables import open_table
    from games.web.table.head import settings_digest
    from pokerroom.loadtest.seating import sign_in
    from pokerroom.models import User
    from tests.games.live.bots.bot_table import rules_of

    addresses = []
    for number in range(1, TABLES + 1):
        table = open_table(name=f"Table {number}", rules=rules_of(), currency="PLAY")
        assert table.pk == number
        table.refresh_from_db()
        addresses.append(f"/ws/table/{number}/?language=en&seen={settings_digest(table)}")
    count = SEATS * TABLES
    users = [User(pk=pk, username=f"player{pk}", display_name=f"player {pk}") for pk in range(1, count + 1)]
    User.objects.bulk_create(users)
    keys = zip(users, sign_in(users), strict=True)
    lines = [f"{addresses[(user.pk - 1) // SEATS]} {settings.SESSION_COOKIE_NAME}={key}" for user, key in keys]
    file = folder / "browsers"
    file.write_text("\n".join(lines), encoding="ascii")
    return file


class Run:
    """One web process with its browsers."""

    def __init__(self, kind: str, file: Path, size: int = 0) -> None:
        port = free_port()
        web = ["benchmarks.deliveries.web", kind, port, TABLES, ROUNDS, size]
        self.web = self._start(web)
        assert self._line(self.web) == "ready"
        self.clients = self._start(["benchmarks.deliveries.clients", port, file])
        self.opened_within = float(self._line(self.clients).split()[1])
        self._ask(self.clients)
        self.opening = float(self._ask(self.web)) if kind == "room" else 0.0
        self.seconds = float(self._ask(self.web))
        self.messages, self.bytes = map(int, self._ask(self.clients).split())
        self.split = self._ask(self.web) if kind == "room" else ""
        for process in (self.clients, self.web):
            process.kill()
            process.wait()

    @property
    def rate(self) -> float:
        """Deliveries for each second of processor time."""
        return self.messages / self.seconds

    @staticmethod
    def _start(command: "list[object]") -> "subprocess.Popen[str]":
        words = [sys.executable, "-m", *map(str, command)]
        return subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    @staticmethod
    def _line(process: "subprocess.Popen[str]") -> str:
        assert process.stdout
        line = process.stdout.readline().strip()
        if not line:
            raise RuntimeError("A process of the benchmark has ended.")
        return line

    def _ask(self, process: "subprocess.Popen[str]") -> str:
        assert process.stdin
        print("go", file=process.stdin, flush=True)
        return self._line(process)


def measure(file: Path) -> None:
    """Prints deliveries a second of processor time, the ratio to the bare server, and how the time divides."""
    rooms, bares = [], []
    for _ in range(RUNS):
        rooms.append(Run("room", file))
        bares.append(Run("bare", file, rooms[-1].bytes // rooms[-1].messages))
    room, bare = (median(run.rate for run in runs) for runs in (rooms, bares))
    one = rooms[-1]
    print(f"{TABLES} tables of nine, {ROUNDS} decisions each, median of {RUNS} runs")
    print(f"bytes a delivery: {one.bytes // one.messages}")
    print(f"deliveries a second of processor time: room {room:,.0f}, bare Daphne {bare:,.0f}, {room / bare:.0%}")
    print(f"delivered {one.messages / (SEATS * TABLES * ROUNDS):.2f} for each socket and decision")
    opening = 1000 * median(run.opening for run in rooms) / (SEATS * TABLES)
    opened = median(run.opened_within for run in rooms)
    print(f"all sockets with a picture after {opened:.1f} s, of which each takes {opening:.1f} ms of processor time")
    print(f"shares of the room's time: {one.split}")


if __name__ == "__main__":
    main()
