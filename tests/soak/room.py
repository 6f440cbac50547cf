"""The room under test: two hosts, two web processes, tables of every game family, players with prepared sessions."""

import os
import signal
import sys
from http.cookiejar import CookieJar
from pathlib import Path
from typing import NamedTuple

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from cashier import api as cashier
from games import api
from games.engine.rules.house_rules import HouseRules
from games.engine.rules.mixed_games import MIXES, rotation
from games.engine.rules.rules import Clock, Rules
from games.engine.rules.stakes import Structure
from games.engine.rules.variants import CATALOGUE
from pokerroom.models import User
from tests.faults.room import ROOT, HostProcess, Process, until
from tests.games.engine.support.rakes import online_rake
from tests.servers import free_port
from tests.soak.sessions import session_cookie

HOSTS, WEBS = 2, 2
UP_WITHIN_SECONDS = 90.0
GRANT = 1_000_000_00
BIG_BLIND, UNIT = 2_00, 10
LEAST, MOST = 40 * BIG_BLIND, 250 * BIG_BLIND
CLOCK = Clock(
    turn=6_000, bank=4_000, bank_refill=1_000, grace=3_000, call_time=10_000, show=1_000, run_out=150,
    after_fold=250, after_showdown=600, draw_shown=150, sit_out=20_000,
)  # fmt: skip
WITH_EXTRAS = HouseRules(chip_unit=UNIT, straddle=True, rabbit_hunt=True, rabbit_fee=1_00)
WITHOUT_EXTRAS = HouseRules(chip_unit=UNIT)
GAMES = (
    *(("holdem", "nl"), ("holdem", "nl"), ("omaha", "pl"), ("stud", "fl"), ("27td", "fl"), ("horse", "fl")),
    *(("holdem", "fl"), ("badugi", "fl"), ("omaha8", "fl"), ("draw", "pl"), ("holdem", "nl"), ("razz", "fl")),
)
SEATS = (9, 6, 4, 8, 2, 6, 10, 6, 6, 6, 2, 8)
"""A few tables are too small for the players who want to sit there, so that waiting lists form."""


class Account(NamedTuple):
    """A user with a wallet and an open session."""

    id: int
    name: str
    cookies: CookieJar


def open_tables(count: int) -> list[int]:
    """Opens tables of every game family, with short clocks and a rake; returns their ids."""
    tables = []
    for number in range(count):
        game, structure = GAMES[number % len(GAMES)]
        if game in MIXES:
            rules = rotation(game, BIG_BLIND)
        else:
            variant = CATALOGUE[game]
            rules = Rules(variant, api.usual_stakes(variant, Structure(structure), BIG_BLIND, unit=UNIT))
        rules = rules._replace(
            house=(WITH_EXTRAS, WITHOUT_EXTRAS)[number // 2 % 2],
            rake=online_rake(BIG_BLIND)._replace(unit=UNIT),
            clock=CLOCK,
        )
        seats = min(SEATS[number % len(SEATS)], rules.most_players)
        table = api.open_table(
            name=f"Soak {number}", rules=rules, seats=seats, min_buy_in=LEAST, max_buy_in=MOST, currency="PLAY"
        )
        tables.append(table.pk)
    return tables


def create_accounts(count: int) -> list[Account]:
    """Creates users who are already signed in, since the soak does not test passwords."""
    people = []
    for number in range(count):
        user = User(username=f"soaked{number}", display_name=f"Soaked {number}")
        user.set_unusable_password()
        user.save()
        cashier.open_wallet(user_id=user.pk, name=user.display_name, grant=GRANT, currency="PLAY")
        session = SessionStore()
        session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session.save()
        cookies = CookieJar()
        cookies.set_cookie(session_cookie(str(session.session_key)))
        people.append(Account(user.pk, user.display_name, cookies))
    return people


class SoakRoom:
    """The processes of the room. Their logs go to `folder`, one file for each process."""

    def __init__(self, folder: Path, tables: int) -> None:
        self.folder = folder
        # Neither host may take all tables: those of a dead host go partly to the other and partly to its successor.
        self.share = max(1, -(-tables * 2 // 3))
        self.ports = [free_port() for _ in range(WEBS)]
        self.urls = [f"http://127.0.0.1:{port}" for port in self.ports]
        self.down: set[str] = set()
        self.started: list[Process] = []
        self.ending: list[Process] = []
        self.memory: dict[str, list[int]] = {}
        self.webs = [self._web(port) for port in self.ports]
        self.hosts = [self._host() for _ in range(HOSTS)]

    def _web(self, port: int) -> Process:
        command = [sys.executable, str(ROOT / "manage.py"), "runroom", "--no-tables", "--port", str(port)]
        return self._kept(Process(command, dict(os.environ), self._log("web")))

    def _host(self) -> HostProcess:
        command = [sys.executable, str(ROOT / "manage.py"), "runtables", "--share", str(self.share)]
        host = HostProcess(command, dict(os.environ), self._log("host"))
        self._kept(host)
        return host

    def _log(self, kind: str) -> Path:
        return self.folder / f"{kind}{len(self.started)}.log"

    def _kept(self, process: Process) -> Process:
        self.started.append(process)
        return process

    async def is_open(self) -> None:
        """Waits until all processes are up."""
        for web in self.webs:
            await self._wait_for_output(web, "is open")
        for host in self.hosts:
            await self._wait_for_output(host, "Tables are run by")

    @staticmethod
    async def _wait_for_output(process: Process, text: str) -> None:
        def printed() -> bool:
            assert process.alive, process.output[-2000:]
            return text in process.output

        await until(printed, f"the start of {process.log.name}", within=UP_WITHIN_SECONDS)

    async def restart_host(self, number: int, *, gracefully: bool) -> None:
        """Ends a host with SIGTERM or SIGKILL and starts another in its place."""
        host = self.hosts[number]
        self.ending.append(host)
        host.popen.send_signal(signal.SIGTERM if gracefully else signal.SIGKILL)
        await until(lambda: not host.alive, "a host's end", within=UP_WITHIN_SECONDS)
        self.hosts[number] = self._host()
        await self._wait_for_output(self.hosts[number], "Tables are run by")

    async def restart_web(self, number: int) -> None:
        """Kills a web process and starts another at its address; meanwhile players use the other one."""
        web, url = self.webs[number], self.urls[number]
        self.ending.append(web)
        self.down.add(url)
        web.popen.kill()
        await until(lambda: not web.alive, "a web process's end", within=UP_WITHIN_SECONDS)
        self.webs[number] = self._web(self.ports[number])
        await self._wait_for_output(self.webs[number], "is open")
        self.down.discard(url)

    def dead(self) -> list[str]:
        """Describes the processes that ended by themselves, with the end of their logs."""
        gone = [process for process in (*self.webs, *self.hosts) if not process.alive and process not in self.ending]
        return [f"{process.log.name} has ended: {process.output[-500:]}" for process in gone]

    def record_memory(self) -> None:
        """Records how much memory each process uses."""
        for process in (*self.webs, *self.hosts):
            if process.alive:
                pages = int(Path(f"/proc/{process.popen.pid}/statm").read_text().split()[1])
                self.memory.setdefault(process.log.stem, []).append(pages * os.sysconf("SC_PAGE_SIZE") >> 20)

    def memory_over_time(self) -> dict[str, str]:
        """Returns the memory over time, in MiB, of the processes that ran for most of the soak."""
        longest = max(map(len, self.memory.values()), default=0)
        step = max(1, longest // 5)
        return {name: " ".join(map(str, row[::step])) for name, row in self.memory.items() if 2 * len(row) > longest}

    def stop(self) -> list[str]:
        """Ends all processes with SIGTERM; returns the logs of those that did not exit cleanly."""
        running = [process for process in reversed(self.started) if process.alive]
        for process in running:
            process.popen.terminate()
        return [process.log.name for process in running if not self._ended(process)]

    @staticmethod
    def _ended(process: Process) -> bool:
        try:
            return process.popen.wait(20) == 0
        except Exception:
            process.kill()
            return False
